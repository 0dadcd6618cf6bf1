import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId, idOutput, idPattern } from "#core/id.ts";
import { Day } from "#core/period.ts";
import { ADDRESS_MAX } from "#domain/detection/canonical-url.ts";
import { RIVAL_ANSWERS_MAX } from "#domain/opportunities/rival-queries.ts";

/** What there is to do something about, each with what it means and what its prize counts. */
export const ACTION_KINDS = {
  prompt_gap: "prompts where a competitor is named more",
  source_gap: "sites whose citing answers name a competitor more",
  page_unnamed: "own pages cited by answers that name only competitors",
  page_lost: "own pages no longer cited",
  page_uncited: "own pages read and never cited",
} as const;
export type ActionKind = keyof typeof ACTION_KINDS;
const KINDS = Object.keys(ACTION_KINDS) as [ActionKind, ...ActionKind[]];

export const ActionKindField = z
  .enum(KINDS)
  .describe(`${KINDS.map((kind) => `${kind}: ${ACTION_KINDS[kind]}`).join("; ")}.`);
export const ActionStatus = z
  .enum(["open", "doing", "done", "dismissed"])
  .describe("open: nobody decided yet.");

/** What an action is about: a prompt by its number, or a site or page by its name. */
export type Subject = { kind: ActionKind; prompt_id: number | null; subject: string };

/** A kind and the longest name of what it is about. */
const KEY_MAX = ADDRESS_MAX + 20;
export const ActionKey = z
  .string()
  .min(3)
  .max(KEY_MAX)
  .describe('The action\'s key, like "source_gap:example.com".')
  .meta({ example: "source_gap:review.example" });

/** The key that callers know a subject by. */
export function keyOf({ kind, prompt_id, subject }: Subject): string {
  return `${kind}:${prompt_id === null ? subject : encodeId("prm", prompt_id)}`;
}

/** The own page that a subject is; null: it is none. */
export const ownPageOf = ({ kind, subject }: Subject): string | null =>
  kind.startsWith("page_") ? subject : null;

/** The subject of a key; refuses what is no key. */
export function readKey(key: string): Subject {
  const [, kind = "", about = ""] = /^([a-z_]+):(.+)$/s.exec(key) ?? [];
  if (!Object.hasOwn(ACTION_KINDS, kind)) throw noKey();
  if (kind !== "prompt_gap") return { kind: kind as ActionKind, prompt_id: null, subject: about };
  const prompt_id = idPattern("prm").test(about) ? decodeId("prm", about) : 0;
  if (prompt_id === 0) throw noKey();
  return { kind, prompt_id, subject: "" };
}

const noKey = () =>
  new Failure("VALIDATION_ERROR", "action_key: is none of an action; list_actions tells them.", {
    problem: "FORMAT",
  });

/** The day from which an action can have an effect; null: it did not go live, or is dismissed. */
export const liveFrom = ({
  status,
  shipped_on,
}: {
  status: string;
  shipped_on: string | null;
}): string | null => (status === "dismissed" ? null : shipped_on);

/** The refusal of a key whose prompt, site or page the project does not have. */
export const noSubject = () =>
  new Failure("NOT_FOUND", "action_key: the project has no such prompt, site or page.", {
    problem: "NOT_FOUND",
  });

/** What people decide about an action. */
export const DecisionFields = {
  status: ActionStatus,
  reason: z.string().trim().max(500).nullable().describe("Why it is dismissed."),
  owner: z.string().trim().max(200).nullable().describe("Who does it."),
  note: z.string().trim().max(4_000).nullable().describe("What is or was done."),
  due_on: Day.nullable().describe("Day it is due."),
  shipped_on: Day.nullable().describe("Day it went live; get_action compares before and after."),
};

/** What an action was expected to win when somebody took it up, and what it was called by: kept as it was seen then. */
export const Expected = z.object({
  prize: z.int().nullable().describe("Answers to win at most; null: it was no lead."),
  prize_low: z.int().nullable().describe("Of these at least."),
  answer_count: z.int().nullable().describe("Answers it was found in."),
  own_count: z.int().nullable().describe("Those that named the own brand."),
  url: z.string().nullable().describe("Own page it was about."),
  title: z.string().nullable().describe("Of the page."),
  date_from: z.string().describe("First day of these answers."),
  date_to: z.string().describe("Last day."),
  is_filtered: z.boolean().describe("They were chosen by filters."),
});
export type Expected = z.output<typeof Expected>;

const text = z.string();

export const Action = z
  .object({
    action_key: text.describe("Names it; get_action and update_action take it."),
    id: idOutput("act").nullable().describe("Null until something is decided."),
    kind: ActionKindField,
    ...DecisionFields,
    due_on: text.nullable().describe("Day it is due."),
    shipped_on: text.nullable().describe("Day it went live."),
    prompt: z
      .object({ id: idOutput("prm"), text })
      .nullable()
      .describe("Null: not about one."),
    domain: text.nullable(),
    classification: text.nullable().describe("Kind of the site, of source_gap."),
    url: text
      .nullable()
      .describe("Own page it is about, or that most answers to its prompt cite, three at least."),
    title: text.nullable().describe("Of the page."),
    prize: z
      .int()
      .nullable()
      .describe("Answers to win at most; null: no longer a lead in these days, or just decided."),
    prize_low: z
      .int()
      .nullable()
      .describe(
        "Of these at least: of gaps the lower end of the competitor's lead, of own pages half. Leads with most come first.",
      ),
    answer_count: z.int().nullable().describe("Answers it was found in."),
    own_count: z.int().nullable().describe("Those that name the own brand."),
    best_brand: z
      .object({
        name: text,
        share: z.number().describe("Of the answers of total, 0 to 1."),
        own_share: z.number().describe("Of the own brand in the same answers, 0 to 1."),
        total: z
          .int()
          .describe(
            `The answers it was counted in: of a site the newest ${RIVAL_ANSWERS_MAX} at most.`,
          ),
      })
      .nullable()
      .describe("The competitor named most."),
    difference_low: z
      .number()
      .nullable()
      .describe("How much more it is named, -1 to 1: lower end of the 95 % interval."),
    difference_high: z.number().nullable().describe("Upper end."),
    chat_ids: z.array(idOutput("cht")).describe("Newest answers that show it; 3."),
    expected: Expected.nullable().describe(
      "What was seen of it when somebody took it up; null: nobody did, or it is not known.",
    ),
    changed_by: text.nullable().describe("E-mail address of who decided last."),
    updated_at: text.nullable().describe("When that was."),
  })
  .meta({ id: "Action" });

/** An action in a list. */
export const ListedAction = Action.extend({
  unmeasurable: text
    .nullable()
    .describe("Why its effect could not be told if it shipped today; null: it could, or is told."),
}).meta({ id: "ListedAction" });
