-- When the user of a session last typed the password: at sign-in, or again before a sensitive change.

alter table sessions add column if not exists confirmed_at timestamptz;
update sessions set confirmed_at = created_at where confirmed_at is null;
alter table sessions alter column confirmed_at set not null;
