declare module "vader-sentiment" {
  type Sentence = { words_and_emoticons: readonly string[]; is_cap_diff: boolean };
  type Scores = { neg: number; neu: number; pos: number; compound: number };
  export const SentimentIntensityAnalyzer: {
    polarity_scores(text: string): Scores;
    /** Adds the valence of one word to `sentiments` and returns them. */
    sentiment_valence(
      valence: number,
      sentence: Sentence,
      word: string,
      index: number,
      sentiments: number[],
    ): number[];
    but_check(words: readonly string[], sentiments: number[]): number[];
    score_valence(sentiments: readonly number[], text: string): Scores;
  };
}
