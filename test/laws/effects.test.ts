import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyOperation, Effect } from "#core/operation.ts";
import { Rows } from "#core/rows.ts";
import { describeTool } from "#transports/mcp/tool-listing.ts";
import { catalog } from "../../src/catalog.ts";

const operations: readonly AnyOperation[] = catalog;
const words = (text: string) => text.trim().split(/\s+/).sort();

/** What each operation does to what is stored, written by hand: no rule of the code is repeated here. */
const EFFECTS: Record<Exclude<Effect, "reads">, string> = {
  adds: `
    create_project create_brand create_prompts create_topic create_tag create_target create_model create_webhook create_key
    create_share_link create_demo import_chats import_prompts run_captures start_onboarding complete_onboarding
    try_target try_webhook add_passkey`,
  changes: `
    update_project update_brand update_prompt update_prompts archive_prompts unarchive_prompts update_topic update_tag
    update_target update_model reopen_suggestions list_provider_models update_webhook update_member invite_member change_password begin_authenticator confirm_authenticator set_sign_on begin_passkey classify_domain set_budget set_judge decide_mention measure_judge
    accept_brand_suggestions accept_prompt_suggestions accept_topic_suggestions
    reject_brand_suggestions reject_prompt_suggestions reject_topic_suggestions
    reopen_brand_suggestions reopen_prompt_suggestions reopen_topic_suggestions update_action set_mail_choice`,
  destroys: `
    delete_project set_retention delete_brand delete_prompt delete_prompts delete_topic delete_tag delete_webhook
    revoke_key rotate_key revoke_share_link revoke_session revoke_invitation remove_member disconnect_client delete_account
    remove_authenticator renew_recovery_codes end_other_sessions forget_browser remove_sign_on remove_passkey`,
};
/** Where a second call does more than the first: a model that retries makes two. */
const NOT_REPEATABLE = `
  create_project create_brand create_prompts create_topic create_tag create_target create_model create_webhook create_key
  create_share_link run_captures start_onboarding complete_onboarding try_target try_webhook
  rotate_key invite_member begin_authenticator confirm_authenticator renew_recovery_codes
  begin_passkey add_passkey`;
const REACHES_OUTSIDE =
  "run_captures start_onboarding try_target try_webhook list_provider_models find_local_models set_sign_on";

test("every capability says what it does to what is stored", () => {
  for (const effect of ["adds", "changes", "destroys"] as const) {
    const said = operations.filter((one) => one.effect === effect).map(({ name }) => name);
    assert.deepEqual(said.sort(), words(EFFECTS[effect]), effect);
  }
});

test("a host learns what destroys, what may be repeated and what reaches outside", () => {
  const hinted = (hint: "destructiveHint" | "idempotentHint" | "openWorldHint", wanted: boolean) =>
    operations
      .filter((one) => describeTool(one).annotations[hint] === wanted)
      .map(({ name }) => name)
      .sort();
  assert.deepEqual(
    hinted("destructiveHint", true),
    words(`${EFFECTS.changes} ${EFFECTS.destroys}`),
  );
  assert.deepEqual(hinted("idempotentHint", false), words(NOT_REPEATABLE));
  assert.deepEqual(hinted("openWorldHint", true), words(REACHES_OUTSIDE));
});

/** What a share link can call on some page. */
const SHARED = `
  get_share get_project get_retention list_brands list_models list_topics list_tags
  get_brand_report get_domain_report get_url_report get_week`;

test("a share link calls what its pages need, which only reads", () => {
  const shared = operations.filter((one) => one.shared);
  assert.deepEqual(shared.map(({ name }) => name).sort(), words(SHARED));
  for (const { name, effect, scope } of shared) {
    assert.deepEqual([effect, scope], ["reads", "project"], name);
  }
});

test("what answers rows is a download of its own name, and nothing else is", () => {
  const files = operations.flatMap(({ download }) => download ?? []);
  assert.equal(new Set(files).size, files.length);
  for (const file of files) assert.match(file, /^[a-z]+(-[a-z]+)*$/);
  for (const { name, output, download } of operations) {
    assert.equal(output === Rows, download !== undefined, name);
  }
});
