import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useBrands } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { useNames } from "../../words/names.ts";

type Entry = OutputOf<"list_audit">["data"][number];

/** Every id that an entry names. */
const idsOf = ({ target }: Entry): string[] =>
  Object.values(target)
    .flat()
    .filter((value) => typeof value === "string");

/** What the thing that an entry is about is called, by its id; of what is deleted, or is in another project, nothing. */
export type NameOf = (entry: Entry, id: string) => string | undefined;

/** Names for some entries; asks for the lists that their ids are in alone, or for all where `isWhole`: others are saved, too. */
export function useTargetNames(entries: readonly Entry[], isWhole: boolean): NameOf {
  const { project_id, organisation_id } = useHere();
  const isHere = (entry: Entry) => entry.project_id === null || entry.project_id === project_id;
  const ids = entries.filter(isHere).flatMap(idsOf);
  const has = (kind: string) => isWhole || ids.some((id) => id.startsWith(`${kind}_`));
  const page = { project_id, limit: 1000 };
  const brands = useBrands();
  const projects = useAsk("list_projects", {});
  const members = useAsk(
    "list_members",
    { organisation_id, limit: 1000 },
    { enabled: has("usr"), beside: false },
  );
  const keys = useAsk("list_keys", page, { enabled: has("key"), beside: false });
  const links = useAsk("list_share_links", page, { enabled: has("shr"), beside: false });
  const names = new Map<string, string>([
    ...(projects.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...[...brands.values()].map(({ id, name }) => [id, name] as const),
    ...(members.data?.data ?? []).map(({ id, email }) => [id, email] as const),
    ...(keys.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(links.data?.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const others = {
    mdl: useNames("model_id", has("mdl")),
    top: useNames("topic_id", has("top")),
    tag: useNames("tag_id", has("tag")),
    prm: useNames("prompt_id", has("prm")),
  };
  return (entry, id) => {
    if (!isHere(entry)) return undefined;
    const name = names.get(id) ?? others[id.slice(0, 3) as keyof typeof others]?.(id);
    return name === id ? undefined : name;
  };
}
