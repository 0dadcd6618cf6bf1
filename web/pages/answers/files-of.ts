import type { searchFilters } from "../../answers-search.ts";
import { countFilters, type Scope } from "../../scope.ts";
import { listed } from "../../words/numbers.ts";

type OwnFilter = Pick<ReturnType<typeof searchFilters>[number], "what" | "names" | "same">;
const MOST = 4;

/** The days and filters of a list of answers as files of the same can hold them, and which those are, in words. */
export function filesOf(
  scope: Scope,
  own: readonly OwnFilter[],
): { files: Scope; isWith: string | undefined } {
  const { menu: _, ...files } = scope;
  // As the list of one prompt has its answers, whatever it names.
  if (own.some(({ names }) => names.includes("prompt_id"))) files.branded = "include";
  const lost = own.filter(({ same }) => {
    const kept = same && files[same.name];
    if (!same || kept) return !same || kept?.join() !== same.value;
    files[same.name] = [same.value];
    return false;
  });
  const names = lost.map(({ what }) => what);
  const without = `without the ${names.length === 1 ? "filter" : "filters"}`;
  if (names.length > 0) return { files, isWith: `${without} ${listed(names, MOST)}` };
  return { files, isWith: countFilters(files) > 0 ? "with these filters" : undefined };
}
