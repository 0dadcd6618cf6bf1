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

/**
 * What the things that some entries are about are called, by their ids; of what is deleted, or is in another project,
 * nothing. Asks for the lists that such ids are in alone.
 */
export function useTargetNames(entries: readonly Entry[]): (id: string) => string | undefined {
  const { project_id, organisation_id } = useHere();
  const ids = entries
    .filter((entry) => entry.project_id === null || entry.project_id === project_id)
    .flatMap(idsOf);
  const has = (kind: string) => ids.some((id) => id.startsWith(`${kind}_`));
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
  return (id) => {
    if (!ids.includes(id)) return undefined;
    const name = names.get(id) ?? others[id.slice(0, 3) as keyof typeof others]?.(id);
    return name === id ? undefined : name;
  };
}
