/** What numbers are, in a sentence or two for people who read no formulas. */
export const COUNTED = {
  visibility:
    "The share of answers that name the brand, of all usable answers. Answers that are empty, refused or failed count nowhere.",
  share_of_voice:
    "The answers that name the brand, divided by the same count summed over all tracked brands. Tracking one more competitor lowers it.",
  position:
    "In answers that name the brand: whether it is named first, second or later among the tracked brands, on average. Lower is earlier.",
  sentiment:
    "How answers speak of the brand, from 0 to 100, where 50 is neutral: the mean over places that say something good or bad. It is an estimate from words in English, unless a language model judges it.",
} as const;
export type Counted = keyof typeof COUNTED;

/** What who never saw these pages has to know of them, in a sentence or two each. */
export const READ_VISIBILITY =
  "AI assistants were asked questions as buyers ask them. Visibility is the share of their answers that name a brand. An interval beside a number, or a thin line across the end of a bar, says where the number would lie 95 times out of 100 if the same questions were asked again.";
export const READ_CHANGE =
  "A change that “may be chance” is no larger than what chance alone can do, or than the largest of so many changes compared may be by chance.";
export const READ_SOURCES =
  "AI assistants were asked questions as buyers ask them. A site is read where an assistant opened it before it answered, and cited where the answer points to it. A thin line across the end of a bar says where the share would lie 95 times out of 100 if the same questions were asked again.";

/** How a bar with a whisker is read. */
export const READ_BAR =
  "A bar is the share of answers that name the brand. The thin line across its end is the 95\u00A0% interval: if the same prompts were asked again, the share would lie within it 95 times out of 100.";

/** Why a change need not be the difference of the two numbers beside it. */
export const WEIGHED =
  "A change compares the prompts and assistants that were asked in both periods, with the same weight in both. So it need not be the difference of the two numbers beside it, which count all answers.";

/** What stands beside every number. */
export const BESIDE = [
  [
    "“If asked again”",
    "Assistants do not answer alike every day. If the same prompts were asked again in the same way, the number would lie in it 95 times out of 100. It is the one for a report on these prompts.",
  ],
  [
    "“For questions like these”",
    "Your prompts are a sample of what people ask. It says where the number would lie with other questions like these; it is wider, and there is none with fewer than five prompts. It is the one for a claim about what people are told in general.",
  ],
  [
    "Changes",
    "Only what was asked in both periods is compared, prompt by prompt. “May be chance” means that chance alone may explain a change, “not tested” that there is too little to say. Of all changes on a page that are called more than chance, at most 5\u00A0% are chance.",
  ],
] as const;
