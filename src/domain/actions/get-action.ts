import * as z from "zod";
import type { Database } from "#core/database.ts";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { addDays, checkDateRange, dayIn, daysBetween } from "#core/period.ts";
import { readGapScope } from "#domain/opportunities/gap-scope.ts";
import { readBrands } from "#domain/opportunities/rival-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { readRetention } from "#domain/projects/retention.ts";
import { listSuggestedBrands } from "#domain/suggestions/suggestion-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import {
  ActionKey,
  keyOf,
  ListedAction,
  liveFrom,
  noSubject,
  readKey,
  type Subject,
} from "./action.ts";
import { hasSubject } from "./action-queries.ts";
import { ActionScope, NOT_IN_TOOLS } from "./action-scope.ts";
import { BRIEF_ANSWERS_MAX, readOtherTexts, readWinning } from "./answer-queries.ts";
import { makeBrief, PROMPTS_MAX } from "./make-brief.ts";
import { readActions, showActions, UNDECIDED, withExamples } from "./read-actions.ts";
import { EffectOutput, readEffect } from "./read-effect.ts";
import { readHindrances } from "./read-hindrances.ts";

const chat_count = z.int().describe("Of the brief's answers.");
const text = z.string();

const BriefOutput = z
  .object({
    answer_count: z.int().describe(`Newest answers it is made of; ${BRIEF_ANSWERS_MAX} at most.`),
    prompts: z
      .array(z.object({ id: idOutput("prm"), text, chat_count }))
      .describe(`The prompts they answer, those with most first; ${PROMPTS_MAX}.`),
    competitors: z
      .array(z.object({ brand_id: idOutput("brd"), chat_count }))
      .describe("The competitors they name, those with most first; 10."),
    claims: z
      .array(
        z.object({
          text,
          brands: z.array(text).describe("The competitors that these say it of."),
          chat_id: idOutput("cht"),
          chat_count,
        }),
      )
      .describe("What several say of competitors, as one says it; 5."),
    words: z
      .array(
        z.object({
          word: text.describe("Folded: without case and accents."),
          chat_count,
          elsewhere_share: z.number().describe("Of the other answers, 0 to 1."),
        }),
      )
      .describe("Telling words surely more frequent here than in answers to other prompts; 12."),
    sources: z
      .array(z.object({ url: text, title: text.nullable(), domain: text, chat_count }))
      .describe("Pages they cite most; 5."),
  })
  .describe("What the winning answers share.");

export const getAction = operation({
  name: "get_action",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Actions",
  summary: "Get an action with its brief",
  description:
    "An action, a brief of what winning answers say and cite, and once it shipped the change against prompts it did not touch.",
  returns: "The action",
  failures: ["NOT_FOUND"],
  route: "GET /action",
  tool: { without: NOT_IN_TOOLS },
  input: z
    .strictObject({
      action_key: ActionKey,
      ...ActionScope,
      date_from: ActionScope.date_from.describe("As in list_actions."),
    })
    .superRefine(checkDateRange),
  output: ListedAction.extend({
    brief: BriefOutput,
    effect: EffectOutput,
  }).meta({ id: "ActionDetail" }),
  async handler(context, { action_key, ...given }) {
    const { db, project, now } = context;
    const about = readKey(action_key);
    const scope = await readGapScope(context, given);
    const found = (await readActions(db, project, scope)).find(
      (one) => keyOf(one.about) === action_key,
    );
    // What was decided stays, also where no answer uses its site or page any more.
    if (!found && !(await hasSubject(db, project, about))) throw noSubject();
    const action = found ?? { about, decided: UNDECIDED, lead: null };
    const examples = await withExamples(db, project, { scope, actions: [action] });
    const [shown] = await showActions(db, project, examples);
    if (!shown) throw noSubject();
    const today = dayIn(project.timezone, now());
    const shipped_on = liveFrom(action.decided);
    const { answers_from } = shipped_on ? await readRetention(context) : { answers_from: null };
    const effect = shipped_on
      ? await readEffect(db, project, { about, shipped_on, today, answers_from })
      : null;
    const hindrances = await readHindrances(db, project, { actions: [action], today });
    return {
      ...shown,
      brief: await readBrief(db, project, { about, scope }),
      unmeasurable: hindrances.get(action_key) ?? null,
      effect,
    };
  },
});

async function readBrief(
  db: Database,
  tenant: Tenant,
  { about, scope }: { about: Subject; scope: DatedScope },
) {
  const { date_from, date_to } = scope;
  const earlier = addDays(date_from, -daysBetween(date_from, date_to));
  // What is no longer cited was cited before.
  const days =
    about.kind === "page_lost"
      ? { date_from: earlier, date_to: addDays(date_from, -1) }
      : { date_from, date_to };
  // What is about one prompt is about all its answers, whatever it names.
  const branded = about.prompt_id === null ? scope.branded : "include";
  const answers = await readWinning(db, tenant, { about, scope: { ...scope, ...days, branded } });
  const but = answers.map(({ answer_id }) => answer_id);
  const others =
    answers.length > 0
      ? await readOtherTexts(db, tenant, { but, scope: { ...scope, ...days } })
      : [];
  const brands = await readBrands(db, tenant);
  const rivals = new Map(
    [...brands].flatMap(([id, { name, is_own }]) => (is_own ? [] : [[id, name] as const])),
  );
  const own = [...brands.values()].flatMap(({ name, is_own }) => (is_own ? [name] : []));
  const names = [...own, ...(await listSuggestedBrands(db, tenant))];
  const { claims, ...brief } = await makeBrief({ answers, others, rivals, names });
  return {
    ...brief,
    claims: claims.map(({ answer_id, ...claim }) => ({ ...claim, chat_id: answer_id })),
  };
}
