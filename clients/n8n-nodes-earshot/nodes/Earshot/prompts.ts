import { DELETED, ITEMS, LIST, operationsOf, pagingOf, pathTo, sent, shown } from "./fields";
import type { Property } from "./n8n-types";

const country: Property = {
  displayName: "Country",
  name: "countryCode",
  type: "string",
  default: "",
  placeholder: "US",
  description: "Country it is asked in, by its two letters; the project's unless given",
  routing: sent("body", "prompts[0].country_code"),
};

/** The form of the resource Prompt. */
export const promptProperties: Property[] = [
  operationsOf(
    "prompt",
    [
      {
        name: "Archive",
        value: "archive",
        action: "Archive prompts",
        description: "Ask them no more; their answers stay",
        routing: { request: { method: "POST", url: "/prompts/archive" }, output: ITEMS },
      },
      {
        name: "Create",
        value: "create",
        action: "Create a prompt",
        description: "Track a question; one that is there already makes none",
        routing: { request: { method: "POST", url: "/prompts" }, output: ITEMS },
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a prompt",
        description: "Remove it with all its answers",
        routing: {
          request: { method: "DELETE", url: pathTo("prompts", "promptId") },
          output: DELETED,
        },
      },
      {
        name: "Get",
        value: "get",
        action: "Get a prompt",
        routing: { request: { method: "GET", url: pathTo("prompts", "promptId") } },
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "Get many prompts",
        routing: { request: { method: "GET", url: "/prompts" }, output: ITEMS },
      },
    ],
    "getAll",
  ),
  shown("prompt", ["get", "delete"], {
    displayName: "Prompt ID",
    name: "promptId",
    type: "string",
    default: "",
    required: true,
    placeholder: "prm_PqYbRw9s",
  }),
  shown("prompt", ["archive"], {
    displayName: "Prompt IDs",
    name: "promptIds",
    type: "string",
    default: "",
    required: true,
    description: "Up to 100, separated by commas",
    routing: sent("body", "prompt_ids", LIST),
  }),
  shown("prompt", ["create"], {
    displayName: "Text",
    name: "text",
    type: "string",
    typeOptions: { rows: 2 },
    default: "",
    required: true,
    description: "The question, as people ask it",
    routing: sent("body", "prompts[0].text"),
  }),
  shown("prompt", ["create"], {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    options: [
      country,
      {
        displayName: "Language",
        name: "languageCode",
        type: "string",
        default: "",
        placeholder: "en",
        description: "Language of the question; the project's unless given",
        routing: sent("body", "prompts[0].language_code"),
      },
      {
        displayName: "Tag IDs",
        name: "tagIds",
        type: "string",
        default: "",
        description: "Its tags, separated by commas",
        routing: sent("body", "prompts[0].tag_ids", LIST),
      },
      {
        displayName: "Topic ID",
        name: "topicId",
        type: "string",
        default: "",
        routing: sent("body", "prompts[0].topic_id"),
      },
    ],
  }),
  ...pagingOf("prompt", ["getAll"], "query"),
  shown("prompt", ["getAll"], {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Filter",
    default: {},
    options: [
      {
        displayName: "Search",
        name: "search",
        type: "string",
        default: "",
        description: "Text in the prompt",
        routing: sent("query", "search"),
      },
      {
        displayName: "Status",
        name: "status",
        type: "options",
        default: "active",
        options: [
          { name: "Active", value: "active" },
          { name: "Archived", value: "archived" },
        ],
        routing: sent("query", "status"),
      },
      {
        displayName: "Topic ID",
        name: "topicId",
        type: "string",
        default: "",
        routing: sent("query", "topic_id"),
      },
    ],
  }),
];
