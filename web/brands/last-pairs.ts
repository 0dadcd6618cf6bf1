/** Two brands that are compared, by their ids. */
export type Pair = { one?: string; other?: string };

/** The pair that was looked at last, of each project, until the page is loaded again: the menu leads back to it. */
export const lastPairs = new Map<string, Pair>();
