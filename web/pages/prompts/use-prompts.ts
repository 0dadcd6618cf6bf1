import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type OperationName, type OutputOf } from "../../call.ts";
import { makeStale, useAsk, useAskAll } from "../../data.ts";
import { useBrands, useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { compareInput, ofBrands, reportInput } from "../../scope.ts";

export type Prompt = OutputOf<"list_prompts">["data"][number];
export type Topic = OutputOf<"list_topics">["data"][number];
export type Tag = OutputOf<"list_tags">["data"][number];
export type Seen = OutputOf<"get_brand_report">["data"][number];

/** What changes when prompts do. */
export const PROMPTS_STALE = [
  ...(["list_prompts", "get_prompt", "list_topics", "list_tags"] as const),
  ...(["get_brand_report", "get_domain_report", "get_url_report", "browse_chats"] as const),
  ...(["list_prompt_suggestions", "get_usage", "explain_change"] as const),
  ...(["get_budget", "estimate_captures", "estimate_answers_needed"] as const),
  "list_audit",
] satisfies OperationName[];
const BATCH = 100;

/** The project's topics and tags by their ids. */
export function useGroups() {
  const { project_id } = useHere();
  const topics = useAsk("list_topics", { project_id, limit: 1000 });
  const tags = useAsk("list_tags", { project_id, limit: 1000 });
  return {
    topics: new Map<string, Topic>(topics.data?.data.map((one) => [one.id, one])),
    tags: new Map<string, Tag>(tags.data?.data.map((one) => [one.id, one])),
  };
}

/** How visible the own brand is in the answers to each prompt, topic or tag, by its id, over the scope; null while nobody knows. */
export function useOwnVisibility(of: "prompt_id" | "topic_id" | "tag_id" = "prompt_id") {
  const { project_id, scope, timezone } = useHere();
  const own = useOwnBrand();
  const report = useAskAll(
    "get_brand_report",
    {
      project_id,
      ...reportInput(scope, timezone, [ofBrands([own?.id ?? ""])]),
      dimensions: [of],
      ...compareInput(scope),
      // A row of one prompt shows what it names.
      ...(of === "prompt_id" && { branded: scope.branded ?? "include" }),
    },
    { enabled: own !== undefined },
  );
  const rows = report.data && new Map(report.data.map((row) => [String(row[of]), row]));
  return { own, rows: rows ?? null, error: report.error };
}

/** Above so many rows, of which each is a prompt and a brand, nobody asks who is named most: it would take minutes. */
const WINNERS_MAX = 5_000;

/**
 * Which brand most answers to each prompt name, by its id, with all that are named as often, the own one first; null
 * where there are too many prompts to tell, undefined while nobody knows.
 */
export function useWinners(prompts: number | undefined): {
  winners: ReadonlyMap<string, Seen[]> | null | undefined;
  error: Error | null;
} {
  const { project_id, scope, timezone } = useHere();
  const brands = useBrands().size;
  const isFew = prompts !== undefined && brands > 1 && prompts * brands <= WINNERS_MAX;
  const report = useAskAll(
    "get_brand_report",
    {
      ...{ project_id, ...reportInput(scope, timezone), branded: scope.branded ?? "include" },
      dimensions: ["prompt_id"],
      having: [{ field: "visibility_count", operator: "gt", value: 0 }],
    },
    { enabled: isFew },
  );
  const { error } = report;
  if (!isFew) return { winners: null, error: null };
  if (!report.data) return { winners: undefined, error };
  const best = new Map<string, Seen[]>();
  for (const row of report.data) {
    const known = best.get(String(row.prompt_id)) ?? [];
    const lead = row.visibility_count - (known[0]?.visibility_count ?? 0);
    if (lead > 0) best.set(String(row.prompt_id), [row]);
    else if (lead === 0) known[row.brand.is_own ? "unshift" : "push"](row);
  }
  return { winners: best, error };
}

type Bulk = "archive_prompts" | "unarchive_prompts" | "delete_prompts" | "update_prompts";
type Change = { topic_id?: string | null; add_tag_ids?: string[]; remove_tag_ids?: string[] };

type Order = { name: Bulk; ids: readonly string[]; change?: Change };

/**
 * Does something to any number of prompts, a hundred at a time; resolves with how many it was done to, and fails where
 * some that are there were refused, after the others.
 */
export async function sendBulk(
  project_id: string,
  { name, ids, change = {} }: Order,
): Promise<number> {
  let done = 0;
  const refused: string[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const prompt_ids = ids.slice(from, from + BATCH);
    const { data, skipped } = await call(name, { project_id, prompt_ids, ...change });
    done += data.length;
    refused.push(...skipped.flatMap((one) => (one.code === "NOT_FOUND" ? [] : one.message)));
  }
  const [why] = refused;
  if (why !== undefined)
    throw new Error(`${refused.length} of ${ids.length} stay as they are. ${why}`);
  return done;
}

/** The same as a change that pages follow. */
export function useBulk() {
  const { project_id } = useHere();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => sendBulk(project_id, order),
    // Where a later hundred failed, the earlier ones are changed all the same.
    onSettled: () => makeStale(client, PROMPTS_STALE),
  });
}
