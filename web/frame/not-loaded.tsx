import type { Query, QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { OperationName } from "../call.ts";
import { failedOf, useCache } from "../data.ts";
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
  list_prompt_suggestions: "the suggestions",
  list_topic_suggestions: "the suggestions",
  get_judge: "how tone is found",
  get_retention: "how long answers are kept",
  list_runs: "whether a run is under way",
  list_run_tasks: "how far a run is",
  list_targets: "which assistants are asked",
  list_doubtful_mentions: "the doubtful mentions",
  get_action_effects: "what came of these actions",
};

/** What is missing, as whoever asked has it, else as it is called here; undefined: nothing that stands beside. */
function missingOf({ queryKey, observers }: Query): string | undefined {
  const said = observers.map(({ options }) => options.meta?.["beside"] as string | false);
  if (said.includes(false)) return undefined;
  return said.find(Boolean) || BESIDE[queryKey[0] as OperationName];
}

/** What failed beside the numbers, but for what a part of the page says itself of a question of the same name. */
function besideOf(client: QueryClient): Query[] {
  const failed = failedOf(client);
  const isSaid = (one: Query) => BESIDE[one.queryKey[0] as OperationName] && !missingOf(one);
  const said = new Set(failed.filter(isSaid).map(({ queryKey }) => queryKey[0]));
  return failed.filter((one) => missingOf(one) && !said.has(one.queryKey[0]));
}

/** Says which of these could not be loaded: the page shows its numbers, but with ids for names, or without a hint. */
export function NotLoaded() {
  const client = useQueryClient();
  const what = useCache((cache) => {
    const names = new Set(besideOf(cache).map(missingOf));
    return listed([...names].map(String), names.size);
  });
  if (!what) return null;
  const error = besideOf(client).find(({ state }) => state.error)?.state.error ?? ASKED_AGAIN;
  // All that have failed by then: another question of the same name may have, too.
  const refetch = () => Promise.allSettled(besideOf(client).map((query) => query.fetch()));
  return <Missing what={capitalised(what)} asked={{ error, refetch }} />;
}

/** In place of why it failed, while it is asked for again. */
const ASKED_AGAIN = new Error("It is asked for again.");
