import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { sayAnswers, sayFirstAsked } from "../words/first-asked.ts";

/**
 * Words for when prompts that are added now are asked first, and, of some number of them, what that is and costs; none
 * until it is known who is asked.
 */
export function useFirstAsked(): (prompts?: number) => string {
  const { project, project_id } = useHere();
  const { data } = useAsk("list_targets", { project_id, limit: 1000 });
  if (!data) return () => "";
  if (!data.data.some(({ is_active }) => is_active))
    return () => "First asked once an assistant is set up.";
  const when = sayFirstAsked(project, new Date());
  return (prompts = 0) =>
    prompts > 0 ? `${when.replace(/\.$/, "")}: ${sayAnswers(prompts, data.data)}.` : when;
}
