-- Windows of the rate limits where several processes share them. UNLOGGED: a crash may forget a minute.

create unlogged table rate_limits (
  subject text primary key,
  window_ends timestamptz not null,
  points integer not null
);
create index rate_limits_ended on rate_limits (window_ends);
