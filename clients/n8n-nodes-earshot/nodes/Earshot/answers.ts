import { DAY, ITEMS, operationsOf, pagingOf, pathTo, sent, shown } from "./fields";
import type { PreSend, Property } from "./n8n-types";

/** Answers as JSON Lines: a list, one object, or the text of either. */
const sendLines: PreSend = async function (request) {
  const given = this.getNodeParameter("answers");
  const read: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const answers: unknown[] = Array.isArray(read) ? read : [read];
  return {
    ...request,
    headers: { ...request.headers, "Content-Type": "application/x-ndjson" },
    body: answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""),
  };
};

const filters: Property[] = [
  {
    displayName: "Assistant ID",
    name: "modelId",
    type: "string",
    default: "",
    placeholder: "mdl_chatgpt",
    routing: sent("query", "model_id"),
  },
  {
    displayName: "Brand ID",
    name: "brandId",
    type: "string",
    default: "",
    description: "Answers that mention this brand",
    routing: sent("query", "brand_id"),
  },
  {
    displayName: "From",
    name: "dateFrom",
    type: "dateTime",
    default: "",
    description: "First day",
    routing: sent("query", "date_from", DAY),
  },
  {
    displayName: "Prompt ID",
    name: "promptId",
    type: "string",
    default: "",
    routing: sent("query", "prompt_id"),
  },
  {
    displayName: "Search",
    name: "search",
    type: "string",
    default: "",
    description: "Text in the answer",
    routing: sent("query", "search"),
  },
  {
    displayName: "To",
    name: "dateTo",
    type: "dateTime",
    default: "",
    description: "Last day, included",
    routing: sent("query", "date_to", DAY),
  },
];

/** The form of the resource Answer. */
export const answerProperties: Property[] = [
  operationsOf(
    "answer",
    [
      {
        name: "Get",
        value: "get",
        action: "Get an answer",
        description: "Get an answer with its text, its mentions and its sources",
        routing: { request: { method: "GET", url: pathTo("chats", "answerId") } },
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "Get many answers",
        routing: { request: { method: "GET", url: "/chats" }, output: ITEMS },
      },
      {
        name: "Import",
        value: "import",
        action: "Import answers",
        description: "Bring in captured answers; sending one again changes nothing",
        routing: {
          request: { method: "POST", url: "/chats/import" },
          send: { preSend: [sendLines] },
        },
      },
    ],
    "getAll",
  ),
  shown("answer", ["get"], {
    displayName: "Answer ID",
    name: "answerId",
    type: "string",
    default: "",
    required: true,
    placeholder: "cht_PqYbRw9s",
  }),
  shown("answer", ["import"], {
    displayName: "Answers",
    name: "answers",
    type: "json",
    default: "={{ [$json] }}",
    required: true,
    description:
      "One answer or a list, each with captured_at, prompt, model and answer, and perhaps country_code, sources and external_id",
    hint: "For all items in one request: {{ $input.all().map((item) => item.json) }}, with Execute Once among the settings",
  }),
  ...pagingOf("answer", ["getAll"], "query"),
  // Read to its end from the oldest on: the newest first, those that come in meanwhile push the others back.
  {
    displayName: "Sort",
    name: "sort",
    type: "hidden",
    default: "asc",
    displayOptions: { show: { resource: ["answer"], operation: ["getAll"], returnAll: [true] } },
    routing: sent("query", "sort"),
  },
  shown("answer", ["getAll"], {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Filter",
    default: {},
    options: filters,
  }),
];
