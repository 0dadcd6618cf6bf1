type Phrases = readonly [string, ...string[]];

/** Invented sentences; `%` is the brand, `&` the subject. */
export const INTROS: Phrases = [
  "Here is a short overview of &, based on recent tests and what owners report.",
  "There is no single winner for &, but a few names come up again and again.",
  "If you are looking into &, these are the options worth a closer look right now.",
  "The right choice for & depends on your budget and how often you will use it.",
];

/** Second sentences of an opening. */
export const INTRO_DETAILS: Phrases = [
  "I weighed independent tests more than advertising, and noted where opinions differ.",
  "Prices move during the year, so treat the order as a starting point.",
  "The differences are smaller than they used to be, so service and spare parts matter.",
  "Most reviewers agree on the first two, and disagree about everything after that.",
];

/** What is said of a brand the answer likes. */
export const PRAISE: Phrases = [
  "% is a reliable all-rounder and one of the easiest recommendations here.",
  "Reviewers consistently praise % for its excellent build quality.",
  "% stands out with great support and a very good warranty.",
  "Many testers call % the best balance of price and performance.",
  "% impresses with thoughtful details and is a pleasure to use.",
  "Owners love how dependable % has been over several seasons.",
];

/** What is said of a brand without judgement. */
export const PLAIN: Phrases = [
  "% covers the basics and is available in most countries.",
  "% has been in this market for several years and offers three tiers.",
  "% is often mentioned as an alternative in the same price range.",
  "% updated its line this year, mainly in the mid-range.",
  "% sells directly and through retailers.",
];

/** What is said of a brand the answer is wary of. */
export const BLAME: Phrases = [
  "% has become expensive, and several owners complain about slow support.",
  "Reviews of % are disappointing lately: reliability problems come up often.",
  "% looks good on paper but performed poorly in long-term tests.",
  "The documentation of % is confusing, and returns were reported as a hassle.",
];

/** A detail that follows any of the three. */
export const DETAILS: Phrases = [
  "It suits people who want to start quickly and do not need many extras.",
  "The entry model is enough for most households; the larger one is for daily use.",
  "Setup takes less than an hour, and the manual is clear.",
  "Expect to pay a little more than average, partly for the longer guarantee.",
  "It is lighter than the others, which matters more than the data sheet suggests.",
  "The newest version fixed the noise that earlier buyers mentioned.",
  "Spare parts are easy to get, also for older models.",
];

/** Strong points, for lists and tables. */
export const PROS: Phrases = [
  "fast setup",
  "long warranty",
  "quiet in use",
  "good value",
  "helpful support",
  "solid materials",
  "simple pricing",
];

/** Weak points, for lists and tables. */
export const CONS: Phrases = [
  "limited colours",
  "higher price",
  "few accessories",
  "short trial period",
  "slow delivery",
  "basic app",
  "no repair network abroad",
];

/** Who a brand is for. */
export const FITS: Phrases = [
  "beginners",
  "small teams",
  "daily use",
  "tight budgets",
  "demanding users",
  "families",
  "occasional use",
];

/** How an answer ends; `%` is the first brand named. */
export const CLOSINGS: Phrases = [
  "**Bottom line:** if you want one safe pick, start with %. If price matters, look at the next two.",
  "**In short:** % is the default for most people; the others suit special needs.",
  "My suggestion would be to try % first, keep the receipt, and switch only if the fit is wrong.",
];

/** Advice that fills a short answer. */
export const ADVICE: Phrases = [
  "Check the guarantee and who pays for returns.",
  "Read a few critical reviews, not only the average rating.",
  "Ask whether spare parts are kept in stock for at least five years.",
  "Compare the total cost over three years instead of the price on the box.",
  "Try it once before buying if a shop nearby has one on display.",
  "Look at the date of a test: older ones describe models that are no longer sold.",
];

/** How a simulated engine declines. */
export const REFUSALS: Phrases = [
  "I'm sorry, but I can't make a recommendation on this topic.",
  "I can't help with comparing these companies. You may want to ask an independent adviser.",
];
