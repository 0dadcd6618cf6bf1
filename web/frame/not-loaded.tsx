import type { Query, QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { OperationName } from "../call.ts";
import { useCache } from "../data.ts";
import { Missing } from "../widgets/states.tsx";
import { capitalised } from "../words/formats.ts";
import { listed } from "../words/numbers.ts";

/** What stands beside the numbers of many pages, by the question that asks for it. */
const BESIDE: Partial<Record<OperationName, string>> = {
  list_models: "the names of assistants",
  list_brands: "the tracked brands",
  list_topics: "the names of topics",
  list_tags: "the names of tags",
  list_prompts: "the texts of prompts",
  list_health: "whether assistants are down",
  list_model_changes: "what changed about assistants",
  list_brand_suggestions: "the suggestions",
  get_judge: "how tone is found",
  get_retention: "how long answers are kept",
};
const nameOf = ({ queryKey }: Query) => BESIDE[queryKey[0] as OperationName];

const failedOf = (client: QueryClient) =>
  client.getQueryCache().findAll({
    type: "active",
    predicate: (query) =>
      query.state.errorUpdateCount > 0 &&
      query.state.data === undefined &&
      nameOf(query) !== undefined,
  });

/** Says which of these could not be loaded: the page shows its numbers, but with ids for names, or without a hint. */
export function NotLoaded() {
  const client = useQueryClient();
  const what = useCache((cache) => {
    const names = new Set(failedOf(cache).map(nameOf));
    return listed([...names].map(String), names.size);
  });
  if (!what) return null;
  const error = failedOf(client).find(({ state }) => state.error)?.state.error ?? ASKED_AGAIN;
  // All that have failed by then: another question of the same name may have, too.
  const refetch = () => Promise.allSettled(failedOf(client).map((query) => query.fetch()));
  return <Missing what={capitalised(what)} asked={{ error, refetch }} />;
}

/** In place of why it failed, while it is asked for again. */
const ASKED_AGAIN = new Error("It is asked for again.");
