import { useQueryClient } from "@tanstack/react-query";
import { useCache } from "../data.ts";

/** Kept as long as what nothing on a page asks for: a few minutes, which is now. */
const keyOf = (run_id: string | undefined) => ["asked now", run_id];

/** Notes how many answers were just asked for in this browser, in a run that may be of more. */
export function useNoteAskedNow(): (run_id: string, planned: number) => void {
  const client = useQueryClient();
  return (run_id, planned) =>
    client.setQueryData<number>(keyOf(run_id), (before = 0) => before + planned);
}

/** How many answers of a run were asked for just now; null: none that is known of. */
export function useAskedNow(run_id: string | undefined): number | null {
  const found = useCache((client) => String(client.getQueryData<number>(keyOf(run_id)) ?? ""));
  return found === "" ? null : Number(found);
}
