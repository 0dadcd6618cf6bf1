/**
 * The tables that a cluster spreads by project: facts, what names them and their sums, which are nearly all bytes. All
 * others stay on one node. A statement filters each of these tables by its project itself, in subqueries too, as only
 * so it is sent whole to where the project lies.
 */
export const SPREAD_TABLES = [
  "domains",
  "urls",
  "mentions",
  "citations",
  "search_queries",
  "answer_extras",
  "raw_answers",
  "judgements",
  "verdicts",
  // With the facts that they are changed with: what commits on one node commits as a whole.
  "rollup_dirty",
  "rollup_brands",
  "rollup_days",
  "answer_rollup",
  "brand_rollup",
  "domain_rollup",
  "url_rollup",
  "cell_rollup",
  "gap_rollup",
  "prompt_rollup",
  "answers",
] as const;

/** The table of those whose rows lie together. */
export const TENANTS = "projects";
