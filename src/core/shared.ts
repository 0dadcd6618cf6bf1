/** The pages of reports that a share link can show. */
export const SHARE_PAGES = ["overview", "brands", "sources", "week"] as const;
export type SharePage = (typeof SHARE_PAGES)[number];

/** What the holder of a share link may ask of an operation, and what is shown of its answer. */
export type Shared<Answer> = {
  /** On which of a link's pages. */
  pages: readonly SharePage[];
  /** On these only by a link that shows competitors, too. */
  pages_with_competitors?: readonly SharePage[];
  /** A report that knows these filters: its days and filters stay within those of the link. */
  report_filters?: readonly string[];
  /** A list of what reports filter by this field: without what the link's filters leave out. */
  filtered_by?: string;
  /** The answer as visitors see it. */
  show?(answer: Answer, isShown: IsShown, include_actions: boolean): Answer;
};

/** True where the link's filters on a field let the thing with this id be named. */
export type IsShown = (field: string, id: string) => boolean;
