import * as z from "zod";
import { ModelIdOutput } from "#core/id.ts";

/** What can be wrong with an assistant: how it is called, and what to do about it. Worst first. */
export const PROBLEMS = {
  key_refused: {
    label: "Key refused",
    todo: "Put in a valid key, then test it.",
  },
  quota_used_up: {
    label: "No credit left",
    todo: "Add credit at the provider, or raise the limit there. It is tried again by itself.",
  },
  stopped_answering: {
    label: "Stopped answering",
    todo: "Test it to see what it says now.",
  },
  budget_used_up: {
    label: "Budget used up",
    todo: "Raise the budget, or wait for the next day or month.",
  },
  search_stopped: {
    label: "Searches less",
    todo: "Compare answers with and without a search before you trust a change in visibility or sources.",
  },
  answers_shrank: {
    label: "Shorter answers",
    todo: "Read some answers: shorter ones name fewer brands. Check its limit of output tokens.",
  },
  model_changed: {
    label: "Another version",
    todo: "Do not compare numbers across that day: they are of two models.",
  },
} as const;
/** The messages of one that fails before anything answered, and of one that never did. */
export const UNREACHABLE = "Nothing answers at its address.";
export const NEVER_ANSWERED = "It has not answered a single question so far.";
/** Those of one whose provider refuses the key, or answers the same to an account without credit, or serves other places. */
export const KEY_REFUSED = "Its provider refuses the key.";
export const KEY_OR_CREDIT = "Its provider refuses the key, or the account has no credit left.";
export const UNSERVED = "Its provider does not serve the place that this server asks from.";
/** Those of one that was set up in another way since it failed: whether that mends it is not known yet. */
export const UNTRIED = {
  key: "A new key was saved, and it has not answered since.",
  settings: "Its settings were changed, and it has not answered since.",
};
export const isUntried = (message: string) => Object.values(UNTRIED).includes(message);
/** Of a budget that is smaller than what is set aside for one answer: no next day mends that. */
export const MAY_COST = "and one answer may cost";
/** Also a model that is overloaded is called a model. */
export const MODEL_GONE =
  /^HTTP 404\b|^HTTP 4(?!29)\d\d\b.*(\bmodel\b.*(not (found|exist|supported|available)|unknown|invalid|deprecated|retired)|access to (the )?model\b)/is;
type Told = { problem: ProblemKind; message: string; said: string | null; waiting?: number };

/** How a problem is called and what to do about it, by the kind of error where it does not answer. */
export function adviceOf({ problem, message, said, waiting = 0 }: Told): {
  label: string;
  todo: string;
} {
  const usual = PROBLEMS[problem];
  if (isUntried(message)) {
    const todo =
      waiting > 0 ? "Questions that wait are asked within a minute. Or test it." : "Test it.";
    return { label: "Not tested yet", todo };
  }
  if (problem === "budget_used_up" && message.includes(MAY_COST)) {
    return { label: usual.label, todo: "Raise the budget: it is not asked until then." };
  }
  if (message === KEY_OR_CREDIT) {
    const todo =
      "See whether the account has credit, and put in a valid key if it has. Then test it.";
    return { label: usual.label, todo };
  }
  if (problem !== "stopped_answering") return usual;
  if (message === UNSERVED) {
    const todo = "Ask from a country that it serves, or by another provider. Then test it.";
    return { label: "Not served here", todo };
  }
  if (message.startsWith(UNREACHABLE)) {
    const todo = "Check the address, and that its server runs and can be reached from here.";
    return { label: "Not reached", todo };
  }
  const label = message === NEVER_ANSWERED ? "Never answered" : usual.label;
  const isModel = MODEL_GONE.test(said ?? "");
  const check = "Check its model: it may be gone, or closed to this account. Then test it.";
  return { label, todo: isModel ? check : usual.todo };
}

export type ProblemKind = keyof typeof PROBLEMS;
export const ProblemKind = z.enum(Object.keys(PROBLEMS) as ProblemKind[]);
/** Those of an assistant that gives no usable answers; it has one of them at a time. */
export const DOWN: readonly ProblemKind[] = ["key_refused", "quota_used_up", "stopped_answering"];

/** What is wrong with one assistant. */
export const Problem = z
  .object({
    model_id: ModelIdOutput,
    name: z.string(),
    problem: ProblemKind,
    label: z.string(),
    is_judge: z.boolean().describe("Of this model as the judge, not as an assistant."),
    is_down: z.boolean().describe("An assistant that gives no usable answers now."),
    since: z.string().meta({ format: "date-time" }),
    message: z.string().describe("What is wrong, in a sentence."),
    said: z.string().nullable().describe("The provider's own words, without keys."),
    waiting: z.int().describe("Questions that wait for it, or that it was not asked today."),
    resumes_at: z.string().nullable().describe("When it is tried again; null: not by itself."),
    todo: z.string().describe("What to do next."),
  })
  .meta({ id: "Problem" });
