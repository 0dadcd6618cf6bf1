import { DAY, ITEMS, operationsOf, pagingOf, sent, shown } from "./fields";
import type { Choice, Property } from "./n8n-types";

const REPORTS = ["brands", "domains", "urls"];

const report = (name: string, value: string, what: string): Choice => ({
  name,
  value,
  action: `Report ${what}`,
  description: `Report ${what}, each share with its numerator, denominator and interval`,
  routing: { request: { method: "POST", url: `/reports/${value}` }, output: ITEMS },
});

/** The form of the resource Report. */
export const reportProperties: Property[] = [
  operationsOf(
    "report",
    [
      report("Brands", "brands", "how visible each brand is"),
      report("Domains", "domains", "which sites answers read and cite"),
      report("URLs", "urls", "which pages answers read and cite"),
    ],
    "brands",
  ),
  shown("report", REPORTS, {
    displayName: "From",
    name: "dateFrom",
    type: "dateTime",
    default: "={{ $now.minus({ days: 28 }).toISODate() }}",
    required: true,
    description: "First day",
    routing: sent("body", "date_from", DAY),
  }),
  shown("report", REPORTS, {
    displayName: "To",
    name: "dateTo",
    type: "dateTime",
    default: "={{ $now.toISODate() }}",
    required: true,
    description: "Last day, included",
    routing: sent("body", "date_to", DAY),
  }),
  ...pagingOf("report", REPORTS, "body"),
  shown("report", REPORTS, {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    options: [
      {
        displayName: "Compare",
        name: "compare",
        type: "boolean",
        default: true,
        description: "Whether each row tells its change against the same number of days before",
        routing: sent("body", "compare", '={{ $value ? "previous_period" : undefined }}'),
      },
      {
        displayName: "Dimensions",
        name: "dimensions",
        type: "multiOptions",
        default: [],
        description: "A row for each of these",
        options: [
          { name: "Assistant", value: "model_id" },
          { name: "Country", value: "country_code" },
          { name: "Date", value: "date" },
          { name: "Month", value: "month" },
          { name: "Prompt", value: "prompt_id" },
          { name: "Tag", value: "tag_id" },
          { name: "Topic", value: "topic_id" },
          { name: "Week", value: "week" },
        ],
        routing: sent("body", "dimensions"),
      },
      {
        displayName: "Filters",
        name: "filters",
        type: "json",
        default: "[]",
        description:
          'As the API takes them, like [{"field": "model_id", "operator": "in", "values": ["mdl_chatgpt"]}]',
        routing: sent(
          "body",
          "filters",
          '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
        ),
      },
      {
        displayName: "Prompts That Name the Brand",
        name: "branded",
        type: "options",
        default: "include",
        options: [
          { name: "Exclude", value: "exclude" },
          { name: "Include", value: "include" },
          { name: "Only These", value: "only" },
        ],
        routing: sent("body", "branded"),
      },
    ],
  }),
];
