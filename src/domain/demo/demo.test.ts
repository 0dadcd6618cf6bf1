import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId, encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { ACTION_KINDS } from "#domain/actions/action.ts";
import { GAP_KINDS } from "#domain/opportunities/rank-gaps.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { storeDemoDays } from "./fill-demo.ts";

/** As many as lists of leads look at; over a year, each such demo had every kind of lead (13 dates, a month apart). */
const DAYS = 30;
/** A day on which ten days of answers once had no site where the own brand is weak. */
const now = () => new Date("2026-11-23T00:30:00Z");
const own = { "sec-fetch-site": "same-origin" };
type Run = { day: string; status: string } & Record<
  "done" | "failed" | "asked_again" | "planned",
  number
>;

test("a demo is one call away, is filled once, and says everywhere that it is simulated", async () => {
  const world = await makeWorld({ now });
  const organisation_id = encodeId("org", world.project.organisation_id);
  const { visitor } = await signedIn(world, "admin");
  const make = () => call(visitor, "create_demo", { organisation_id }, own);
  const [first, second] = await Promise.all([make(), make()]);
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal(first.body.id, second.body.id);
  // Nothing is asked, and pages say that it is being filled, until it is.
  assert.equal(first.body.status, "onboarding");
  const project_id = first.body.id;
  const asked = await call(visitor, "run_captures", { project_id }, own);
  assert.equal(asked.status, 409);
  assert.match(JSON.stringify(asked.body), /still being set up/);
  const tenant = { project_id: decodeId("prj", project_id) };
  const fill = () => storeDemoDays(world.context(), tenant, { days: DAYS });
  const stored = await fill();
  const { body } = await call(visitor, "get_project", { project_id }, own);
  assert.equal(body.status, "active");
  const models = await call(visitor, "list_models", { project_id }, own);
  for (const { provider } of models.body.data) assert.equal(provider, "simulated");
  const prompts = await call(visitor, "list_prompts", { project_id, limit: 1 }, own);
  const expected = DAYS * models.body.total_count * prompts.body.total_count;
  const made = { prompts_made: 0, prompts_archived: 0 };
  assert.deepEqual(stored, { imported: expected, unchanged: 0, ...made });
  assert.deepEqual(await fill(), { imported: 0, unchanged: expected, ...made });
  const unknown = await call(visitor, "list_unclassified_domains", { project_id }, own);
  const names = unknown.body.data.map(({ domain }: { domain: string }) => domain);
  assert(names.includes("consumerdesk.test") && !names.includes("thetestbench.example"), names);
  // Each kind of lead is there to be seen.
  const leads = await call(visitor, "list_opportunities", { project_id }, own);
  const kinds = new Set(leads.body.data.map(({ kind }: { kind: string }) => kind));
  assert.deepEqual([...kinds].sort(), [...GAP_KINDS].sort());
  const actions = await call(visitor, "list_actions", { project_id }, own);
  const found = actions.body.data as { kind: string; prize: number | null; status: string }[];
  const isLead = ({ prize }: { prize: number | null }) => prize !== null;
  // A page that went a month ago is missed once there are answers of both months.
  assert.deepEqual(
    [...new Set(found.filter(isLead).map(({ kind }) => kind))].sort(),
    Object.keys(ACTION_KINDS)
      .filter((kind) => kind !== "page_lost")
      .sort(),
  );
  assert.deepEqual([...new Set(found.map(({ status }) => status))].sort(), [
    "dismissed",
    "doing",
    "done",
    "open",
  ]);
  // Its last seven days have a run each, in which each answer has its question; what failed in one was asked again.
  const runs = await call(visitor, "list_runs", { project_id }, own);
  const each = models.body.total_count * prompts.body.total_count;
  const told = runs.body.data.map(({ day, done, failed, asked_again, planned, status }: Run) => {
    assert.deepEqual([done, planned, asked_again], [each, each + failed, failed], day);
    assert.equal(status, "completed", day);
    return { day, failed };
  });
  assert.deepEqual(
    told.map(({ day }: Run) => day),
    Array.from({ length: 7 }, (_, n) => addDays("2026-11-22", -n)),
  );
  assert.equal(told.filter(({ failed }: Run) => failed > 0).length, 1);
  for (const { last_run_at } of prompts.body.data) assert.match(last_run_at, /^2026-11-22/);
  const targets = await call(visitor, "list_targets", { project_id }, own);
  assert.equal(targets.body.data.length, models.body.total_count);
  for (const { last_success_at } of targets.body.data) assert.match(last_success_at, /^2026-11-22/);
  const suggestions = await call(visitor, "list_brand_suggestions", { project_id }, own);
  assert(suggestions.body.total_count > 0);
  // Each brand has a sentence, not only headings and cells.
  for (const { name, examples } of suggestions.body.data) {
    const words = examples.map(({ text }: { text: string }) => text.split(" ").length);
    assert(Math.max(...words) >= 5, `${name}: ${JSON.stringify(examples)}`);
  }
  // What is suggested to ask is a question as people ask it, and none that is asked already.
  const toAsk = await call(visitor, "list_prompt_suggestions", { project_id }, own);
  assert.deepEqual(
    toAsk.body.data.map(({ text }: { text: string }) => text),
    ["Are robot mowers safe for pets?"],
  );
});

test("viewers and strangers make no demo", async () => {
  const world = await makeWorld();
  const organisation_id = encodeId("org", world.project.organisation_id);
  const viewer = await signedIn(world, "viewer");
  const stranger = await signedIn(await world.neighbour());
  const answers = [
    await call(viewer.visitor, "create_demo", { organisation_id }, own),
    await call(stranger.visitor, "create_demo", { organisation_id }, own),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 404],
  );
});
