import type { Choice, Property, Routing } from "./n8n-types";

/** The field in which an operation of a resource is chosen; the first is chosen unless another one is. */
export function operationsOf(resource: string, options: Choice[], first: string): Property {
  return {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: first,
  };
}

/** A field that some operations of a resource have. */
export function shown(
  resource: string,
  operation: string[],
  property: Omit<Property, "displayOptions">,
): Property {
  return { ...property, displayOptions: { show: { resource: [resource], operation } } };
}

type Output = NonNullable<Routing["output"]>;

/** Each item of a list's page becomes an item of n8n's. */
export const ITEMS: Output = {
  postReceive: [{ type: "rootProperty", properties: { property: "data" } }],
};

/** The answer of a deletion, which has no body. */
export const DELETED: Output = {
  postReceive: [{ type: "set", properties: { value: '={{ { "success": true } }}' } }],
};

/** `send` of a value by the API's own name for it. */
export function sent(type: "body" | "query", property: string, value?: string): Routing {
  return { send: { type, property, ...(value !== undefined && { value }) } };
}

const PAGE = 1_000;

/** All of a list, or so many of it. */
export function pagingOf(
  resource: string,
  operation: string[],
  type: "body" | "query",
): Property[] {
  const returnAll = shown(resource, operation, {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
    routing: {
      send: { paginate: "={{ $value }}" },
      operations: {
        pagination: {
          type: "offset",
          properties: { limitParameter: "limit", offsetParameter: "offset", pageSize: PAGE, type },
        },
      },
    },
  });
  return [
    returnAll,
    {
      displayName: "Limit",
      name: "limit",
      type: "number",
      typeOptions: { minValue: 1, maxValue: PAGE },
      default: 50,
      description: "Max number of results to return",
      displayOptions: { show: { resource: [resource], operation, returnAll: [false] } },
      routing: sent(type, "limit"),
    },
  ];
}

/** A path with the id that the form has in `field`. */
export function pathTo(list: string, field: string): string {
  return `=/${list}/{{ encodeURIComponent($parameter["${field}"]) }}`;
}

/** Texts between commas as a list. */
export const LIST = '={{ $value.split(",").map((part) => part.trim()).filter((part) => part) }}';
/** A day of n8n's date field, as the API writes it. */
export const DAY = "={{ $value.slice(0, 10) }}";
