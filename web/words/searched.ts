/** Whether an assistant searched the web, in the words of the filter. */
export const SEARCHED: Record<string, string> = {
  true: "Searched the web",
  false: "Answered from memory",
  unknown: "Not known",
};
