import type { OutputOf } from "../../call.ts";

export const KINDS = ["brand", "prompt", "topic"] as const;
export type Kind = (typeof KINDS)[number];
export type Suggested = OutputOf<
  "list_brand_suggestions" | "list_prompt_suggestions" | "list_topic_suggestions"
>["data"][number];
/** A suggestion of any kind; prompts call their name `text`. */
export type Suggestion = Omit<OutputOf<"list_brand_suggestions">["data"][number], "kind"> & {
  kind: Kind;
};
