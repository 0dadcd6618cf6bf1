// Written by `npm run schema` from the migrated database. To change it, see CONTRIBUTING.md.
// biome-ignore-all format: generated
import type { ColumnType, Generated } from "kysely";
import type { Plan } from "../src/core/plans.ts";

/** Read as RFC 3339 in UTC. */
type Time = ColumnType<string, Date | string, Date | string>;
type NewTime = ColumnType<string, Date | string | undefined, Date | string>;
/** Read as it was written, written as text. */
type Json = ColumnType<unknown, string, string>;
type NewJson = ColumnType<unknown, string | undefined, string>;

/** A row of every table, by the table's name. */
export type Tables = {
  actions: {
    project_id: number; action_id: Generated<number>;
    kind: "prompt_gap" | "source_gap" | "page_unnamed" | "page_lost" | "page_uncited";
    prompt_id: number | null; subject: Generated<string>;
    status: Generated<"open" | "doing" | "done" | "dismissed">; reason: string | null;
    owner: string | null; note: string | null; due_on: string | null; shipped_on: string | null;
    expected: Json | null; changed_by: string | null; updated_at: Time;
  };
  answer_extras: {
    project_id: number; day: string; model_id: number; prompt_id: number; sample: number;
    position: number; kind: "ad" | "product" | "business" | "entity"; title: string;
    url: string | null; price: string | null;
  };
  answer_rollup: {
    project_id: number; span: number; start: string; model_id: number; country_code: string;
    topic_id: number; is_branded: boolean; answers: number; no_answer: number; refused: number;
    error: number; cut: number; without_own: number; with_own: number;
  };
  answers: {
    project_id: number; answer_id: Generated<number>; day: string; model_id: number;
    prompt_id: number; sample: Generated<number>; captured_at: Time;
    status: "answered" | "no_answer" | "refused" | "error"; brand_ids: Generated<number[]>;
    source_count: Generated<number>; answer: Generated<string>; served_model: string | null;
    search_ran: boolean | null; search_asked: "forced" | "chosen" | "off" | null;
    search_tool: string | null; effort: string | null;
    country_asked: "told" | "from_there" | "not_told" | null; asked_without: string[] | null;
    origin: "import" | "capture"; external_id: string | null; content_hash: Buffer;
    detector_version: Generated<number>; removed_spans: Generated<number[]>;
    is_partial: Generated<boolean>; is_cut: Generated<boolean>;
  };
  api_keys: {
    key_id: Generated<number>; project_id: number; name: string; hash: Buffer; preview: string;
    access: "read" | "write"; created_by: string | null; created_at: NewTime;
    expires_at: Time | null; last_used_at: Time | null; revoked_at: Time | null;
    revoked_by: string | null; replaced_by: number | null;
  };
  audit_log: {
    audit_id: Generated<number>; organisation_id: number | null; project_id: number | null;
    actor: string; door: string; operation: string; target: Json | null; at: Time;
  };
  authenticators: {
    user_id: number; secret: Buffer; last_step: Generated<number>; created_at: Time;
    turned_on_at: Time | null;
  };
  brand_rollup: {
    project_id: number; span: number; start: string; model_id: number; country_code: string;
    topic_id: number; is_branded: boolean; brand_id: number; answers: number; mention_count: number;
    position_sum: number; first_count: number; sentiment_sum: number; sentiment_count: number;
  };
  brands: {
    project_id: number; brand_id: Generated<number>; name: string; name_key: string;
    aliases: NewJson; domains: Generated<string[]>; regex: string | null;
    exclude_phrases: Generated<string[]>; is_own: Generated<boolean>; color: string;
    source: Generated<"manual" | "suggestion" | "onboarding">;
    status: Generated<"ready" | "recalculating">; created_at: NewTime;
  };
  call_names: {
    project_id: number; name: Buffer; asked: Buffer; answer: string | null; called_at: Time;
  };
  canaries: {
    project_id: number; model_id: number; day: string; asked_at: Time;
    status: Generated<"asking" | "answered" | "no_answer" | "refused" | "failed" | "skipped_budget">;
    error_kind: string | null; error: string | null; served_model: string | null;
    search_ran: boolean | null; source_count: number | null; answer_bytes: number | null;
    latency_ms: number | null;
  };
  capture_budgets: {
    project_id: number; daily_cap_micros: number | null; monthly_cap_micros: number | null;
  };
  capture_ledger: {
    project_id: number; day: string; model_id: number; asked: Generated<number>;
    reserved_micros: Generated<number>; spent_micros: Generated<number>; held_until: Time | null;
    deleted: Generated<number>;
  };
  capture_runs: {
    project_id: number; run_id: Generated<number>; day: string; created_at: NewTime;
    completed_at: Time | null;
  };
  capture_submissions: {
    project_id: number; submission_id: Generated<number>; model_id: number; submission_key: string;
    base_url: string; asked: Json; set_up: string; sent_at: Time; ticket: string | null;
    looks: Generated<number>; look_at: Time; give_up_at: Time; process_id: number | null;
    error: string | null;
  };
  capture_targets: {
    project_id: number; model_id: number; base_url: string | null; parameters: NewJson;
    api_key: Buffer | null; api_key_hint: string | null; samples_per_day: Generated<number>;
    concurrency: Generated<number>; requests_per_minute: number | null; next_free_at: NewTime;
    slowed_until: Time | null; refusals: NewJson; listed: Json | null; probe: Json | null;
    price: Json | null; measured: NewJson; failure_streak: Generated<number>;
    refused_streak: Generated<number>; failing_since: Time | null; paused_until: Time | null;
    paused_reason: string | null; last_success_at: Time | null; costliest_micros: Generated<number>;
    last_error: string | null; last_error_kind: string | null; asked_so_since: NewTime;
    has_canary: Generated<boolean>;
  };
  capture_tasks: {
    project_id: number; task_id: Generated<number>; run_id: number; day: string; model_id: number;
    prompt_id: number; sample: number; asked_at: Time | null; is_repeat: Generated<boolean>;
    status: Generated<"queued" | "running" | "submitted" | "done" | "failed" | "skipped_budget" | "cancelled" | "copied">;
    attempts: Generated<number>; run_after: Time; worker: string | null; process_id: number | null;
    lease_until: Time | null; submission_id: number | null; reserved_micros: Generated<number>;
    cost_micros: Generated<number>; error_kind: string | null; error: string | null;
    answer_id: number | null; finished_at: Time | null; body_hash: Buffer | null;
    answer_hash: Buffer | null;
  };
  capture_turns: {
    project_id: number; turn_at: Time;
  };
  cell_rollup: {
    project_id: number; span: number; start: string; model_id: number; cells: Buffer;
    version: Generated<string>;
  };
  citations: {
    project_id: number; day: string; model_id: number; prompt_id: number; sample: number;
    url_id: number; domain_id: number; retrieved: number; cited: number; position: number;
    raw_url: string | null;
  };
  domain_rollup: {
    project_id: number; span: number; only_branded: boolean; start: string; model_id: number;
    domain_id: number; answers: number; retrieved_answers: number; cited_answers: number;
    retrievals: number; citations: number; brands: string;
  };
  domains: {
    project_id: number; domain_id: Generated<number>; domain: string; classification: string;
    is_classified_by_user: Generated<boolean>;
  };
  events_told: {
    project_id: number; fact: string; told_at: Time;
  };
  first_things: {
    thing: string; noted_at: NewTime;
  };
  gap_rollup: {
    project_id: number; span: number; start: string; domain_id: number; is_branded: boolean;
    without_own: number; with_own: number;
  };
  health_problems: {
    project_id: number; model_id: number; problem: string; since: Time; noticed_at: Time;
    message: string; said: string | null;
  };
  identities: {
    organisation_id: number; subject: string; user_id: number; created_at: Time; seen_at: Time;
    is_replaceable: Generated<boolean>;
  };
  invitations: {
    invitation_id: Generated<number>; hash: Buffer; organisation_id: number; email: string;
    role: "viewer" | "member" | "admin" | "owner"; invited_by: number | null; created_at: Time;
    expires_at: Time; accepted_at: Time | null; revoked_at: Time | null;
  };
  judged_names: {
    project_id: number; name_key: string; judge: string; is_brand: boolean;
    canonical_name: string | null; judged_at: Time;
  };
  judgements: {
    project_id: number; answer_id: number; brand_id: number; judge: string; content_hash: Buffer;
    score: number | null; quote_start: number | null; quote_end: number | null; judged_at: Time;
    estimate: number | null; decided: number | null; decided_by: string | null;
    decided_at: Time | null;
  };
  judges: {
    project_id: number; model_id: number; since: string; last_answer_id: Generated<number>;
    busy_until: Time | null; waits_until: Time | null; failure_streak: Generated<number>;
    last_error: string | null; last_error_kind: string | null; failing_since: Time | null;
    last_success_at: Time | null; created_at: Time; measured: Json | null; measuring: Json | null;
  };
  known_devices: {
    device_id: Generated<number>; hash: Buffer; user_id: number; network: string;
    user_agent: Generated<string>; created_at: Time; last_used_at: Time; trusted_until: Time | null;
    former_hashes: Generated<Buffer[]>; renamed_at: Time | null;
  };
  mail_alerts: {
    project_id: number; alert_id: Generated<number>; user_id: number; payload: string;
    created_at: Time; mail: number | null; mailed_at: Time | null;
  };
  mail_choices: {
    project_id: number; user_id: number; week: Generated<boolean>; week_mailed: string | null;
    week_written: Generated<boolean>; events: Generated<string[]>;
  };
  memberships: {
    organisation_id: number; user_id: number; role: "viewer" | "member" | "admin" | "owner";
    created_at: NewTime;
  };
  mentions: {
    project_id: number; day: string; model_id: number; prompt_id: number; sample: number;
    brand_id: number; position: number; mention_count: number; sentiment: number | null;
    evidence: Generated<number[]>; is_judged: Generated<boolean>;
  };
  models: {
    project_id: number; model_id: Generated<number>; slug: string; name: string; provider: string;
    surface: "api" | "ui" | "serp" | "local" | "import"; requested_model: string | null;
    is_active: Generated<boolean>; supports_search_queries: Generated<boolean>;
    supports_retrieved: Generated<boolean>; supports_cited: Generated<boolean>;
    supports_location: Generated<boolean>; created_at: NewTime;
  };
  oauth_clients: {
    client_id: string; name: string; redirect_uris: string[]; created_at: Time;
    checked_at: Time | null;
  };
  oauth_codes: {
    hash: Buffer; client_id: string; user_id: number; redirect_uri: string; code_challenge: string;
    scopes: string[]; resource: string; expires_at: Time; used_at: Time | null;
    grant_id: number | null; sign_on: number | null;
  };
  oauth_grants: {
    grant_id: Generated<number>; client_id: string; user_id: number; scopes: string[];
    resource: string; created_at: Time; revoked_at: Time | null; revoke_reason: string | null;
    sign_on: number | null;
  };
  oauth_requests: {
    hash: Buffer; session_id: number; client_id: string; redirect_uri: string;
    redirect_uri_given: boolean; code_challenge: string; state: string | null; resource: string;
    expires_at: Time; granted: string[] | null;
  };
  oauth_tokens: {
    hash: Buffer; grant_id: number; kind: "access" | "refresh"; scopes: string[]; created_at: Time;
    expires_at: Time; used_at: Time | null; answer: Buffer | null;
  };
  onboarding_sessions: {
    session_id: Generated<number>; user_id: number; organisation_id: number; proposal: Json;
    created_at: Time; last_used_at: Time; completed_at: Time | null; project_id: number | null;
  };
  organisations: {
    organisation_id: Generated<number>; name: string; plan: Plan; created_at: NewTime;
  };
  passkey_challenges: {
    hash: Buffer; user_id: number | null; expires_at: Time;
  };
  passkeys: {
    passkey_id: Generated<number>; user_id: number; credential_id: string; public_key: Buffer;
    counter: number; transports: string[]; name: string; created_at: Time;
    last_used_at: Time | null;
  };
  password_resets: {
    hash: Buffer; user_id: number; expires_at: Time;
  };
  projects: {
    project_id: Generated<number>; organisation_id: number; name: string; domain: string;
    status: Generated<"onboarding" | "active" | "paused">; country_code: string;
    language_code: string; timezone: Generated<string>; schedule_weekdays: Generated<number[]>;
    schedule_hour: Generated<number>; profile: Json | null; keep_answers_days: number | null;
    keep_raw_bodies_days: number | null; keep_runs_days: number | null;
    keep_audit_days: number | null; created_at: NewTime;
  };
  prompt_import_lines: {
    project_id: number; import_id: number; place: number; line: number; prompt: Json | null;
    problem: string | null;
  };
  prompt_imports: {
    project_id: number; import_id: Generated<number>;
    status: Generated<"running" | "done" | "failed">; total: number; imported: Generated<number>;
    unchanged: Generated<number>; failed: Generated<number>; problem: string | null;
    created_at: Time; finished_at: Time | null;
  };
  prompt_rollup: {
    project_id: number; span: number; start: string; prompt_id: number; answers: number;
    without_own: number; with_own: number;
  };
  prompt_tags: {
    project_id: number; tag_id: number; prompt_id: number;
  };
  prompts: {
    project_id: number; prompt_id: Generated<number>; text: string; country_code: string;
    language_code: string; topic_id: number | null; status: Generated<"active" | "archived">;
    is_branded: Generated<boolean>; brand_ids: Generated<number[]>; created_at: NewTime;
    last_run_at: Time | null;
  };
  rate_limits: {
    subject: string; window_ends: Time; points: number; free_at: Time | null;
  };
  raw_answers: {
    project_id: number; answer_id: number; adapter_version: string; body: Buffer;
  };
  recalculations: {
    project_id: number; rules_hash: string; detector_version: number;
    last_answer_id: Generated<number>; done: Generated<number>; total: Generated<number>;
    started_at: NewTime; finished_at: Time | null;
  };
  recovery_codes: {
    hash: Buffer; user_id: number;
  };
  rollup_brands: {
    project_id: number; brand_id: number; place: number;
  };
  rollup_days: {
    project_id: number; day: string; version: string; has_sources: boolean;
  };
  rollup_dirty: {
    project_id: number; day: string; dirty_id: Generated<number>; first_answer: number | null;
    last_answer: number | null; answers: number | null; version: Generated<string>;
  };
  search_queries: {
    project_id: number; day: string; model_id: number; prompt_id: number; sample: number;
    position: number; query: string;
  };
  seen_clock: {
    clock_id: Generated<number>; believed_at: Time; looked_at: Time; doubted_since: Time | null;
  };
  sessions: {
    session_id: Generated<number>; hash: Buffer; user_id: number; created_at: Time;
    confirmed_at: Time; last_used_at: Time; expires_at: Time; user_agent: Generated<string>;
    address: Generated<string>; sign_on: number | null; device_id: number | null;
  };
  setup_tokens: {
    hash: Buffer; created_at: Time;
  };
  share_links: {
    project_id: number; share_id: Generated<number>; hash: Buffer; name: string;
    page: "overview" | "brands" | "sources" | "week"; query: Json; created_by: string | null;
    created_at: Time; expires_at: Time; last_used_at: Time | null; revoked_at: Time | null;
  };
  sign_on_requests: {
    hash: Buffer; organisation_id: number; next: string | null; expires_at: Time;
  };
  sign_ons: {
    organisation_id: number; label: string; issuer: string; client_id: string;
    client_secret: Buffer | null; scope: string; groups_claim: string; domains: string[];
    roles: Json; default_role: "viewer" | "member" | "admin" | null; is_enforced: boolean;
    updated_at: Time;
  };
  started_sign_ins: {
    hash: Buffer; user_id: number; next: string | null; expires_at: Time;
  };
  suggestions: {
    project_id: number; suggestion_id: Generated<number>; kind: "brand" | "prompt" | "topic";
    status: Generated<"open" | "accepted" | "rejected">; name: string; name_key: string;
    domains: Generated<string[]>; chat_count: Generated<number>; model_count: Generated<number>;
    examples: NewJson; detail: NewJson; reason: string; score: Generated<number>;
    created_at: NewTime; decided_at: Time | null; decided_by: string | null;
    result_id: number | null; lost_at: Time | null;
  };
  tags: {
    project_id: number; tag_id: Generated<number>; name: string; name_key: string; color: string;
    created_at: NewTime;
  };
  topics: {
    project_id: number; topic_id: Generated<number>; name: string; name_key: string;
    created_at: NewTime;
  };
  url_rollup: {
    project_id: number; span: number; only_branded: boolean; start: string; model_id: number;
    url_id: number; answers: number; retrieved_answers: number; cited_answers: number;
    retrievals: number; citations: number; brands: string;
  };
  urls: {
    project_id: number; url_id: Generated<number>; url: string; url_hash: string; domain_id: number;
    title: string | null; page_type: string;
  };
  users: {
    user_id: Generated<number>; email: string; name: Generated<string>;
    password_hash: string | null; is_disabled: Generated<boolean>; wrong_codes: Generated<number>;
    has_signed_in: Generated<boolean>; created_at: NewTime;
  };
  verdicts: {
    project_id: number; answer_id: number; brand_id: number; doubt: "name" | "absence";
    passage: string; judge: string; text_hash: Buffer; judged: boolean | null; quote: string | null;
    judged_at: Time; decided: boolean | null; decided_by: string | null; decided_at: Time | null;
    kept: Json | null;
  };
  view_roles: {
    project_id: number | null; role: string; granted_at: Time;
  };
  webhook_deliveries: {
    project_id: number; delivery_id: Generated<number>; webhook_id: number; event: string;
    payload: string; status: Generated<"pending" | "delivered" | "failed">;
    attempts: Generated<number>; next_try_at: Time | null; last_status: number | null;
    last_error: string | null; created_at: NewTime; finished_at: Time | null;
  };
  webhooks: {
    project_id: number; webhook_id: Generated<number>; url: string; secret: Buffer;
    events: string[]; is_active: Generated<boolean>; disabled_reason: string | null;
    failing_since: Time | null; created_at: NewTime;
  };
  worker_processes: {
    process_id: Generated<number>; worker_ids: string[]; started_at: NewTime;
  };
};
