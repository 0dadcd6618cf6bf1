import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import { someQuestions } from "../../brands/run-badge.tsx";
import { call, type InputOf, namesOfCalls } from "../../call.ts";
import { makeStale } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Confirm, say } from "../../widgets/confirm.tsx";
import { sayCost, unpricedOf } from "../../words/cost.ts";

type Captures = InputOf<"run_captures">;
const PROMPTS_MAX = 100;
const SAMPLES_MAX = 5;
/** Whether it was asked again is known of a week; after it, an answer of today says nothing of that day. */
const AGAIN_MS = 7 * 86_400_000;

/** What is another then; where one of several calls failed, so is what is left to ask again. */
const STALE = [
  ...["list_runs", "get_run", "get_run_models", "list_run_tasks", "get_budget"],
  "estimate_captures",
];

/** Asks what failed in a run, and was not asked again since, as answers of today, after it said how many and at what cost. */
export function AskAgain({ run_id, day, failed }: { run_id: string; day: string; failed: number }) {
  const [isOpen, setOpen] = useState(false);
  const { canWrite } = useHere();
  const isLeft = failed > 0 && Date.now() - Date.parse(day) <= AGAIN_MS;
  // What is being asked again no longer counts as failed before its dialog has said so.
  if (!canWrite || !(isLeft || isOpen)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Ask what failed again
      </Button>
      {isOpen && <Ask run_id={run_id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Ask({ run_id, onClose }: { run_id: string; onClose(): void }) {
  const { project_id } = useHere();
  const client = useQueryClient();
  const [nameOf] = useState(namesOfCalls);
  const planned = useQuery({
    queryKey: ["ask_again", project_id, run_id],
    queryFn: () => planAgain(project_id, run_id),
    // Each time anew: what was asked again meanwhile would be paid for twice.
    ...{ staleTime: 0, gcTime: 0 },
  });
  const ask = useMutation({
    mutationFn: async (captures: readonly Captures[]) => {
      for (const one of captures) await call("run_captures", one, { once: nameOf(one) });
    },
    onSettled: (_, error) => makeStale(client, [...STALE, ...(error ? ["ask_again"] : [])]),
  });
  const { captures = [], answers = 0 } = planned.data ?? {};
  return (
    <Confirm
      title="Ask what failed again?"
      action="Ask again"
      isBusy={ask.isPending || planned.isFetching}
      isOff={captures.length === 0}
      error={planned.error ?? ask.error}
      onClose={onClose}
      onConfirm={() =>
        ask.mutate(captures, {
          onSuccess: () => {
            say(`${someQuestions(answers)} will be asked again, as answers of today.`);
            onClose();
          },
        })
      }
    >
      {planned.data ? sayPlan(planned.data) : planned.isFetching && "Counting what failed…"}
    </Confirm>
  );
}

type Plan = Awaited<ReturnType<typeof planAgain>>;

/** What is asked again and at what cost, and what is not. */
function sayPlan({ answers, cost, unpriced, left_out }: Plan): string {
  const why = "the prompt is archived, or the assistant is switched off";
  if (answers === 0)
    return left_out > 0 ? `None can be asked again: ${why}.` : "Nothing is left to ask again.";
  const price = `${unpriced === 0 ? "about " : ""}${sayCost(cost, { planned: answers, unpriced })}`;
  const rest = left_out > 0 ? ` ${someQuestions(left_out)} more cannot be asked: ${why}.` : "";
  return `${someQuestions(answers)}, at ${price}. The answers count for today. Where an assistant is down, they wait until it answers.${rest}`;
}

/**
 * Which prompts each assistant is asked again and how often, how many answers that is, and what they are estimated to cost;
 * `left_out`: how many questions failed whose prompt or assistant is no longer asked anything.
 */
async function planAgain(project_id: string, run_id: string) {
  const [tasks, active, targets] = await Promise.all([
    callAll("list_run_tasks", { project_id, run_id, status: "failed" }),
    callAll("list_prompts", { project_id, status: "active" }),
    callAll("list_targets", { project_id }),
  ]);
  const asked = new Set([
    ...active.map(({ id }) => id),
    ...targets.filter(({ is_active }) => is_active).map(({ model_id }) => model_id),
  ]);
  const all = tasks.filter(({ asked_again }) => asked_again === null);
  const left = all.filter(({ prompt_id, model_id }) => asked.has(prompt_id) && asked.has(model_id));
  const captures = [...Map.groupBy(left, ({ model_id }) => model_id)].flatMap(
    ([model_id, failed]) => {
      const prompts = Map.groupBy(failed, ({ prompt_id }) => prompt_id);
      const alike = Map.groupBy(prompts, ([, { length }]) => Math.min(length, SAMPLES_MAX));
      return [...alike].flatMap(([samples, some]): Captures[] => {
        const prompt_ids = some.map(([id]) => id);
        const starts = prompt_ids.flatMap((_, at) => (at % PROMPTS_MAX === 0 ? [at] : []));
        return starts.map((at) => ({
          ...{ project_id, model_ids: [model_id], samples },
          prompt_ids: prompt_ids.slice(at, at + PROMPTS_MAX),
        }));
      });
    },
  );
  const estimates = await Promise.all(
    captures.map((one) => call("run_captures", { ...one, dry_run: true })),
  );
  const costs = estimates.map(({ estimated_cost_usd }) => estimated_cost_usd);
  return {
    ...{ captures, left_out: all.length - left.length },
    answers: estimates.reduce((sum, one) => sum + one.planned, 0),
    cost: costs.reduce((sum, one) => (one === null ? sum : (sum ?? 0) + one), null),
    unpriced: unpricedOf(estimates),
  };
}
