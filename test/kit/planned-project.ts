import { after } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "./capture-project.ts";
import { jobContext } from "./event-checks.ts";
import { makeWorld } from "./world.ts";

/** A project with prompts to ask of one model, and a clock to move. */
export async function makePlanned({ start, timezone, prompts = 3 }: PlannedOptions) {
  let time = Date.parse(start);
  const world = await makeWorld({ now: () => new Date(time), timezone });
  const server = await startSimulatedServer({ seed: "days", now: () => new Date(time) });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts, models: 1 });
  const { project_id, id } = world.project;
  return {
    world,
    plan: () => planCaptures.handler(jobContext(world), {}),
    goTo: (to: string) => {
      time = Date.parse(to);
    },
    change: (project: object) => world.rest("PATCH", `/projects/${id}`, project),
    /** Tasks by day, status and local time of the first and the last. */
    async tasks() {
      const { rows } = await world.pool.query(
        `select day::text, status, count(*)::int as count,
          to_char(min(run_after at time zone $2), 'DD HH24:MI') as first,
          to_char(max(run_after at time zone $2), 'DD HH24:MI') as last
         from capture_tasks where project_id = $1 group by 1, 2 order by 1, 2`,
        [project_id, timezone],
      );
      return rows;
    },
    /** The local time at which each prompt is asked on a day. */
    async times(day: string) {
      const { rows } = await world.pool.query(
        `select to_char(run_after at time zone $3, 'HH24:MI:SS.US') as time from capture_tasks
         where project_id = $1 and day = $2 order by prompt_id, sample`,
        [project_id, day, timezone],
      );
      return rows.map((row) => row.time);
    },
    /** Asks what is due, and returns how many answers that made. */
    async work() {
      const count = async () => {
        const { rows } = await world.pool.query(
          "select count(*)::int as count from answers where project_id = $1",
          [project_id],
        );
        return rows[0].count;
      };
      const before = await count();
      while (await workOnce(jobContext(world)));
      return (await count()) - before;
    },
  };
}
type PlannedOptions = { start: string; timezone: string; prompts?: number };
