import type { Kind } from "./suggestion.ts";

/** What accepting a suggestion does, in the words that Brands, Prompts and Topics have for it. */
export const ACCEPTING: Record<Kind, { act: string; done: string; doing: string }> = {
  brand: { act: "Track", done: "tracked", doing: "tracking" },
  prompt: { act: "Add", done: "added", doing: "adding" },
  topic: { act: "Add", done: "added", doing: "adding" },
};

/** What a state of a suggestion is called. */
export const stateWord = (kind: Kind, status: "open" | "accepted" | "rejected"): string =>
  ({ open: "open", accepted: ACCEPTING[kind].done, rejected: "dismissed" })[status];
