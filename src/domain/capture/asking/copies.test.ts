import assert from "node:assert/strict";
import { after, test } from "node:test";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { queryProject as query } from "../../../../test/kit/failing-provider.ts";
import { startProviderServer } from "../../../../test/kit/provider-server.ts";
import { waitFor } from "../../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { insertTarget } from "../targets/target-queries.ts";
import { workOnce } from "./capture-worker.ts";

/** A search vendor that keeps its answers, and a project that asks it `samples` times a day. */
async function makeVendor({
  samples,
  provider = "serpapi",
}: {
  samples: number;
  provider?: string;
}) {
  let time = Date.parse("2026-03-02T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const { project, pool } = world;
  await pool.query("update projects set status = 'paused' where project_id <> $1", [
    project.project_id,
  ]);
  const state = {
    says: "Acme is best.",
    made: 0,
    isKept: true,
    gate: null as Promise<void> | null,
  };
  const kept = new Map<string, string>();
  const server = await startProviderServer(async (response, { url }) => {
    await state.gate;
    state.made += 1;
    const blocks = [{ type: "paragraph", snippet: state.says, reference_indexes: [0] }];
    const fresh = {
      search_metadata: { id: `search-${state.made}`, status: "Success" },
      text_blocks: state.says ? blocks : [],
      references: [{ index: 0, link: "https://acme.example/", title: "Acme" }],
      ...(provider === "openai_compatible" && { choices: [{ message: { content: state.says } }] }),
    };
    const body = (state.isKept && kept.get(url)) || JSON.stringify(fresh);
    kept.set(url, body);
    response.writeHead(200).end(body);
  });
  after(() => server.close());
  await insertTarget(world.db, project, {
    ...{
      slug: "pages",
      name: "Pages",
      provider,
      surface: "serp",
      requested_model: "google_ai_mode",
    },
    ...{ base_url: server.base_url, parameters: {}, api_key: null, api_key_hint: null },
    ...{ samples_per_day: samples, concurrency: 8, requests_per_minute: null },
    supports: { search_queries: false, retrieved: false, cited: true, location: true },
  });
  await world.rest("POST", "/prompts", { prompts: [{ text: "Best boots?" }] });
  const plan = () => planCaptures.handler(jobContext(world), {});
  const work = () => workOnce(jobContext(world));
  await plan();
  return {
    ...{ world, state, server, plan, work },
    advance: (seconds: number) => {
      time += seconds * 1_000;
    },
    workAll: async () => {
      while (await work());
    },
    tasks: async () => {
      const rows = await query(
        world,
        "select status, count(*)::int as count from capture_tasks where project_id = $1 group by 1",
      );
      return Object.fromEntries(rows.map((row) => [row.status, row.count]));
    },
  };
}

test("an answer from a vendor's store is paid for, told, and no sample", async () => {
  const { world, server, plan, workAll, tasks } = await makeVendor({ samples: 3 });
  await workAll();
  await plan();
  await workAll();
  assert.deepEqual(await tasks(), { done: 1, copied: 2 });
  assert.equal(server.seen.length, 3, "nothing is asked in place of a copy");
  const rows = await query(
    world,
    `select distinct t.status, t.error_kind, t.error, t.answer_id = a.answer_id as names_it, t.cost_micros
     from capture_tasks t, answers a where t.project_id = $1 and a.project_id = $1 order by 1`,
  );
  const message =
    "The same answer as before came back (SerpApi: Google AI mode, Bing Copilot keeps an answer for 60 minutes): it was paid for, and is not counted again.";
  const paid = { names_it: true, cost_micros: 15_000 };
  assert.deepEqual(rows, [
    { status: "copied", error_kind: "copy", error: message, ...paid },
    { status: "done", error_kind: null, error: null, ...paid },
  ]);
  const [ledger] = await query(
    world,
    "select spent_micros::int, reserved_micros::int from capture_ledger where project_id = $1",
  );
  assert.deepEqual(ledger, { spent_micros: 45_000, reserved_micros: 0 });
  await world.runJobs();
  const { body: runs } = await world.rest("GET", "/runs");
  const { status, copied, done, errors } = runs.data[0];
  assert.deepEqual([status, copied, done], ["completed", 2, 1]);
  assert.deepEqual([errors[0].kind, errors[0].count], ["copy", 2]);
  const { body: chats } = await world.rest("GET", "/chats?sort=asc");
  assert.equal(chats.data.length, 1);
  const [sum] = await query(
    world,
    "select sum(answers)::int as answers from answer_rollup where project_id = $1 and span = 1",
  );
  assert.equal(sum.answers, 1, "no report counts it");
});

test("a page that says the same with the same sources is a copy all day, in whatever body; another text is not", async () => {
  const { world, state, plan, advance, workAll, tasks } = await makeVendor({ samples: 2 });
  state.isKept = false;
  await workAll();
  assert.deepEqual(await tasks(), { done: 1, copied: 1 });
  await query(
    world,
    "update capture_targets set samples_per_day = 4 where project_id = $1 returning 1",
  );
  advance(2 * 3_600);
  await plan();
  await workAll();
  assert.deepEqual(await tasks(), { done: 1, copied: 3 }, "an hour later");
  state.says = "Zenith is best.";
  await query(
    world,
    "update capture_targets set samples_per_day = 5 where project_id = $1 returning 1",
  );
  await plan();
  await workAll();
  assert.deepEqual(await tasks(), { done: 2, copied: 3 });
  state.says = "Acme is best.";
  advance(86_400);
  await plan();
  await workAll();
  assert.equal((await tasks())["done"], 3, "another day's answer is one of its own");
});

test("of two copies that come at once, one is stored", async () => {
  const { state, server, work, tasks } = await makeVendor({ samples: 2 });
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  const both = [];
  // One takes its question after the other: who looks meanwhile may find none.
  for (const count of [1, 2]) {
    both.push(work());
    await waitFor(`${count} asked`, () => server.seen.length === count);
  }
  open();
  await Promise.all(both);
  assert.deepEqual(await tasks(), { done: 1, copied: 1 });
});

test("pages without an answer are alike and no copies, but for the same body again", async () => {
  const { state, workAll, tasks } = await makeVendor({ samples: 3 });
  state.says = "";
  state.isKept = false;
  await workAll();
  assert.deepEqual(await tasks(), { done: 3 });
  const kept = await makeVendor({ samples: 3 });
  kept.state.says = "";
  await kept.workAll();
  assert.deepEqual(await kept.tasks(), { done: 1, copied: 2 });
});

test("a model may say the same twice, and imported answers are never copies", async () => {
  const { world, workAll, tasks } = await makeVendor({ samples: 3, provider: "openai_compatible" });
  await workAll();
  assert.deepEqual(await tasks(), { done: 3 });
  const line = {
    ...{ captured_at: "2026-03-02T13:00:00Z", prompt: "Best boots?", country_code: "US" },
    ...{ model: "pages", answer: "Acme is best.", sources: [] },
  };
  const lines = ["a", "b"].map((external_id) => JSON.stringify({ ...line, external_id }));
  await world.rest("POST", "/chats/import", lines.join("\n"));
  const [{ count }] = await query(
    world,
    "select count(*)::int as count from answers where project_id = $1 and origin = 'import'",
  );
  assert.equal(count, 2);
});
