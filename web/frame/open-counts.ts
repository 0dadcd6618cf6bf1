import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

/** How many suggestions of each kind are open; 0 until it is known. */
export function useOpenCounts() {
  const { project_id } = useHere();
  const one = { project_id, limit: 1 };
  const brands = useAsk("list_brand_suggestions", one);
  const prompts = useAsk("list_prompt_suggestions", one);
  const topics = useAsk("list_topic_suggestions", one);
  return {
    brand: brands.data?.total_count ?? 0,
    prompt: prompts.data?.total_count ?? 0,
    topic: topics.data?.total_count ?? 0,
  };
}
