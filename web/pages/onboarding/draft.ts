import { useNavigate, useSearch } from "@tanstack/react-router";
import type { OutputOf } from "../../call.ts";
import { recall, remember } from "../../remember.ts";

type Session = OutputOf<"start_onboarding">;
/** What was said of the brand, as it was typed. */
export type Brand = Record<
  "name" | "domain" | "industry" | "country_code" | "language_code",
  string
>;
/**
 * What was proposed, and what was made of it so far; `typed`: questions of one's own, one per line; `sites`: those of
 * competitors as they were typed, by name.
 */
export type Draft = {
  session: Session;
  proposal: Session["proposal"];
  brand?: Brand;
  typed?: string;
  sites?: Readonly<Record<string, string>>;
};

/** The steps of a new project, as addresses name them. */
export const STEPS = ["brand", "competitors", "questions", "assistant", "run"] as const;
export type Step = (typeof STEPS)[number];

/** Where a browser keeps what one user of it began: the next one sees none of it. */
const keysOf = (user_id: string) => ({
  draft: `setup ${user_id}`,
  project: `setup_project ${user_id}`,
});

export const PROMPTS_MAX = 100;
export const COMPETITORS_MAX = 20;

/** A draft of what is proposed for a brand; of one that was begun for the same brand it keeps what was entered. */
export function beginDraft(session: Session, brand: Brand, before: Draft | null): Draft {
  const isSame = before?.brand?.name === brand.name || before?.brand?.domain === brand.domain;
  if (!before || !isSame) return { session, brand, proposal: session.proposal };
  const { competitors, prompts } = session.proposal;
  const known = before.session.proposal;
  const own = <One extends object>(all: One[], proposed: One[], keyOf: (one: One) => string) => {
    const keys = new Set(proposed.map(keyOf));
    return all.filter((one) => !keys.has(keyOf(one)));
  };
  const { competitors: named, prompts: asked } = before.proposal;
  const nameOf = ({ name }: { name: string }) => name;
  const textOf = ({ text }: { text: string }) => text;
  const entered = own(own(named, known.competitors, nameOf), competitors, nameOf);
  const room = Math.max(0, COMPETITORS_MAX - entered.length);
  const proposal = {
    ...session.proposal,
    competitors: [...competitors.slice(0, room), ...entered],
    prompts: [...prompts, ...own(own(asked, known.prompts, textOf), prompts, textOf)],
  };
  return { ...before, session, brand, proposal };
}

/** The questions of a draft, with those that are typed and not added to the list yet. */
export function questionsOf({
  proposal: { prompts },
  typed = "",
}: Draft): Draft["proposal"]["prompts"] {
  const known = new Set(prompts.map(({ text }) => text));
  const lines = typed.split("\n").map((line) => line.trim());
  const fresh = [...new Set(lines)].filter((text) => text && !known.has(text));
  return [...prompts, ...fresh.map((text) => ({ text, topic: null }))];
}

/** So long after its session, which is begun anew then, a draft is kept. */
const KEPT_MS = 30 * 86_400_000;

/** The draft that this browser keeps of a user. */
export function readDraft(user_id: string): Draft | null {
  try {
    const draft = JSON.parse(recall(keysOf(user_id).draft) ?? "null") as Draft | null;
    return draft && Date.parse(draft.session.expires_at) + KEPT_MS > Date.now() ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; null: forgets it. */
export function keepDraft(user_id: string, draft: Draft | null): void {
  remember(keysOf(user_id).draft, draft && JSON.stringify(draft));
}

/** The project that was made and whose set-up was not ended yet. */
export const unfinishedProject = (user_id: string): string | null =>
  recall(keysOf(user_id).project);

/** Notes which project is being set up; null: it is. */
export function noteProject(user_id: string, project_id: string | null): void {
  remember(keysOf(user_id).project, project_id);
}

type Place = { step?: Step | undefined; project?: string | undefined };

/** The step in the address, and the way to another; without one the projects are listed. */
export function useStep(): Place & { go(to: Place, options?: { replace?: boolean }): void } {
  const { step, project } = useSearch({ strict: false }) as Place;
  const navigate = useNavigate();
  const go = (to: Place, { replace = false } = {}) =>
    void navigate({ to: "/welcome", search: to, replace } as never);
  return { step: STEPS.find((name) => name === step), project, go };
}
