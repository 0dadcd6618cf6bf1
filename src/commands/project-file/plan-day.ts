import { encodeModelId } from "#core/id.ts";
import { estimateAnswer } from "#domain/capture/targets/estimate-answer.ts";
import { slugOf } from "#domain/models/model.ts";
import type { Step } from "./plan.ts";
import type { Call, State } from "./project-state.ts";

/** How an assistant is asked; `usd` is what an answer is estimated to cost, undefined where that is to be found out. */
type Asked = { is_active: boolean; samples_per_day: number; usd?: number | null } & Record<
  string,
  unknown
>;
const PRICED = ["provider", "requested_model", "price"];

/** What a scheduled day asks for and is estimated to cost, before the steps and after them; null where that stays. */
export async function sayDay(
  call: Call,
  state: State | null,
  steps: readonly Step[],
): Promise<string | null> {
  const active = (state?.prompts ?? []).filter(({ status }) => status === "active");
  const now = (state?.targets ?? []).map((target): [string, Asked] => [
    target.model_id,
    { ...target, usd: target.estimated_cost_usd },
  ]);
  const before = await sayCost(call, active.length, now);
  const prompts = steps.reduce(
    (count, step) => count + promptsOf(step, new Set(active.map(({ id }) => id))),
    active.length,
  );
  const after = await sayCost(call, prompts, targetsAfter(now, steps));
  return before === after ? null : `A scheduled day: ${before} -> ${after}.`;
}

/** How many prompts more a step has asked; one that is made archived is made first, and has no id yet. */
function promptsOf({ operation: { name }, input }: Step, active: ReadonlySet<unknown>): number {
  const { prompts = [], prompt_ids = [] } = input as { prompts?: []; prompt_ids?: unknown[] };
  if (name === "create_prompts") return prompts.length;
  if (name === "unarchive_prompts") return prompt_ids.length;
  if (name !== "archive_prompts" && name !== "delete_prompts") return 0;
  return -prompt_ids.filter((id) => typeof id !== "string" || active.has(id)).length;
}

function targetsAfter(now: [string, Asked][], steps: readonly Step[]): Map<string, Asked> {
  const targets = new Map(now);
  for (const { operation, input } of steps) {
    if (operation.name === "create_target") {
      const id = encodeModelId(slugOf(String(input["name"])));
      targets.set(id, { is_active: true, samples_per_day: 1, ...input });
    }
    const id = String(input["model_id"]);
    const known = targets.get(id);
    if (operation.name !== "update_target" || !known) continue;
    const { usd, ...rest } = known;
    const isSame = !PRICED.some((field) => field in input);
    targets.set(id, { ...rest, ...input, ...(isSame && usd !== undefined && { usd }) });
  }
  return targets;
}

async function sayCost(call: Call, prompts: number, targets: Iterable<[string, Asked]>) {
  let [answers, sum, unpriced] = [0, 0, 0];
  for (const [, target] of targets) {
    const planned = target.is_active ? prompts * target.samples_per_day : 0;
    if (planned === 0) continue;
    const usd = target.usd === undefined ? await priceOf(call, target) : target.usd;
    answers += planned;
    sum += planned * (usd ?? 0);
    if (usd === null) unpriced += planned;
  }
  const rest = unpriced > 0 ? ` and what ${unpriced} cost whose price is not known` : "";
  return `${answers} ${answers === 1 ? "answer" : "answers"}, ${sum.toFixed(2)} USD${rest}`;
}

async function priceOf(call: Call, target: Asked): Promise<number | null> {
  const given = PRICED.flatMap((field) => (target[field] ? [[field, target[field]]] : []));
  return (await call(estimateAnswer, Object.fromEntries(given))).estimated_cost_usd;
}
