type Id = string | null | undefined;
type Part = { split: string } & Partial<
  Record<"model_id" | "topic_id" | "prompt_id" | "country_code" | "domain", Id>
>;

/** What tells a part of a change from all others; names may be alike, as of one question in two countries. */
export const keyOfPart = ({ split, ...of }: Part): string =>
  [split, of.model_id ?? of.topic_id ?? of.prompt_id ?? of.country_code ?? of.domain].join(" ");
