import * as z from "zod";
import { type Asked, EngineFailure } from "#core/answer-engine.ts";
import { Failure } from "#core/failure.ts";
import { decodeModelId, ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { parametersFor } from "../asking/own-market.ts";
import { wakeProject } from "../asking/turn-queries.ts";
import { applyPrice, estimateAnswer } from "../budget/answer-price.ts";
import { askPaid } from "../budget/ask-paid.ts";
import type { InTheWay } from "../budget/room.ts";
import { toMicros, toUsd } from "../capture-task.ts";
import { askForCheck } from "../health/check-health.ts";
import { noteUnmended } from "../health/health-queries.ts";
import { describeFailure } from "../health/judge-health.ts";
import { endJudgeRest } from "../health/judge-trouble.ts";
import { openKey } from "./open-key.ts";
import { describeProbe, noteAnswering, noteProbe, Probe } from "./probe.ts";
import { dateRefusals, isPlace } from "./refusals.ts";
import { listTargets } from "./target-queries.ts";

const TIMEOUT_SECONDS = 90;
const MESSAGE_MAX = 500;
const ANSWER_MAX = 20_000;

export const tryTarget = operation({
  name: "try_target",
  scope: "project",
  effect: "adds",
  reaches_outside: true,
  audit: ({ model_id }) => ({ model_id }),
  transaction: "own",
  group: "Models",
  summary: "Ask a model one question",
  description:
    "Asks a model one question now and shows what came back and what it took of the question, which is kept with its day; the answer is not stored. One that was paused because it failed is asked again once it answers. The provider bills it as any other, and it counts against the budget.",
  returns: "What the model answered, or why it did not",
  route: "POST /targets/{model_id}/try",
  input: z.strictObject({
    model_id: ModelId.describe("From list_targets."),
    prompt: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .default("Which brands would you recommend for running shoes?")
      .describe("The question to ask."),
  }),
  output: z.object({
    is_working: z.boolean(),
    message: z.string(),
    answer: z.string().nullable().describe("What it said; null where it did not answer."),
    served_model: z.string().nullable(),
    search_ran: z.boolean().nullable(),
    search_asked: z
      .enum(["forced", "chosen", "off"])
      .nullable()
      .describe("Whether it was made to search, left to choose, or given no search."),
    asked_without: z
      .array(z.string())
      .describe("Fields its provider refused, so it was asked without them."),
    search_queries: z.array(z.string()),
    source_count: z.int(),
    probe: Probe.nullable().describe("What it took of the question; null where it was not asked."),
    cost_usd: z.number().nullable(),
    cost_basis: z.enum(["reported", "estimated", "unknown"]),
  }),
  async handler(context, { model_id, prompt }) {
    const { db, project, providers, vault, now } = context;
    const [row] = await listTargets(db, project, decodeModelId(model_id));
    const provider = row && providers.get(row.provider);
    if (!row || !provider) {
      throw new Failure("NOT_FOUND", `There is no model ${model_id} that can be asked.`);
    }
    const found = await findProject(db, project);
    const requested_model = row.requested_model ?? "";
    const country_code = found?.country_code ?? null;
    const asked_at = now();
    const payment = {
      ...project,
      day: dayIn(project.timezone, now()),
      model_id: row.model_number,
      typical_usd: estimateAnswer(providers, row)?.usd ?? null,
      costliest_micros: row.costliest_micros,
    };
    const ask = async () => {
      const captured = await provider.engine.ask({
        prompt,
        country_code,
        language_code: found?.language_code ?? null,
        requested_model,
        base_url: row.base_url ?? provider.default_base_url ?? "",
        api_key: openKey(vault, row.api_key),
        parameters: await parametersFor(db, project, row),
        // What was refused before is sent again: this is how to find out that it is taken now.
        left_out: [],
        timeout_seconds: TIMEOUT_SECONDS,
      });
      return applyPrice(captured, providers, row);
    };
    const note = async (asked: Asked | EngineFailure) => {
      const { supports } = provider.engine;
      const probe = describeProbe(asked, { supports, country_code, now: now() });
      const fresh = asked instanceof Error ? [] : asked.refusals;
      const refusals = {
        ...Object.fromEntries(Object.entries(row.refusals).filter(([part]) => isPlace(part))),
        ...dateRefusals(fresh, now()),
      };
      const setup = { ...row, ...payment, requested_model };
      if (!(await noteProbe(db, setup, { probe, refusals }))) return probe;
      if (asked instanceof Error) {
        const said = asked.message.slice(0, MESSAGE_MAX);
        const failed = { kind: asked.kind, said, provider: row.provider };
        await noteUnmended(db, payment, describeFailure(failed));
      } else {
        await noteAnswering(db, setup, asked_at);
        await endJudgeRest(db, payment);
        await wakeProject(db, project, now());
        await askForCheck(context, project);
      }
      return probe;
    };
    try {
      const paid = await askPaid(context, payment, ask);
      if ("blocked" in paid) return failed(whyNot(paid.blocked));
      const probe = await note(paid.captured);
      return { ...describe(paid.captured), probe };
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      const { cost_usd } = error;
      const billed = cost_usd ? { cost_usd, cost_basis: "reported" as const } : {};
      const said = failed(error.message.slice(0, MESSAGE_MAX));
      return { ...said, ...billed, probe: await note(error) };
    }
  },
});

function whyNot(blocked: InTheWay): string {
  if (blocked === "wait")
    return "What the budget leaves is set aside for questions that are being asked. Try again in a minute.";
  if (blocked === "batch")
    return "What the budget leaves is set aside for a batch, which may take a day. Try again when its answers are there, or raise the budget.";
  return `The ${blocked} budget leaves no room for it.`;
}

function describe({ usage, ...captured }: Asked) {
  return {
    is_working: true,
    message: `Answered (${captured.finish}).`,
    answer: captured.text.slice(0, ANSWER_MAX),
    served_model: captured.served_model,
    search_ran: captured.search_ran,
    search_asked: captured.search_asked,
    asked_without: captured.asked_without,
    search_queries: captured.search_queries,
    source_count: captured.retrieved.length + captured.cited.length,
    cost_usd: usage.cost_usd === null ? null : toUsd(toMicros(usage.cost_usd)),
    cost_basis: usage.cost_basis,
  };
}

function failed(message: string) {
  const nothing = { answer: null, served_model: null, search_ran: null, search_queries: [] };
  const how = { search_asked: null, asked_without: [], probe: null };
  const cost = { source_count: 0, cost_usd: null, cost_basis: "unknown" as const };
  return { is_working: false, message, ...nothing, ...how, ...cost };
}
