import { useAsk, useAskAll, useCache } from "../data.ts";
import { useHere } from "../here.tsx";
import { countryName } from "./country-name.ts";

export type Dimension = "model_id" | "topic_id" | "tag_id" | "country_code" | "prompt_id";

const NAMED: readonly unknown[] = ["list_models", "list_brands", "list_topics", "list_tags"];

/**
 * Whether names are on their way that are not known yet; of those that could not be loaded there are ids. Prompts are many,
 * and count where the caller names some.
 */
export const useNaming = ({ hasPrompts = false } = {}): boolean =>
  useCache(
    (client) =>
      client.getQueryCache().findAll({
        type: "active",
        predicate: ({ queryKey: [name], state: { data, status } }) =>
          (NAMED.includes(name) || (hasPrompts && name === "list_prompts")) &&
          data === undefined &&
          status === "pending",
      }).length > 0,
  );

/** The names behind the values of a dimension; not asked for where they are not needed. */
export function useNames(
  dimension: Dimension,
  isNeeded = true,
): (value: string | null | undefined) => string {
  const { project_id } = useHere();
  const on = (wanted: Dimension) => ({ enabled: isNeeded && dimension === wanted });
  const page = { project_id, limit: 1000 };
  const models = useAsk("list_models", page, on("model_id"));
  const topics = useAsk("list_topics", page, on("topic_id"));
  const tags = useAsk("list_tags", page, on("tag_id"));
  const prompts = useAskAll("list_prompts", { project_id }, on("prompt_id"));
  const names = new Map<string, string>([
    ...(models.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(topics.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(tags.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(prompts.data ?? []).map(({ id, text }) => [id, text] as const),
  ]);
  const isLoading = [models, topics, tags, prompts].some((asked) => asked.isLoading);
  return (value) => {
    if (!value) return "none";
    if (dimension === "country_code") return countryName(value);
    // On their way for the first time, they are no ids.
    return names.get(value) ?? (isLoading ? "…" : value);
  };
}
