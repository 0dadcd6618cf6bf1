/** What a project knows about a tracked brand's name; the columns of a brand that detection reads. */
export type BrandRules = {
  brand_id: number;
  name: string;
  aliases: readonly { text: string; case_sensitive: boolean }[];
  domains: readonly string[];
  regex: string | null;
  exclude_phrases: readonly string[];
};

/** A piece of an answer; UTF-16 offsets in the original Markdown, `text` is exactly that slice. */
export type Evidence = { start: number; end: number; text: string };

/** One tracked brand in one answer. */
export type Mention = {
  brand_id: number;
  /** Rank of first appearance among the tracked brands of this answer, from 1. */
  position: number;
  /** Occurrences in the prose, those beyond the evidence limit included. */
  mention_count: number;
  /** Offset of the first occurrence in the original Markdown. */
  first_offset: number;
  evidence: Evidence[];
};

/** Version of the detection rules; when it changes, `detectOutdated` has all stored answers read again. */
export const DETECTOR_VERSION = 7;

/** Most occurrences kept as evidence per brand and answer; all are counted. */
export const EVIDENCE_LIMIT = 20;
