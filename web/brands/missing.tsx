import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { PageLink } from "../widgets/page-link.tsx";

/** What has to be there before anything can be asked: an assistant that is switched on, and a prompt that is not archived. */
export type Missing = keyof typeof FIRST;
const FIRST = {
  assistant: {
    to: "/models",
    action: "Add an assistant",
    says: "No assistant is set up to be asked.",
  },
  prompt: { to: "/prompts", action: "Add prompts", says: "There is no active prompt to ask." },
} as const;

/**
 * What asking needs that the project does not have, the first of it first; none until both lists are known, or if they
 * fail. `beside` as for useAsk.
 */
export function useMissing(options: { beside?: false } = {}) {
  const { project_id } = useHere();
  const targets = useAsk("list_targets", { project_id, limit: 1000 }, options);
  const prompts = useAsk("list_prompts", { project_id, status: "active", limit: 1 }, options);
  const isNoneAsked = targets.data?.data.every(({ is_active }) => !is_active) ?? false;
  const missing: Missing[] = [
    ...(isNoneAsked ? (["assistant"] as const) : []),
    ...(prompts.data?.total_count === 0 ? (["prompt"] as const) : []),
  ];
  return { targets, prompts, missing };
}

/** What is missing, in a sentence. */
export const sayMissing = (what: Missing): string => FIRST[what].says;

/** The way to what is missing. */
export function ToMissing({ what, isMain = false }: { what: Missing; isMain?: boolean }) {
  const { to, action } = FIRST[what];
  return (
    <PageLink to={to} isButton={isMain ? "filled" : "default"}>
      {action}
    </PageLink>
  );
}
