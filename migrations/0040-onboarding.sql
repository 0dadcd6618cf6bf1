-- What a user is being offered for a new project, until they take it or a day has passed.

create table onboarding_sessions (
  session_id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  proposal jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  completed_at timestamptz,
  project_id integer
);
create index onboarding_sessions_user on onboarding_sessions (user_id, session_id);
