const WORDS: readonly (readonly [number, string])[] = [
  [
    0.9,
    "excellent outstanding exceptional superb unbeatable unmatched best-in-class flawless award-winning",
  ],
  [
    0.7,
    "best top great leading favorite favourite superior impressive renowned ideal perfect fantastic winner",
  ],
  [
    0.5,
    "good reliable durable trusted popular recommended comfortable versatile affordable efficient powerful intuitive easy fast robust solid strong praised known well-known innovative stylish lightweight responsive accurate excels shines stands-out user-friendly high-quality well-suited premium smooth secure helpful",
  ],
  [0.3, "decent suitable capable convenient flexible budget-friendly offers value"],
  [
    -0.4,
    "expensive pricey limited lacks lacking heavy bulky complicated confusing dated basic noisy steep short-lived inconsistent mixed costly",
  ],
  [
    -0.7,
    "slow poor weak unreliable frustrating disappointing worse buggy flimsy uncomfortable overpriced complaints complaint criticised criticized drawback downside lags struggles fails avoid",
  ],
  [-0.9, "worst terrible awful horrible scam unsafe dangerous useless broken recall lawsuit fraud"],
];

/** Words that judge a product in an assistant's answer, from -1 to 1; hand-written. */
export const TONE_WORDS: ReadonlyMap<string, number> = new Map(
  WORDS.flatMap(([value, words]) => words.split(" ").map((word) => [word, value] as const)),
);
