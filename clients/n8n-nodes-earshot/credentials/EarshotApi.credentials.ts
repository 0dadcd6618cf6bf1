import type { Property } from "../nodes/Earshot/n8n-types";

/** An API key of one project, and where its installation is. */
export class EarshotApi {
  name = "earshotApi";
  displayName = "Earshot API";
  properties: Property[] = [
    {
      displayName: "URL",
      name: "url",
      type: "string",
      default: "http://localhost:8787",
      placeholder: "https://earshot.example.com",
      description: "Address of the installation, without a slash at the end",
      required: true,
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      description:
        "Made under API keys of a project; a read key lists and reports, a write key changes things",
      required: true,
    },
  ];
  authenticate = {
    type: "generic" as const,
    properties: { headers: { "X-API-Key": "={{$credentials.apiKey}}" } },
  };
  test = {
    request: { baseURL: "={{$credentials.url}}", url: "/api/v1/projects" },
  };
}
