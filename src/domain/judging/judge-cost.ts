import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeModelId } from "#core/id.ts";
import { addDays, dayIn } from "#core/period.ts";
import type { Providers } from "#core/ports.ts";
import { type Priced, priceAnswer } from "#domain/capture/budget/answer-price.ts";
import { readBudget } from "#domain/capture/budget/budget.ts";
import { listTargets } from "#domain/capture/targets/target-queries.ts";
import { isLanguageModel } from "./judge.ts";
import { readJudge } from "./judge-queries.ts";

/** A question of usual length: its rules and an answer to judge. */
const USUAL_BYTES = 6_000;
const BYTES_PER_TOKEN = 3;
const OUTPUT_TOKENS = 1_000;

/** What a question to a judge is expected to cost in USD: it searches nothing and says little. Null: nobody knows any price. */
export function estimateQuestion(
  providers: Providers,
  judge: Omit<Priced, "measured">,
  bytes = USUAL_BYTES,
): number | null {
  const input_tokens = Math.ceil(bytes / BYTES_PER_TOKEN);
  const used = { input_tokens, output_tokens: OUTPUT_TOKENS, searches: 0 };
  return priceAnswer(providers, { ...judge, measured: {} }, used)?.usd ?? null;
}

/** A project's judge with what it is estimated to cost; with `chosen`, as it would be. */
export async function viewJudge(
  context: ProjectContext,
  chosen?: { model_id: string; past_days: number },
) {
  const { db, project, providers } = context;
  const judge = await readJudge(db, project, chosen && (await findChosen(context, chosen)));
  const [target] = judge.model_id === null ? [] : await listTargets(db, project, judge.model_id);
  const each = target ? estimateQuestion(providers, target) : null;
  const { planned_answers_per_day } = await readBudget(context);
  const costOf = (questions: number) =>
    each === null ? null : Math.round(each * questions * 1e6) / 1e6;
  return {
    ...judge,
    question_cost_usd: each,
    estimated_cost_usd: costOf(judge.waiting_count),
    estimated_cost_per_day_usd: costOf(planned_answers_per_day),
  };
}

/** The model that is to judge, and since when; refused where it cannot. */
export async function findChosen(
  { db, project, providers, now }: ProjectContext,
  { model_id, past_days }: { model_id: string; past_days: number },
) {
  const slug = decodeModelId(model_id);
  const [target] = await listTargets(db, project, slug);
  const provider = target && providers.get(target.provider);
  if (!target || !provider) {
    throw new Failure("NOT_FOUND", `There is no model ${model_id} that can be asked.`);
  }
  if (!isLanguageModel(provider)) {
    throw new Failure(
      "VALIDATION_ERROR",
      `model_id: ${provider.label} cannot judge; choose a language model`,
      { problem: "CONFLICT" },
    );
  }
  const since = addDays(dayIn(project.timezone, now()), -past_days);
  return { slug, model_number: target.model_number, since };
}
