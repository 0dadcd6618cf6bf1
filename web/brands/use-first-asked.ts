import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { sayFirstAsked } from "../words/first-asked.ts";

/** Words for when a prompt that is added now is asked first; none until it is known who is asked. */
export function useFirstAsked(): string {
  const { project, project_id } = useHere();
  const { data } = useAsk("list_targets", { project_id, limit: 1000 });
  if (!data) return "";
  if (!data.data.some(({ is_active }) => is_active))
    return "First asked once an assistant is set up.";
  return sayFirstAsked(project, new Date());
}
