import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "./capture-project.ts";
import { jobContext } from "./event-checks.ts";
import { startInFront } from "./provider-server.ts";
import { waitFor } from "./wait-for.ts";
import { makeWorld, type World } from "./world.ts";

type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** A world late on a day whose one model is asked `prompts` questions; each is answered as `reply` says when let go. */
export async function makeTrouble({ prompts }: { prompts: number }) {
  let time = Date.parse("2026-03-02T20:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const { project_id } = world.project;
  // Workers look across projects: what tests before this one left is not asked.
  await world.pool.query("update projects set status = 'paused' where project_id <> $1", [
    project_id,
  ]);
  const simulated = await startSimulatedServer({ seed: "trouble", now: () => new Date(time) });
  const state = {
    reply: null as Reply | ((body: unknown) => Reply | null) | null,
    gate: null as Promise<void> | null,
    asked: 0,
  };
  const provider = await startInFront(simulated, async (response, { body }) => {
    state.asked += 1;
    const { gate } = state;
    const reply = typeof state.reply === "function" ? state.reply(body) : state.reply;
    await gate;
    return reply && response.writeHead(reply.status, reply.headers).end(reply.body ?? "{}");
  });
  const server = { ...simulated, base_url: `${provider.base_url}/v1` };
  await fillCaptureProject(world, { server, prompts, models: 1 });
  const plan = () => planCaptures.handler(jobContext(world), {});
  await plan();
  return {
    ...{ world, state, plan },
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
    work: () => workOnce(jobContext(world)),
    /** Asks a question and leaves it open; `end` lets the answer come and waits for the worker. */
    async askOpen() {
      const before = state.asked;
      let open = () => {};
      state.gate = new Promise((resolve) => {
        open = resolve;
      });
      const worked = workOnce(jobContext(world));
      await waitFor("the question", () => state.asked > before);
      state.gate = null;
      return {
        end: async () => {
          open();
          await worked;
        },
      };
    },
  };
}

/** Rows of a query whose $1 is the world's project. */
export const queryProject = async ({ pool, project }: World, text: string) =>
  (await pool.query(text, [project.project_id])).rows;
/** A world's tasks by status. */
export const countTasks = async (world: World) => {
  const rows = await queryProject(
    world,
    "select status, count(*)::int as count from capture_tasks where project_id = $1 group by 1",
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
/** The row of how a world's one model is asked. */
export const readTarget = async (world: World) =>
  (await queryProject(world, "select * from capture_targets where project_id = $1"))[0];
/** What a world's ledger says was spent and is set aside, and what its tasks cost, in millionths of a USD. */
export const readMoney = async (world: World) => {
  const [row] = await queryProject(
    world,
    `select coalesce(sum(spent_micros), 0)::int as spent, coalesce(sum(reserved_micros), 0)::int as held,
      (select coalesce(sum(cost_micros), 0)::int from capture_tasks where project_id = $1) as tasks
     from capture_ledger where project_id = $1`,
  );
  return row;
};
