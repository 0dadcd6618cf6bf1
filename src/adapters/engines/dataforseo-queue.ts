import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import { maybeList, maybeNumber, maybeText, readShape } from "./body-shapes.ts";
import { bodyShape, refuseStatus } from "./dataforseo.ts";
import { EARLY_MS, LATE_MS, type LaterShape } from "./make-later.ts";

const GIVE_UP_SECONDS = 26 * 3_600;
const LISTED_MAX = 1_000;

/** Task created; in work; in queue. */
const WAITING: readonly number[] = [20_100, 40_601, 40_602];
/** Not found, or kept no longer. */
const GONE: readonly number[] = [40_400, 40_401, 40_403];

const setShape = bodyShape.extend({
  tasks: maybeList(
    z.looseObject({
      id: z.string(),
      status_code: z.number(),
      status_message: maybeText,
      cost: maybeNumber,
    }),
  ),
});
const listShape = bodyShape.extend({
  tasks: maybeList(
    z.looseObject({
      status_code: z.number(),
      status_message: maybeText,
      result: maybeList(
        z.looseObject({
          id: z.string(),
          cost: z.union([z.number(), z.string()]).nullish(),
          metadata: z.looseObject({ tag: maybeText }).nullish(),
        }),
      ),
    }),
  ),
});

/**
 * DataForSEO's queue, where a target's parameters say `batch: true`: a task is set (`task_post`) and fetched later
 * (`task_get`), for less than the same page at once. It carries a name of ours (`tag`), by which it is found again among
 * all tasks of that time (`id_list`). Its price is told when it is set, so the ticket holds both: number and USD.
 */
export function dataforseoQueue(path: string): LaterShape {
  const [, family = ""] = path.split("/");
  return {
    give_up_seconds: GIVE_UP_SECONDS,
    when: (parameters) => parameters["batch"] === true,
    async submit(call, { key, bodies }) {
      const body = [...bodies.values()].map((task) => ({ ...task, tag: key }));
      const raw = await call({ path: `${path}/task_post`, body });
      const answer = readShape(setShape, raw, "DataForSEO task");
      const task = answer.tasks?.[0];
      refuseStatus(task ?? answer);
      if (!task) throw new EngineFailure("timeout_after_send", "DataForSEO named no task.");
      return writeName(task.id, task.cost);
    },
    async find(call, { key, sent_at }) {
      const at = (offset_ms: number) => {
        const time = new Date(sent_at.getTime() + offset_ms).toISOString();
        return `${time.slice(0, 19).replace("T", " ")} +00:00`;
      };
      const [datetime_from, datetime_to] = [at(-EARLY_MS), at(LATE_MS)];
      const query = { datetime_from, datetime_to, limit: LISTED_MAX, include_metadata: true };
      const raw = await call({ path: `/${family}/id_list`, body: [query] });
      const answer = readShape(listShape, raw, "DataForSEO tasks");
      const [list] = answer.tasks ?? [];
      refuseStatus(list ?? answer);
      const listed = list?.result ?? [];
      const found = listed.find(({ metadata }) => metadata?.tag === key);
      if (found) return writeName(found.id, Number(found.cost ?? 0));
      // One that does not tell its name, or stands on another page, may be it.
      if (listed.length >= LISTED_MAX || listed.some(({ metadata }) => !metadata)) {
        throw new EngineFailure("permanent", "DataForSEO does not tell which task it is.");
      }
      return null;
    },
    async fetch(call, name, { bodies }) {
      const [id = ""] = bodies.keys();
      const [task_id = "", cost = ""] = name.split(" ");
      const raw = await call({ path: `${path}/task_get/advanced/${encodeURIComponent(task_id)}` });
      const answer = readShape(bodyShape, raw, "DataForSEO task");
      const [task] = answer.tasks ?? [];
      const { status_code } = task ?? answer;
      if (WAITING.includes(status_code)) return null;
      if (!task || GONE.includes(status_code)) refuseStatus(task ?? answer);
      // What is fetched says that fetching costs nothing.
      return new Map([[id, { ...answer, tasks: [{ ...task, cost: Number(cost) || task?.cost }] }]]);
    },
  };
}

const writeName = (task_id: string, cost_usd: number | null | undefined) =>
  `${task_id} ${cost_usd ?? 0}`;
