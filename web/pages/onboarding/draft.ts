import { useNavigate, useSearch } from "@tanstack/react-router";
import type { OutputOf } from "../../call.ts";

type Session = OutputOf<"start_onboarding">;
/** What was proposed, and what was made of it so far. */
export type Draft = { session: Session; proposal: Session["proposal"] };

/** The steps of a new project, as addresses name them. */
export const STEPS = ["brand", "competitors", "questions", "assistant", "run"] as const;
export type Step = (typeof STEPS)[number];

const [DRAFT, PROJECT] = ["setup", "setup_project"];

/** The draft that this browser keeps, while its session lasts. */
export function readDraft(): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(DRAFT) ?? "null") as Draft | null;
    return draft && Date.parse(draft.session.expires_at) > Date.now() ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; null: forgets it. */
export function keepDraft(draft: Draft | null): void {
  if (draft) localStorage.setItem(DRAFT, JSON.stringify(draft));
  else localStorage.removeItem(DRAFT);
}

/** The project that was made and whose set-up was not ended yet. */
export const unfinishedProject = (): string | null => localStorage.getItem(PROJECT);

/** Notes which project is being set up; null: it is. */
export function noteProject(project_id: string | null): void {
  if (project_id) localStorage.setItem(PROJECT, project_id);
  else localStorage.removeItem(PROJECT);
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
