import { answerProperties } from "./answers";
import { brandProperties } from "./brands";
import type { NodeDescription } from "./n8n-types";
import { promptProperties } from "./prompts";
import { reportProperties } from "./reports";

/** Earshot's REST API as a node: what is chosen in its form is the request, no code runs but for imports. */
export class Earshot {
  description: NodeDescription = {
    displayName: "Earshot",
    name: "earshot",
    icon: "file:earshot.svg",
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "What AI assistants say about your brand",
    defaults: { name: "Earshot" },
    usableAsTool: true,
    inputs: ["main"],
    outputs: ["main"],
    credentials: [{ name: "earshotApi", required: true }],
    requestDefaults: {
      baseURL: "={{$credentials.url}}/api/v1",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
    },
    properties: [
      {
        displayName: "Resource",
        name: "resource",
        type: "options",
        noDataExpression: true,
        default: "report",
        options: [
          { name: "Answer", value: "answer" },
          { name: "Brand", value: "brand" },
          { name: "Prompt", value: "prompt" },
          { name: "Report", value: "report" },
        ],
      },
      ...answerProperties,
      ...brandProperties,
      ...promptProperties,
      ...reportProperties,
    ],
  };
}
