// The space before a question is bounded: an answer of line breaks alone would be walked from each of them.
const QUESTION =
  /(?:^|[.!?:\n]\s{0,20}|[-*•] |\d[.)] |\*\*)((?:What|Which|How|Who|Where|When|Why|Is|Are|Can|Does|Do)\b[^.!?\n*]{12,160}\?)/gu;
const TO_THE_READER = /\b(you|your|I|me|we|us)\b/i;

/** Questions that an answer asks about its subject, not of its reader; at most 10. */
export function questionsIn(answer: string): string[] {
  const found = [...answer.matchAll(QUESTION)].slice(0, 10).map((match) => (match[1] ?? "").trim());
  return found.filter((text) => !TO_THE_READER.test(text));
}
