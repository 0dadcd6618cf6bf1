import type { Column } from "#core/rows.ts";
import { COLUMN_WORDS } from "#domain/reports/report-words.ts";

/** Which answer a row is about: the first columns of what was found in answers. */
const ANSWER: readonly Column[] = [
  { name: "chat_id", about: "The answer; get_chat shows it whole." },
  { name: "captured_at", about: "When the answer was given, in UTC." },
  { name: "date", about: "Its day, in the project's time zone." },
  { name: "prompt_id", about: "The prompt." },
  { name: "prompt", about: "The question." },
  { name: "country_code", about: "The country it was asked for, in two letters." },
  { name: "topic", about: "The prompt's topic; empty: none." },
  { name: "model_id", about: "Which assistant answered." },
  { name: "model", about: "Its name." },
];

/** The columns of the files of answers and of what was found in them, by file; each with what it means. */
export const FILE_COLUMNS = {
  answers: [
    { name: "chat_id", about: "The answer; an import of JSON Lines takes it and does not use it." },
    { name: "external_id", about: "The id it was imported or captured under; empty: none." },
    { name: "captured_at", about: "When it was given, in UTC." },
    { name: "date", about: "Its day, in the project's time zone." },
    { name: "prompt", about: "The question." },
    {
      name: "topic",
      about: "The prompt's topic; empty: none. An import of JSON Lines does not use it.",
    },
    {
      name: "tags",
      about: "The prompt's tags, by name. An import of JSON Lines does not use them.",
    },
    { name: "country_code", about: "The country it was asked for, in two letters." },
    { name: "language_code", about: "Language of the prompt, in two letters." },
    {
      name: "model",
      about: "Which assistant answered: its name, or its id if it was renamed.",
    },
    {
      name: "surface",
      about:
        "Where the answer is from. api: the model's API; ui: an app's page; serp: a search page; local: a model on a server of yours; import: a file.",
    },
    { name: "served_model", about: "The version that answered; empty: unknown." },
    {
      name: "status",
      about:
        "answered, no_answer (empty: it came back without a text), refused or error (failed: what came back could not be read, or it was imported as failed); reports count the answered.",
    },
    { name: "search_ran", about: "Whether the assistant searched; empty: unknown." },
    { name: "answer", about: "The answer's text, in Markdown." },
    {
      name: "brands_mentioned",
      about:
        "The tracked brands that it names, by name, the one that is named first in front. An import of JSON Lines looks for them again.",
    },
    {
      name: "sources",
      about:
        "Pages it read or cites, one cited twice is listed twice; the file of citations tells them apart.",
      item: "url",
    },
    { name: "search_queries", about: "What it searched for." },
    { name: "is_cut", about: "Whether its provider ended it at a length limit." },
    {
      name: "search_asked",
      about:
        "Whether it was asked to search. forced: it had to; chosen: it could decide; off: it could not; empty: unknown.",
    },
    { name: "search_tool", about: "The tool it searched with; empty: none or unknown." },
    {
      name: "effort",
      about:
        "How much the assistant was asked to think; default: that was not said; empty: unknown.",
    },
    {
      name: "country_asked",
      about:
        "Whether the assistant knew the country. told: it was sent with the question; from_there: it was asked from that country; not_told: it was not sent; empty: unknown.",
    },
    {
      name: "asked_without",
      about:
        "What is usually sent with a question and was left out, because the provider refused it: user_location is the country.",
    },
    {
      name: "extras",
      about: "What the page showed beside the answer, such as ads and products.",
      item: "title",
    },
  ],
  mentions: [
    ...ANSWER,
    { name: "brand_id", about: "The tracked brand." },
    { name: "brand", about: "Its name." },
    { name: "is_own", about: "Whether it is the project's own brand." },
    { name: "position", about: "Rank of first appearance among tracked brands, from 1." },
    { name: "mention_count", about: "Times it is named in the answer." },
    {
      name: "sentiment",
      about: "The tone on it: 0 to 100, 50 neutral, an estimate; empty: not scored.",
    },
    {
      name: "sentiment_method",
      about:
        "Who scored it. estimate: lists of words; judge: a language model; person: somebody decided; empty: not scored.",
    },
    { name: "sentiment_quote", about: "The words a judge went by.", item: "text" },
    { name: "evidence", about: "Where it is named: the first 20 places.", item: "text" },
  ],
  citations: [
    ...ANSWER,
    { name: "url", about: "The page as the answer gave it." },
    { name: "url_normalized", about: "The address it is counted under." },
    { name: "domain", about: "The site's domain." },
    { name: "title", about: "Title of the page; empty: unknown." },
    { name: "classification", about: COLUMN_WORDS.classification },
    { name: "page_type", about: COLUMN_WORDS.page_type },
    { name: "retrieved", about: "Whether the answer read it." },
    { name: "cited", about: "Whether the answer points to it." },
    { name: "citation_count", about: "How often it does." },
    { name: "citation_position", about: "Rank among the pages it cites; empty: not cited." },
  ],
  "search-queries": [
    ...ANSWER,
    { name: "position", about: "Its place among the searches of the answer, from 1." },
    { name: "query", about: "What the assistant searched for." },
  ],
} as const satisfies Record<string, readonly Column[]>;

/** What a CSV file from the dashboard adds at the end of each row, where there is something to say. */
export const CSV_COLUMNS = {
  model: "The assistant's name, in reports by assistant.",
  topic: "The topic's name, in reports by topic.",
  tag: "The tag's name, in reports by tag.",
  prompt: "The question, in reports by prompt.",
  date_from: "The first day that the file is of.",
  date_to: "The last day that the file is of.",
  compared_from: "The first day that it is compared with.",
  compared_to: "The last day that it is compared with.",
  simulated: "true: the project has a simulated assistant, whose answers are invented.",
  filtered_by: "The filters that were set, in words.",
} as const satisfies Record<string, string>;
export type CsvColumn = keyof typeof CSV_COLUMNS;
