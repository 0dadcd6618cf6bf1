import { callAll } from "../../asking.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk, useAskAll } from "../../data.ts";
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

type Here = { project_id: string; organisation_id: string };
/** Whether an entry's ids are of this project, or of none; in others they are of other things. */
const isHere = (entry: Entry, { project_id }: Pick<Here, "project_id">) =>
  entry.project_id === null || entry.project_id === project_id;

/** Names for entries of every page, as a file has them. */
export async function loadTargetNames(entries: readonly Entry[], here: Here): Promise<NameOf> {
  const { project_id, organisation_id } = here;
  const lists: Record<
    string,
    () => Promise<{ id: string; name?: string; email?: string; text?: string }[]>
  > = {
    brd: () => callAll("list_brands", { project_id }),
    key: () => callAll("list_keys", { project_id }),
    mdl: () => callAll("list_models", { project_id }),
    prj: () => callAll("list_projects", {}),
    prm: () => callAll("list_prompts", { project_id }),
    shr: () => callAll("list_share_links", { project_id }),
    tag: () => callAll("list_tags", { project_id }),
    top: () => callAll("list_topics", { project_id }),
    usr: () => callAll("list_members", { organisation_id }),
  };
  const ids = entries.filter((entry) => isHere(entry, here)).flatMap(idsOf);
  const kinds = [...new Set(ids.map((id) => id.slice(0, 3)))];
  // Of a list that does not come there are ids.
  const found = await Promise.allSettled(kinds.map((kind) => lists[kind]?.() ?? []));
  const named = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const names = new Map(named.map((one) => [one.id, one.email ?? one.text ?? one.name]));
  return (entry, id) => (isHere(entry, here) ? names.get(id) : undefined);
}

/** Names for the entries of a page; asks for the lists that their ids are in alone. */
export function useTargetNames(entries: readonly Entry[]): NameOf {
  const { project_id, organisation_id } = useHere();
  const ids = entries.filter((entry) => isHere(entry, { project_id })).flatMap(idsOf);
  const has = (kind: string) => ids.some((id) => id.startsWith(`${kind}_`));
  const page = { project_id, limit: 1000 };
  const brands = useBrands();
  const projects = useAskAll("list_projects", {});
  const members = useAsk(
    "list_members",
    { organisation_id, limit: 1000 },
    { enabled: has("usr"), beside: false },
  );
  const keys = useAsk("list_keys", page, { enabled: has("key"), beside: false });
  const links = useAsk("list_share_links", page, { enabled: has("shr"), beside: false });
  const names = new Map<string, string>([
    ...(projects.data ?? []).map(({ id, name }) => [id, name] as const),
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
    if (!isHere(entry, { project_id })) return undefined;
    const name = names.get(id) ?? others[id.slice(0, 3) as keyof typeof others]?.(id);
    return name === id ? undefined : name;
  };
}
