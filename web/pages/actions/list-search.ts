import { useSearch } from "@tanstack/react-router";
import { ACTION_WORDS, type Action, STATUS_WORDS } from "../../words/action.ts";

/** What the list of actions is narrowed to, as its address and that of an action opened from it have it; open ones alone unless it says otherwise. */
export type ListSearch = { status?: Action["status"]; kind?: Action["kind"] };

export function useListSearch(): ListSearch {
  const { status = "", kind = "" } = useSearch({ strict: false }) as Record<string, string>;
  return {
    ...(Object.hasOwn(STATUS_WORDS, status) && { status: status as Action["status"] }),
    ...(Object.hasOwn(ACTION_WORDS, kind) && { kind: kind as Action["kind"] }),
  };
}
