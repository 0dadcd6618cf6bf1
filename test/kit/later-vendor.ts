import type { ServerResponse } from "node:http";
import { after } from "node:test";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { insertPrompts } from "#domain/prompts/prompt-queries.ts";
import { jobContext } from "./event-checks.ts";
import { type SeenRequest, startProviderServer } from "./provider-server.ts";
import { makeWorld } from "./world.ts";

/** One request a vendor was sent, to be answered or broken off. */
export type VendorCall = SeenRequest & {
  response: ServerResponse;
  json(body: unknown, status?: number): void;
};

/** A world late on a day whose one model, of a provider that answers later, is asked `prompts` questions. */
export async function makeLaterWorld({
  provider,
  prompts,
  serve,
  starts_at = "2026-03-02T20:00:00Z",
  ...given
}: {
  provider: string;
  prompts: number;
  serve(call: VendorCall): void;
  starts_at?: string;
  requested_model?: string;
  parameters?: Record<string, unknown>;
}) {
  let time = Date.parse(starts_at);
  const world = await makeWorld({ now: () => new Date(time) });
  const { project_id } = world.project;
  // Workers look across projects: what tests before this one left is not asked.
  await world.pool.query("update projects set status = 'paused' where project_id <> $1", [
    project_id,
  ]);
  await world.pool.query("delete from capture_submissions");
  const server = await startProviderServer((response, request) => {
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    serve({ ...request, response, json });
  });
  after(() => server.close());
  const texts = Array.from({ length: prompts }, (_, index) => ({
    text: `Which garden tool is best for task ${index}?`,
    country_code: "US",
    language_code: "en",
    is_branded: false,
    brand_ids: [],
  }));
  await insertPrompts(world.db, world.project, texts);
  const entry = world.base.providers.get(provider);
  if (!entry) throw new Error(`no provider ${provider}`);
  await insertTarget(world.db, world.project, {
    ...{ slug: "later", name: "Later", provider, surface: entry.surface },
    ...{ supports: entry.engine.supports, requested_model: entry.models?.[0] ?? "model-x" },
    ...{ base_url: server.base_url, parameters: {}, api_key_hint: null },
    api_key: world.base.vault.seal("key-0123456789abcdef"),
    ...{ samples_per_day: 1, concurrency: 1, requests_per_minute: null },
    ...given,
  });
  await planCaptures.handler(jobContext(world), {});
  const work = () => workOnce(jobContext(world));
  const query = async (text: string) => (await world.pool.query(text, [project_id])).rows;
  return {
    ...{ world, server, work, query },
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
    /** Works until nothing is due now. */
    async drain() {
      for (let round = 0; round < 500 && (await work()); round++);
    },
    /** Each task's state, with what went wrong. */
    tasks: () =>
      query(
        `select status, error, attempts, answer_id is not null as is_answered, cost_micros::int as cost,
          reserved_micros::int as held from capture_tasks where project_id = $1 order by task_id`,
      ),
    /** What the ledger says, and what is still with the provider. */
    async books() {
      const [row] = await query(
        `select coalesce(sum(spent_micros), 0)::int as spent, coalesce(sum(reserved_micros), 0)::int as held,
          coalesce(sum(asked), 0)::int as asked,
          (select count(*)::int from capture_submissions where project_id = $1) as open,
          (select count(*)::int from answers where project_id = $1) as answers
         from capture_ledger where project_id = $1`,
      );
      return row;
    },
  };
}
