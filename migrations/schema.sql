-- What the migrations make, written by `npm run schema`. To change it, see CONTRIBUTING.md.

create table actions (
  project_id integer not null,
  action_id integer not null generated always as identity,
  kind text not null,
  prompt_id integer,
  subject text not null default ''::text,
  status text not null default 'open'::text,
  reason text,
  owner text,
  note text,
  due_on date,
  shipped_on date,
  expected jsonb,
  changed_by text,
  updated_at timestamp with time zone not null,
  constraint actions_pkey PRIMARY KEY (project_id, action_id),
  constraint actions_kind_check CHECK ((kind = ANY (ARRAY['prompt_gap'::text, 'source_gap'::text, 'page_unnamed'::text, 'page_lost'::text, 'page_uncited'::text]))),
  constraint actions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint actions_project_id_prompt_id_fkey FOREIGN KEY (project_id, prompt_id) REFERENCES prompts(project_id, prompt_id) ON DELETE CASCADE,
  constraint actions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'doing'::text, 'done'::text, 'dismissed'::text])))
);
CREATE UNIQUE INDEX actions_subject ON actions USING btree (project_id, kind, prompt_id, md5(subject)) NULLS NOT DISTINCT;

create table answer_extras (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  position integer not null,
  kind text not null,
  title text not null,
  url text,
  price text,
  constraint answer_extras_pkey PRIMARY KEY (project_id, day, model_id, prompt_id, sample, "position"),
  constraint answer_extras_kind_check CHECK ((kind = ANY (ARRAY['ad'::text, 'product'::text, 'business'::text, 'entity'::text])))
);

create table answer_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  country_code text not null,
  topic_id integer not null,
  is_branded boolean not null,
  answers integer not null,
  no_answer integer not null,
  refused integer not null,
  error integer not null,
  cut integer not null,
  without_own integer not null,
  with_own integer not null,
  constraint answer_rollup_pkey PRIMARY KEY (project_id, span, start, model_id, country_code, topic_id, is_branded) INCLUDE (answers, no_answer, refused, error, cut)
);

create table answers (
  project_id integer not null,
  answer_id bigint not null generated always as identity,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null default 1,
  captured_at timestamp with time zone not null,
  status text not null,
  brand_ids integer[] not null default '{}'::integer[],
  source_count integer not null default 0,
  answer text not null default ''::text,
  served_model text,
  search_ran boolean,
  search_asked text,
  search_tool text,
  effort text,
  country_asked text,
  asked_without text[],
  origin text not null,
  external_id text,
  content_hash bytea not null,
  detector_version smallint not null default 0,
  removed_spans integer[] not null default '{}'::integer[],
  is_partial boolean not null default false,
  is_cut boolean not null default false,
  constraint answers_pkey PRIMARY KEY (project_id, answer_id),
  constraint answers_country_asked_check CHECK ((country_asked = ANY (ARRAY['told'::text, 'from_there'::text, 'not_told'::text]))),
  constraint answers_origin_check CHECK ((origin = ANY (ARRAY['import'::text, 'capture'::text]))),
  constraint answers_search_asked_check CHECK ((search_asked = ANY (ARRAY['forced'::text, 'chosen'::text, 'off'::text]))),
  constraint answers_status_check CHECK ((status = ANY (ARRAY['answered'::text, 'no_answer'::text, 'refused'::text, 'error'::text])))
);
CREATE INDEX answers_belated ON answers USING btree (project_id, day, captured_at) WHERE ((captured_at AT TIME ZONE 'UTC'::text) >= (day + 3));
CREATE UNIQUE INDEX answers_content ON answers USING btree (project_id, content_hash) WHERE (external_id IS NULL);
CREATE INDEX answers_crowded ON answers USING btree (project_id, day, model_id, prompt_id, sample) WHERE ((status = 'answered'::text) AND (cardinality(brand_ids) > 400));
CREATE UNIQUE INDEX answers_external ON answers USING btree (project_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX answers_fact ON answers USING btree (project_id, day, model_id, prompt_id, sample) INCLUDE (answer_id, status);
CREATE INDEX answers_named ON answers USING btree (project_id, day, model_id, prompt_id, sample) INCLUDE (brand_ids) WHERE ((status = 'answered'::text) AND ((cardinality(brand_ids) >= 1) AND (cardinality(brand_ids) <= 400)));
CREATE INDEX answers_newest ON answers USING btree (project_id, captured_at DESC, answer_id DESC);
CREATE INDEX answers_prompt ON answers USING btree (project_id, prompt_id, captured_at DESC, answer_id DESC);
CREATE INDEX answers_unusable ON answers USING btree (project_id, day, model_id, prompt_id, sample) WHERE (status <> 'answered'::text);

create table api_keys (
  key_id integer not null generated always as identity,
  project_id integer not null,
  name text not null,
  hash bytea not null,
  preview text not null,
  access text not null,
  created_by text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  replaced_by integer,
  constraint api_keys_pkey PRIMARY KEY (key_id),
  constraint api_keys_access_check CHECK ((access = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);
CREATE INDEX api_keys_project ON api_keys USING btree (project_id, key_id);

create table audit_log (
  audit_id bigint not null generated always as identity,
  organisation_id integer,
  project_id integer,
  actor text not null,
  door text not null,
  operation text not null,
  target jsonb,
  at timestamp with time zone not null,
  constraint audit_log_pkey PRIMARY KEY (audit_id)
);
CREATE INDEX audit_log_organisation ON audit_log USING btree (organisation_id, audit_id);
CREATE INDEX audit_log_project ON audit_log USING btree (project_id, audit_id);

create table authenticators (
  user_id integer not null,
  secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  turned_on_at timestamp with time zone,
  constraint authenticators_pkey PRIMARY KEY (user_id),
  constraint authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);

create table brand_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  country_code text not null,
  topic_id integer not null,
  is_branded boolean not null,
  brand_id integer not null,
  answers integer not null,
  mention_count bigint not null,
  position_sum bigint not null,
  first_count integer not null,
  sentiment_sum bigint not null,
  sentiment_count integer not null,
  constraint brand_rollup_pkey PRIMARY KEY (project_id, span, start, model_id, country_code, topic_id, is_branded, brand_id) INCLUDE (answers, mention_count, position_sum, first_count, sentiment_sum, sentiment_count)
);

create table brands (
  project_id integer not null,
  brand_id integer not null generated always as identity,
  name text not null,
  name_key text not null,
  aliases jsonb not null default '[]'::jsonb,
  domains text[] not null default '{}'::text[],
  regex text,
  exclude_phrases text[] not null default '{}'::text[],
  is_own boolean not null default false,
  color text not null,
  source text not null default 'manual'::text,
  status text not null default 'ready'::text,
  created_at timestamp with time zone not null default now(),
  constraint brands_pkey PRIMARY KEY (project_id, brand_id),
  constraint brands_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint brands_project_id_name_key_key UNIQUE (project_id, name_key),
  constraint brands_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'suggestion'::text, 'onboarding'::text]))),
  constraint brands_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'recalculating'::text])))
);
CREATE UNIQUE INDEX brands_own ON brands USING btree (project_id) WHERE is_own;

create table call_names (
  project_id integer not null,
  name bytea not null,
  asked bytea not null,
  answer text,
  called_at timestamp with time zone not null,
  constraint call_names_pkey PRIMARY KEY (project_id, name),
  constraint call_names_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);
CREATE INDEX call_names_called_at ON call_names USING btree (called_at);

create table canaries (
  project_id integer not null,
  model_id integer not null,
  day date not null,
  asked_at timestamp with time zone not null,
  status text not null default 'asking'::text,
  error_kind text,
  error text,
  served_model text,
  search_ran boolean,
  source_count integer,
  answer_bytes integer,
  latency_ms integer,
  constraint canaries_pkey PRIMARY KEY (project_id, model_id, day),
  constraint canaries_project_id_model_id_fkey FOREIGN KEY (project_id, model_id) REFERENCES models(project_id, model_id) ON DELETE CASCADE,
  constraint canaries_status_check CHECK ((status = ANY (ARRAY['asking'::text, 'answered'::text, 'no_answer'::text, 'refused'::text, 'failed'::text, 'skipped_budget'::text])))
);

create table capture_budgets (
  project_id integer not null,
  daily_cap_micros bigint,
  monthly_cap_micros bigint,
  constraint capture_budgets_pkey PRIMARY KEY (project_id),
  constraint capture_budgets_daily_cap_micros_check CHECK ((daily_cap_micros >= 0)),
  constraint capture_budgets_monthly_cap_micros_check CHECK ((monthly_cap_micros >= 0)),
  constraint capture_budgets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table capture_ledger (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  asked integer not null default 0,
  reserved_micros bigint not null default 0,
  spent_micros bigint not null default 0,
  held_until timestamp with time zone,
  deleted integer not null default 0,
  constraint capture_ledger_pkey PRIMARY KEY (project_id, day, model_id),
  constraint capture_ledger_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table capture_runs (
  project_id integer not null,
  run_id integer not null generated always as identity,
  day date not null,
  created_at timestamp with time zone not null default now(),
  completed_at timestamp with time zone,
  constraint capture_runs_pkey PRIMARY KEY (project_id, run_id),
  constraint capture_runs_project_id_day_key UNIQUE (project_id, day),
  constraint capture_runs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);
CREATE INDEX capture_runs_open ON capture_runs USING btree (project_id, run_id) WHERE (completed_at IS NULL);

create table capture_submissions (
  project_id integer not null,
  submission_id bigint not null generated always as identity,
  model_id integer not null,
  submission_key uuid not null,
  base_url text not null,
  asked jsonb not null,
  set_up text not null,
  sent_at timestamp with time zone not null,
  ticket text,
  looks integer not null default 0,
  look_at timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  process_id integer,
  error text,
  constraint capture_submissions_pkey PRIMARY KEY (project_id, submission_id),
  constraint capture_submissions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);
CREATE INDEX capture_submissions_due ON capture_submissions USING btree (project_id, look_at);

create table capture_targets (
  project_id integer not null,
  model_id integer not null,
  base_url text,
  parameters jsonb not null default '{}'::jsonb,
  api_key bytea,
  api_key_hint text,
  samples_per_day smallint not null default 1,
  concurrency smallint not null default 4,
  requests_per_minute integer,
  next_free_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  slowed_until timestamp with time zone,
  refusals jsonb not null default '{}'::jsonb,
  listed jsonb,
  probe jsonb,
  price jsonb,
  measured jsonb not null default '{}'::jsonb,
  failure_streak integer not null default 0,
  refused_streak integer not null default 0,
  failing_since timestamp with time zone,
  paused_until timestamp with time zone,
  paused_reason text,
  last_success_at timestamp with time zone,
  costliest_micros bigint not null default 0,
  last_error text,
  last_error_kind text,
  asked_so_since timestamp with time zone not null default '-infinity'::timestamp with time zone,
  has_canary boolean not null default true,
  constraint capture_targets_pkey PRIMARY KEY (project_id, model_id),
  constraint capture_targets_concurrency_check CHECK (((concurrency >= 1) AND (concurrency <= 64))),
  constraint capture_targets_project_id_model_id_fkey FOREIGN KEY (project_id, model_id) REFERENCES models(project_id, model_id) ON DELETE CASCADE,
  constraint capture_targets_requests_per_minute_check CHECK ((requests_per_minute > 0)),
  constraint capture_targets_samples_per_day_check CHECK (((samples_per_day >= 1) AND (samples_per_day <= 10)))
);

create table capture_tasks (
  project_id integer not null,
  task_id bigint not null generated always as identity,
  run_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  asked_at timestamp with time zone,
  is_repeat boolean not null default false,
  status text not null default 'queued'::text,
  attempts smallint not null default 0,
  run_after timestamp with time zone not null,
  worker uuid,
  process_id integer,
  lease_until timestamp with time zone,
  submission_id bigint,
  reserved_micros bigint not null default 0,
  cost_micros bigint not null default 0,
  error_kind text,
  error text,
  answer_id bigint,
  finished_at timestamp with time zone,
  body_hash bytea,
  answer_hash bytea,
  constraint capture_tasks_pkey PRIMARY KEY (project_id, task_id),
  constraint capture_tasks_check CHECK (((asked_at IS NOT NULL) OR (NOT is_repeat))),
  constraint capture_tasks_project_id_day_model_id_prompt_id_sample_key UNIQUE (project_id, day, model_id, prompt_id, sample),
  constraint capture_tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint capture_tasks_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'submitted'::text, 'done'::text, 'failed'::text, 'skipped_budget'::text, 'cancelled'::text, 'copied'::text])))
);
CREATE INDEX capture_tasks_due ON capture_tasks USING btree (project_id, model_id, run_after) WHERE (status = 'queued'::text);
CREATE INDEX capture_tasks_leased ON capture_tasks USING btree (project_id, model_id, lease_until) WHERE (status = ANY (ARRAY['running'::text, 'submitted'::text]));
CREATE INDEX capture_tasks_run ON capture_tasks USING btree (project_id, run_id, status);
CREATE INDEX capture_tasks_submitted ON capture_tasks USING btree (project_id, submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX capture_tasks_without_reply ON capture_tasks USING btree (project_id, day, model_id) WHERE (((status = 'failed'::text) AND (answer_id IS NULL)) OR is_repeat);

create table capture_turns (
  project_id integer not null,
  turn_at timestamp with time zone not null,
  constraint capture_turns_pkey PRIMARY KEY (project_id),
  constraint capture_turns_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);
CREATE INDEX capture_turns_next ON capture_turns USING btree (turn_at);

create table cell_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  cells bytea storage external not null,
  version uuid not null default gen_random_uuid(),
  constraint cell_rollup_pkey PRIMARY KEY (project_id, span, start, model_id, version),
  constraint cell_rollup_format CHECK (((get_byte(cells, 0) = 133) AND ((octet_length(cells) % 4) = 1)))
);

create table citations (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  url_id integer not null,
  domain_id integer not null,
  retrieved smallint not null,
  cited smallint not null,
  position integer not null,
  raw_url text,
  constraint citations_pkey PRIMARY KEY (project_id, day, model_id, prompt_id, sample, url_id) INCLUDE (domain_id, retrieved, cited)
);
CREATE INDEX citations_domain ON citations USING btree (project_id, domain_id, day);
CREATE INDEX citations_url ON citations USING btree (project_id, url_id, day);

create table domain_rollup (
  project_id integer not null,
  span smallint not null,
  only_branded boolean not null,
  start date not null,
  model_id integer not null,
  domain_id integer not null,
  answers integer not null,
  retrieved_answers integer not null,
  cited_answers integer not null,
  retrievals integer not null,
  citations integer not null,
  brands bit varying not null,
  constraint domain_rollup_pkey PRIMARY KEY (project_id, span, only_branded, model_id, start, domain_id) INCLUDE (answers, retrieved_answers, cited_answers, retrievals, citations)
);

create table domains (
  project_id integer not null,
  domain_id integer not null generated always as identity,
  domain text not null,
  classification text not null,
  is_classified_by_user boolean not null default false,
  constraint domains_pkey PRIMARY KEY (project_id, domain_id),
  constraint domains_project_id_domain_key UNIQUE (project_id, domain)
);

create table events_told (
  project_id integer not null,
  fact text not null,
  told_at timestamp with time zone not null,
  constraint events_told_pkey PRIMARY KEY (project_id, fact),
  constraint events_told_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table first_things (
  thing text not null,
  noted_at timestamp with time zone not null default now(),
  constraint first_things_pkey PRIMARY KEY (thing)
);

create table gap_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  domain_id integer not null,
  is_branded boolean not null,
  without_own integer not null,
  with_own integer not null,
  constraint gap_rollup_pkey PRIMARY KEY (project_id, span, start, domain_id, is_branded) INCLUDE (without_own, with_own)
);

create table health_problems (
  project_id integer not null,
  model_id integer not null,
  problem text not null,
  since timestamp with time zone not null,
  noticed_at timestamp with time zone not null,
  message text not null,
  said text,
  constraint health_problems_pkey PRIMARY KEY (project_id, model_id, problem),
  constraint health_problems_project_id_model_id_fkey FOREIGN KEY (project_id, model_id) REFERENCES models(project_id, model_id) ON DELETE CASCADE
);

create table identities (
  organisation_id integer not null,
  subject text not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  is_replaceable boolean not null default false,
  constraint identities_pkey PRIMARY KEY (organisation_id, subject),
  constraint identities_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES sign_ons(organisation_id) ON DELETE CASCADE,
  constraint identities_organisation_id_user_id_key UNIQUE (organisation_id, user_id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX identities_user ON identities USING btree (user_id);

create table invitations (
  invitation_id integer not null generated always as identity,
  hash bytea not null,
  organisation_id integer not null,
  email text not null,
  role text not null,
  invited_by integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (invitation_id),
  constraint invitations_hash_key UNIQUE (hash),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(organisation_id) ON DELETE CASCADE,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text, 'owner'::text])))
);
CREATE INDEX invitations_organisation ON invitations USING btree (organisation_id);

create table judged_names (
  project_id integer not null,
  name_key text not null,
  judge text not null,
  is_brand boolean not null,
  canonical_name text,
  judged_at timestamp with time zone not null,
  constraint judged_names_pkey PRIMARY KEY (project_id, name_key),
  constraint judged_names_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table judgements (
  project_id integer not null,
  answer_id bigint not null,
  brand_id integer not null,
  judge text not null,
  content_hash bytea not null,
  score smallint,
  quote_start integer,
  quote_end integer,
  judged_at timestamp with time zone not null,
  estimate smallint,
  decided smallint,
  decided_by text,
  decided_at timestamp with time zone,
  constraint judgements_pkey PRIMARY KEY (project_id, answer_id, brand_id),
  constraint judgements_decided_check CHECK (((decided >= '-1000'::integer) AND (decided <= 1000))),
  constraint judgements_estimate_check CHECK (((estimate >= '-1000'::integer) AND (estimate <= 1000))),
  constraint judgements_score_check CHECK (((score >= '-1000'::integer) AND (score <= 1000)))
);
CREATE INDEX judgements_content ON judgements USING btree (project_id, content_hash, brand_id);
CREATE INDEX judgements_decided ON judgements USING btree (project_id, decided_by) WHERE (decided_by IS NOT NULL);

create table judges (
  project_id integer not null,
  model_id integer not null,
  since date not null,
  last_answer_id bigint not null default 0,
  busy_until timestamp with time zone,
  waits_until timestamp with time zone,
  failure_streak integer not null default 0,
  last_error text,
  last_error_kind text,
  failing_since timestamp with time zone,
  last_success_at timestamp with time zone,
  created_at timestamp with time zone not null,
  measured jsonb,
  measuring jsonb,
  constraint judges_pkey PRIMARY KEY (project_id),
  constraint judges_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint judges_project_id_model_id_fkey FOREIGN KEY (project_id, model_id) REFERENCES capture_targets(project_id, model_id) ON DELETE CASCADE
);

create table known_devices (
  device_id integer not null generated always as identity,
  hash bytea not null,
  user_id integer not null,
  network text not null,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  trusted_until timestamp with time zone,
  former_hashes bytea[] not null default '{}'::bytea[],
  renamed_at timestamp with time zone,
  constraint known_devices_pkey PRIMARY KEY (hash, user_id),
  constraint known_devices_device_id_key UNIQUE (device_id),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX known_devices_user ON known_devices USING btree (user_id);

create table mail_alerts (
  project_id integer not null,
  alert_id bigint not null generated always as identity,
  user_id integer not null,
  payload text not null,
  created_at timestamp with time zone not null,
  mail bigint,
  mailed_at timestamp with time zone,
  constraint mail_alerts_pkey PRIMARY KEY (project_id, alert_id),
  constraint mail_alerts_project_id_user_id_fkey FOREIGN KEY (project_id, user_id) REFERENCES mail_choices(project_id, user_id) ON DELETE CASCADE
);
CREATE INDEX mail_alerts_user ON mail_alerts USING btree (project_id, user_id, alert_id);

create table mail_choices (
  project_id integer not null,
  user_id integer not null,
  week boolean not null default false,
  week_mailed date,
  week_written boolean not null default false,
  events text[] not null default '{}'::text[],
  constraint mail_choices_pkey PRIMARY KEY (project_id, user_id),
  constraint mail_choices_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint mail_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);

create table memberships (
  organisation_id integer not null,
  user_id integer not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint memberships_pkey PRIMARY KEY (organisation_id, user_id),
  constraint memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(organisation_id) ON DELETE CASCADE,
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text, 'owner'::text]))),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX memberships_user ON memberships USING btree (user_id);

create table mentions (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  brand_id integer not null,
  position integer not null,
  mention_count integer not null,
  sentiment smallint,
  evidence integer[] not null default '{}'::integer[],
  is_judged boolean not null default false,
  constraint mentions_pkey PRIMARY KEY (project_id, day, model_id, prompt_id, sample, brand_id) INCLUDE ("position", mention_count, sentiment)
);
CREATE INDEX mentions_brand ON mentions USING btree (project_id, brand_id, day);

create table models (
  project_id integer not null,
  model_id integer not null generated always as identity,
  slug text not null,
  name text not null,
  provider text not null,
  surface text not null,
  requested_model text,
  is_active boolean not null default true,
  supports_search_queries boolean not null default false,
  supports_retrieved boolean not null default false,
  supports_cited boolean not null default false,
  supports_location boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint models_pkey PRIMARY KEY (project_id, model_id),
  constraint models_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint models_project_id_slug_key UNIQUE (project_id, slug),
  constraint models_surface_check CHECK ((surface = ANY (ARRAY['api'::text, 'ui'::text, 'serp'::text, 'local'::text, 'import'::text])))
);

create table oauth_clients (
  client_id text not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (client_id)
);
CREATE INDEX oauth_clients_created ON oauth_clients USING btree (created_at);

create table oauth_codes (
  hash bytea not null,
  client_id text not null,
  user_id integer not null,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  grant_id integer,
  sign_on integer,
  constraint oauth_codes_pkey PRIMARY KEY (hash),
  constraint oauth_codes_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(grant_id) ON DELETE CASCADE,
  constraint oauth_codes_sign_on_fkey FOREIGN KEY (sign_on) REFERENCES organisations(organisation_id) ON DELETE CASCADE,
  constraint oauth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);

create table oauth_grants (
  grant_id integer not null generated always as identity,
  client_id text not null,
  user_id integer not null,
  scopes text[] not null,
  resource text not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoke_reason text,
  sign_on integer,
  constraint oauth_grants_pkey PRIMARY KEY (grant_id),
  constraint oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_grants_sign_on_fkey FOREIGN KEY (sign_on) REFERENCES organisations(organisation_id) ON DELETE CASCADE,
  constraint oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_client ON oauth_grants USING btree (client_id);
CREATE INDEX oauth_grants_user ON oauth_grants USING btree (user_id);

create table oauth_requests (
  hash bytea not null,
  session_id integer not null,
  client_id text not null,
  redirect_uri text not null,
  redirect_uri_given boolean not null,
  code_challenge text not null,
  state text,
  resource text not null,
  expires_at timestamp with time zone not null,
  granted text[],
  constraint oauth_requests_pkey PRIMARY KEY (hash),
  constraint oauth_requests_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE CASCADE
);
CREATE INDEX oauth_requests_session ON oauth_requests USING btree (session_id);

create table oauth_tokens (
  hash bytea not null,
  grant_id integer not null,
  kind text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  answer bytea,
  constraint oauth_tokens_pkey PRIMARY KEY (hash),
  constraint oauth_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(grant_id) ON DELETE CASCADE,
  constraint oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens USING btree (expires_at);
CREATE INDEX oauth_tokens_grant ON oauth_tokens USING btree (grant_id);

create table onboarding_sessions (
  session_id integer not null generated always as identity,
  user_id integer not null,
  organisation_id integer not null,
  proposal jsonb not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  project_id integer,
  constraint onboarding_sessions_pkey PRIMARY KEY (session_id),
  constraint onboarding_sessions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(organisation_id) ON DELETE CASCADE,
  constraint onboarding_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX onboarding_sessions_user ON onboarding_sessions USING btree (user_id, session_id);

create table organisations (
  organisation_id integer not null generated always as identity,
  name text not null,
  plan text not null,
  created_at timestamp with time zone not null default now(),
  constraint organisations_pkey PRIMARY KEY (organisation_id)
);

create table passkey_challenges (
  hash bytea not null,
  user_id integer,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (hash),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_user ON passkey_challenges USING btree (user_id);

create table passkeys (
  passkey_id integer not null generated always as identity,
  user_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (passkey_id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

create table password_resets (
  hash bytea not null,
  user_id integer not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint password_resets_user_id_key UNIQUE (user_id)
);

create table projects (
  project_id integer not null generated always as identity,
  organisation_id integer not null,
  name text not null,
  domain text not null,
  status text not null default 'active'::text,
  country_code text not null,
  language_code text not null,
  timezone text not null default 'UTC'::text,
  schedule_weekdays smallint[] not null default '{1,2,3,4,5,6,7}'::smallint[],
  schedule_hour smallint not null default 6,
  profile jsonb,
  keep_answers_days integer,
  keep_raw_bodies_days integer,
  keep_runs_days integer,
  keep_audit_days integer,
  created_at timestamp with time zone not null default now(),
  constraint projects_pkey PRIMARY KEY (project_id),
  constraint projects_keep_answers_days_check CHECK ((keep_answers_days > 0)),
  constraint projects_keep_audit_days_check CHECK ((keep_audit_days > 0)),
  constraint projects_keep_raw_bodies_days_check CHECK ((keep_raw_bodies_days > 0)),
  constraint projects_keep_runs_days_check CHECK ((keep_runs_days > 0)),
  constraint projects_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(organisation_id),
  constraint projects_schedule_hour_check CHECK (((schedule_hour >= 0) AND (schedule_hour <= 23))),
  constraint projects_status_check CHECK ((status = ANY (ARRAY['onboarding'::text, 'active'::text, 'paused'::text])))
);
CREATE INDEX projects_organisation ON projects USING btree (organisation_id);

create table prompt_import_lines (
  project_id integer not null,
  import_id integer not null,
  place integer not null,
  line integer not null,
  prompt jsonb,
  problem text,
  constraint prompt_import_lines_pkey PRIMARY KEY (project_id, import_id, place),
  constraint prompt_import_lines_project_id_import_id_fkey FOREIGN KEY (project_id, import_id) REFERENCES prompt_imports(project_id, import_id) ON DELETE CASCADE
);

create table prompt_imports (
  project_id integer not null,
  import_id integer not null generated always as identity,
  status text not null default 'running'::text,
  total integer not null,
  imported integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  problem text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint prompt_imports_pkey PRIMARY KEY (project_id, import_id),
  constraint prompt_imports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint prompt_imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX prompt_imports_running ON prompt_imports USING btree (project_id) WHERE (status = 'running'::text);

create table prompt_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  prompt_id integer not null,
  answers integer not null,
  without_own integer not null,
  with_own integer not null,
  constraint prompt_rollup_pkey PRIMARY KEY (project_id, span, start, prompt_id) INCLUDE (answers, without_own, with_own)
);

create table prompt_tags (
  project_id integer not null,
  tag_id integer not null,
  prompt_id integer not null,
  constraint prompt_tags_pkey PRIMARY KEY (project_id, tag_id, prompt_id),
  constraint prompt_tags_project_id_prompt_id_fkey FOREIGN KEY (project_id, prompt_id) REFERENCES prompts(project_id, prompt_id) ON DELETE CASCADE,
  constraint prompt_tags_project_id_tag_id_fkey FOREIGN KEY (project_id, tag_id) REFERENCES tags(project_id, tag_id) ON DELETE CASCADE
);
CREATE INDEX prompt_tags_prompt ON prompt_tags USING btree (project_id, prompt_id);

create table prompts (
  project_id integer not null,
  prompt_id integer not null generated always as identity,
  text text not null,
  country_code text not null,
  language_code text not null,
  topic_id integer,
  status text not null default 'active'::text,
  is_branded boolean not null default false,
  brand_ids integer[] not null default '{}'::integer[],
  created_at timestamp with time zone not null default now(),
  last_run_at timestamp with time zone,
  constraint prompts_pkey PRIMARY KEY (project_id, prompt_id),
  constraint prompts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint prompts_project_id_topic_id_fkey FOREIGN KEY (project_id, topic_id) REFERENCES topics(project_id, topic_id),
  constraint prompts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
);
CREATE INDEX prompts_aside ON prompts USING btree (project_id, prompt_id) WHERE ((status = 'archived'::text) OR is_branded);
CREATE UNIQUE INDEX prompts_text ON prompts USING btree (project_id, md5(text), country_code);
CREATE INDEX prompts_topic ON prompts USING btree (project_id, topic_id);

create unlogged table rate_limits (
  subject text not null,
  window_ends timestamp with time zone not null,
  points integer not null,
  free_at timestamp with time zone,
  constraint rate_limits_pkey PRIMARY KEY (subject)
);
CREATE INDEX rate_limits_ended ON rate_limits USING btree (window_ends);

create table raw_answers (
  project_id integer not null,
  answer_id bigint not null,
  adapter_version text not null,
  body bytea storage external not null,
  constraint raw_answers_pkey PRIMARY KEY (project_id, answer_id)
);

create table recalculations (
  project_id integer not null,
  rules_hash text not null,
  detector_version smallint not null,
  last_answer_id bigint not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint recalculations_pkey PRIMARY KEY (project_id),
  constraint recalculations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table recovery_codes (
  hash bytea not null,
  user_id integer not null,
  constraint recovery_codes_pkey PRIMARY KEY (hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_user ON recovery_codes USING btree (user_id);

create table rollup_brands (
  project_id integer not null,
  brand_id integer not null,
  place integer not null,
  constraint rollup_brands_pkey PRIMARY KEY (project_id, brand_id),
  constraint rollup_brands_project_id_place_key UNIQUE (project_id, place)
);

create table rollup_days (
  project_id integer not null,
  day date not null,
  version uuid not null,
  has_sources boolean not null,
  constraint rollup_days_pkey PRIMARY KEY (project_id, day) INCLUDE (version, has_sources)
);

create table rollup_dirty (
  project_id integer not null,
  day date not null,
  dirty_id bigint not null generated always as identity,
  first_answer bigint,
  last_answer bigint,
  answers integer,
  version uuid not null default gen_random_uuid(),
  constraint rollup_dirty_pkey PRIMARY KEY (project_id, day, dirty_id)
);

create table search_queries (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  position integer not null,
  query text not null,
  constraint search_queries_pkey PRIMARY KEY (project_id, day, model_id, prompt_id, sample, "position")
);

create table seen_clock (
  clock_id integer not null default 1,
  believed_at timestamp with time zone not null,
  looked_at timestamp with time zone not null,
  doubted_since timestamp with time zone,
  constraint seen_clock_pkey PRIMARY KEY (clock_id)
);

create table sessions (
  session_id integer not null generated always as identity,
  hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  sign_on integer,
  device_id integer,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_hash_key UNIQUE (hash),
  constraint sessions_sign_on_fkey FOREIGN KEY (sign_on) REFERENCES organisations(organisation_id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

create table setup_tokens (
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint setup_tokens_pkey PRIMARY KEY (hash)
);

create table share_links (
  project_id integer not null,
  share_id integer not null generated always as identity,
  hash bytea not null,
  name text not null,
  page text not null,
  query jsonb not null,
  created_by text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint share_links_pkey PRIMARY KEY (project_id, share_id),
  constraint share_links_hash_key UNIQUE (hash),
  constraint share_links_page_check CHECK ((page = ANY (ARRAY['overview'::text, 'brands'::text, 'sources'::text, 'week'::text]))),
  constraint share_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table sign_on_requests (
  hash bytea not null,
  organisation_id integer not null,
  next text,
  expires_at timestamp with time zone not null,
  constraint sign_on_requests_pkey PRIMARY KEY (hash),
  constraint sign_on_requests_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES sign_ons(organisation_id) ON DELETE CASCADE
);
CREATE INDEX sign_on_requests_organisation ON sign_on_requests USING btree (organisation_id);

create table sign_ons (
  organisation_id integer not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  scope text not null,
  groups_claim text not null,
  domains text[] not null,
  roles jsonb not null,
  default_role text,
  is_enforced boolean not null,
  updated_at timestamp with time zone not null,
  constraint sign_ons_pkey PRIMARY KEY (organisation_id),
  constraint sign_ons_default_role_check CHECK ((default_role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text]))),
  constraint sign_ons_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(organisation_id) ON DELETE CASCADE
);

create table started_sign_ins (
  hash bytea not null,
  user_id integer not null,
  next text,
  expires_at timestamp with time zone not null,
  constraint started_sign_ins_pkey PRIMARY KEY (hash),
  constraint started_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX started_sign_ins_user ON started_sign_ins USING btree (user_id);

create table suggestions (
  project_id integer not null,
  suggestion_id integer not null generated always as identity,
  kind text not null,
  status text not null default 'open'::text,
  name text not null,
  name_key text not null,
  domains text[] not null default '{}'::text[],
  chat_count integer not null default 0,
  model_count integer not null default 0,
  examples jsonb not null default '[]'::jsonb,
  detail jsonb not null default '{}'::jsonb,
  reason text not null,
  score real not null default 0,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by text,
  result_id integer,
  lost_at timestamp with time zone,
  constraint suggestions_pkey PRIMARY KEY (project_id, suggestion_id),
  constraint suggestions_kind_check CHECK ((kind = ANY (ARRAY['brand'::text, 'prompt'::text, 'topic'::text]))),
  constraint suggestions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint suggestions_project_id_kind_name_key_key UNIQUE (project_id, kind, name_key),
  constraint suggestions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text])))
);
CREATE INDEX suggestions_open ON suggestions USING btree (project_id, kind, status, score DESC, suggestion_id);

create table tags (
  project_id integer not null,
  tag_id integer not null generated always as identity,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamp with time zone not null default now(),
  constraint tags_pkey PRIMARY KEY (project_id, tag_id),
  constraint tags_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint tags_project_id_name_key_key UNIQUE (project_id, name_key)
);

create table topics (
  project_id integer not null,
  topic_id integer not null generated always as identity,
  name text not null,
  name_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint topics_pkey PRIMARY KEY (project_id, topic_id),
  constraint topics_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint topics_project_id_name_key_key UNIQUE (project_id, name_key)
);

create table url_rollup (
  project_id integer not null,
  span smallint not null,
  only_branded boolean not null,
  start date not null,
  model_id integer not null,
  url_id integer not null,
  answers integer not null,
  retrieved_answers integer not null,
  cited_answers integer not null,
  retrievals integer not null,
  citations integer not null,
  brands bit varying not null,
  constraint url_rollup_pkey PRIMARY KEY (project_id, span, only_branded, model_id, start, url_id) INCLUDE (answers, retrieved_answers, cited_answers, retrievals, citations)
);

create table urls (
  project_id integer not null,
  url_id integer not null generated always as identity,
  url text not null,
  url_hash uuid not null,
  domain_id integer not null,
  title text,
  page_type text not null,
  constraint urls_pkey PRIMARY KEY (project_id, url_id),
  constraint urls_project_id_url_hash_key UNIQUE (project_id, url_hash)
);
CREATE INDEX urls_domain ON urls USING btree (project_id, domain_id);

create table users (
  user_id integer not null generated always as identity,
  email text not null,
  name text not null default ''::text,
  password_hash text,
  is_disabled boolean not null default false,
  wrong_codes integer not null default 0,
  has_signed_in boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));

create table verdicts (
  project_id integer not null,
  answer_id bigint not null,
  brand_id integer not null,
  doubt text not null,
  passage text not null,
  judge text not null,
  text_hash bytea not null,
  judged boolean,
  quote text,
  judged_at timestamp with time zone not null,
  decided boolean,
  decided_by text,
  decided_at timestamp with time zone,
  kept jsonb,
  constraint verdicts_pkey PRIMARY KEY (project_id, answer_id, brand_id),
  constraint verdicts_doubt_check CHECK ((doubt = ANY (ARRAY['name'::text, 'absence'::text])))
);
CREATE INDEX verdicts_decided ON verdicts USING btree (project_id, decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX verdicts_text ON verdicts USING btree (project_id, text_hash);

create table view_roles (
  project_id integer,
  role text not null,
  granted_at timestamp with time zone not null,
  constraint view_roles_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE,
  constraint view_roles_project_id_role_key UNIQUE NULLS NOT DISTINCT (project_id, role)
);

create table webhook_deliveries (
  project_id integer not null,
  delivery_id bigint not null generated always as identity,
  webhook_id integer not null,
  event text not null,
  payload text not null,
  status text not null default 'pending'::text,
  attempts smallint not null default 0,
  next_try_at timestamp with time zone,
  last_status integer,
  last_error text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (project_id, delivery_id),
  constraint webhook_deliveries_project_id_webhook_id_fkey FOREIGN KEY (project_id, webhook_id) REFERENCES webhooks(project_id, webhook_id) ON DELETE CASCADE,
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries USING btree (next_try_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries USING btree (project_id, webhook_id, delivery_id DESC);

create table webhooks (
  project_id integer not null,
  webhook_id integer not null generated always as identity,
  url text not null,
  secret bytea not null,
  events text[] not null,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint webhooks_pkey PRIMARY KEY (project_id, webhook_id),
  constraint webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE
);

create table worker_processes (
  process_id integer not null generated always as identity,
  worker_ids text[] not null,
  started_at timestamp with time zone not null default now(),
  constraint worker_processes_pkey PRIMARY KEY (process_id)
);
