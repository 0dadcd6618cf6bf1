-- Whom to tell what happened. secret: sealed; deliveries are kept for a month as a log.

create table webhooks (
  project_id integer not null references projects on delete cascade,
  webhook_id integer generated always as identity,
  url text not null,
  secret bytea not null,
  events text[] not null,
  is_active boolean not null default true,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (project_id, webhook_id)
);

create table webhook_deliveries (
  project_id integer not null,
  delivery_id bigint generated always as identity,
  webhook_id integer not null,
  event text not null,
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (project_id, delivery_id),
  foreign key (project_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_webhook on webhook_deliveries (project_id, webhook_id, delivery_id desc);
