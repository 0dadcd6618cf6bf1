// As much of the types of n8n-workflow as this package uses: that package brings 300 others for them.

/** Changes a request before n8n sends it. */
export type PreSend = <Request extends { headers?: object; body?: unknown }>(
  this: { getNodeParameter(name: string): unknown },
  request: Request,
) => Promise<Request>;
type PostReceive =
  | { type: "rootProperty"; properties: { property: string } }
  | { type: "set"; properties: { value: string } };

/** What a chosen value does to the request. */
export type Routing = {
  request?: { method?: "GET" | "POST" | "PATCH" | "DELETE"; url?: string };
  send?: {
    type?: "body" | "query";
    property?: string;
    value?: string;
    paginate?: string;
    preSend?: PreSend[];
  };
  output?: { postReceive?: PostReceive[]; maxResults?: string };
  operations?: {
    pagination?: {
      type: "offset";
      properties: {
        limitParameter: string;
        offsetParameter: string;
        pageSize: number;
        type: "body" | "query";
      };
    };
  };
};

export type Choice = {
  name: string;
  value: string;
  action?: string;
  description?: string;
  routing?: Routing;
};
/** A field of a node's form. */
export type Property = {
  displayName: string;
  name: string;
  type:
    | "options"
    | "multiOptions"
    | "string"
    | "number"
    | "boolean"
    | "color"
    | "json"
    | "dateTime"
    | "hidden"
    | "collection";
  default: string | number | boolean | string[] | Record<string, never>;
  required?: boolean;
  noDataExpression?: boolean;
  description?: string;
  placeholder?: string;
  hint?: string;
  options?: Choice[] | Property[];
  typeOptions?: { password?: boolean; minValue?: number; maxValue?: number; rows?: number };
  displayOptions?: { show: Record<string, (string | boolean)[]> };
  routing?: Routing;
};
export type NodeDescription = {
  displayName: string;
  name: string;
  icon: `file:${string}.svg`;
  group: ["transform"];
  version: number;
  subtitle: string;
  description: string;
  defaults: { name: string };
  usableAsTool: true;
  inputs: ["main"];
  outputs: ["main"];
  credentials: { name: string; required: true }[];
  requestDefaults: { baseURL: string; headers: Record<string, string> };
  properties: Property[];
};
