/** What became of an answer: the words for it on every page. */
export const STATUS_LABELS = {
  answered: "Answered",
  no_answer: "Empty",
  refused: "Refused",
  error: "Failed",
} as const;
export type Status = keyof typeof STATUS_LABELS;

/** What is no usable answer, in the order in which it is told. */
export const NOT_USABLE = ["no_answer", "refused", "error"] as const satisfies Status[];

/** A state within a sentence: "7 empty, 6 refused". */
export const sayStatus = (status: Status) => STATUS_LABELS[status].toLowerCase();

/** What of the answers that came back is not usable, where it is one number: "13 of them empty or refused". */
export const CAME_BACK_UNUSABLE = `${sayStatus("no_answer")} or ${sayStatus("refused")}`;

/** What each of these words covers. */
export const STATES_MEAN =
  "Empty: it came back without a text. Refused: the assistant declined to answer. Failed: what came back could not be read, or it was imported as failed. Reports count none of them.";

/** Of questions that nothing came back to: "7 without a reply". */
export const NO_REPLY = "without a reply";
export const NO_REPLY_MEANS =
  "No reply: nothing came back that day, as when a provider is down. Runs says why.";
