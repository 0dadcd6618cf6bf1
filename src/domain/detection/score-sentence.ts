import { SentimentIntensityAnalyzer as vader } from "vader-sentiment";

// What VADER takes for punctuation at the ends of a word.
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
const ENDS = /^(?:[.!?,;:\-'"]|!{2,3}|\?{2,3}|\?!\?|!\?!|\?!\?!|!\?!\?)$/;

/**
 * VADER's compound score of a text, -1 to 1 (Hutto and Gilbert 2014), as `polarity_scores` of vader-sentiment gives
 * it, in a tenth of the time: that function makes a dictionary of every word with every punctuation mark per call.
 */
export function scoreSentence(text: string): number {
  const words = readWords(text);
  const sentence = { words_and_emoticons: words, is_cap_diff: hasSomeCapitals(words) };
  let sentiments: number[] = [];
  for (const [index, word] of words.entries()) {
    const isKindOf = word.toLowerCase() === "kind" && words[index + 1]?.toLowerCase() === "of";
    if (isKindOf) sentiments.push(0);
    else sentiments = vader.sentiment_valence(0, sentence, word, index, sentiments);
  }
  return vader.score_valence(vader.but_check(words, sentiments), text).compound;
}

/** Words of two characters and more, without the punctuation around them; emoticons stay whole. */
function readWords(text: string): string[] {
  return text
    .split(/\s/)
    .filter((token) => token.length > 1)
    .map((token) => {
      const word = token.replace(PUNCTUATION, "");
      if (word.length === token.length || word.length < 2) return token;
      const rest = token.startsWith(word)
        ? token.slice(word.length)
        : token.endsWith(word)
          ? token.slice(0, -word.length)
          : "";
      return ENDS.test(rest) ? word : token;
    });
}

function hasSomeCapitals(words: readonly string[]): boolean {
  let count = 0;
  for (const word of words) if (/[A-Z]/.test(word) && !/[a-z]/.test(word)) count += 1;
  return count > 0 && count < words.length;
}
