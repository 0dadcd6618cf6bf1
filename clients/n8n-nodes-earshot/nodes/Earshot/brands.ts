import { DELETED, ITEMS, LIST, operationsOf, pagingOf, pathTo, sent, shown } from "./fields";
import type { Property } from "./n8n-types";

const fields: Property[] = [
  {
    displayName: "Aliases",
    name: "aliases",
    type: "string",
    default: "",
    description: "Other spellings that count as the brand, separated by commas",
    routing: sent(
      "body",
      "aliases",
      '={{ $value.split(",").map((part) => ({ text: part.trim() })).filter((one) => one.text) }}',
    ),
  },
  {
    displayName: "Color",
    name: "color",
    type: "color",
    default: "#2563eb",
    description: "Color in charts",
    routing: sent("body", "color"),
  },
  {
    displayName: "Domains",
    name: "domains",
    type: "string",
    default: "",
    description: "The brand's own domains, separated by commas",
    routing: sent("body", "domains", LIST),
  },
  {
    displayName: "Exclude Phrases",
    name: "excludePhrases",
    type: "string",
    default: "",
    description: "Phrases that contain the name but mean something else, separated by commas",
    routing: sent("body", "exclude_phrases", LIST),
  },
];
const name: Property = {
  displayName: "Name",
  name: "name",
  type: "string",
  default: "",
  description: "Name, unique in the project",
  routing: sent("body", "name"),
};

/** The form of the resource Brand. */
export const brandProperties: Property[] = [
  operationsOf(
    "brand",
    [
      {
        name: "Create",
        value: "create",
        action: "Create a brand",
        description: "Track another brand; stored answers are read again in the background",
        routing: { request: { method: "POST", url: "/brands" } },
      },
      {
        name: "Delete",
        value: "delete",
        action: "Delete a brand",
        routing: {
          request: { method: "DELETE", url: pathTo("brands", "brandId") },
          output: DELETED,
        },
      },
      {
        name: "Get",
        value: "get",
        action: "Get a brand",
        routing: { request: { method: "GET", url: pathTo("brands", "brandId") } },
      },
      {
        name: "Get Many",
        value: "getAll",
        action: "Get many brands",
        routing: { request: { method: "GET", url: "/brands" }, output: ITEMS },
      },
      {
        name: "Update",
        value: "update",
        action: "Update a brand",
        routing: { request: { method: "PATCH", url: pathTo("brands", "brandId") } },
      },
    ],
    "getAll",
  ),
  shown("brand", ["get", "delete", "update"], {
    displayName: "Brand ID",
    name: "brandId",
    type: "string",
    default: "",
    required: true,
    placeholder: "brd_PqYbRw9s",
  }),
  shown("brand", ["create"], { ...name, required: true }),
  shown("brand", ["create"], {
    displayName: "Additional Fields",
    name: "additionalFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    options: fields,
  }),
  shown("brand", ["update"], {
    displayName: "Update Fields",
    name: "updateFields",
    type: "collection",
    placeholder: "Add Field",
    default: {},
    options: [...fields, name],
  }),
  ...pagingOf("brand", ["getAll"], "query"),
];
