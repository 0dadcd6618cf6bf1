/**
 * A letter, for expressions that read every word of a text, with the flag `u`. Letters of ASCII come first: of each other
 * one V8 asks a function, and of these, too, once a text has any character beyond Latin-1, such as a curly quote.
 */
export const LETTER = String.raw`(?:[A-Za-z]|(?![\0-\x7f])\p{L})`;
/** A letter or digit, as `LETTER`. */
export const LETTER_OR_DIGIT = String.raw`(?:[A-Za-z0-9]|(?![\0-\x7f])[\p{L}\p{N}])`;
