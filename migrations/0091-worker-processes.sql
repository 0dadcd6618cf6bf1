-- Which worker processes live: each holds an advisory lock on its number, which ends with its connection.

create table worker_processes (
  process_id integer generated always as identity primary key,
  worker_ids text[] not null,
  started_at timestamptz not null default now()
);
alter table capture_tasks add column process_id integer;
