import { recipes } from "#transports/mcp/prompt-templates.ts";
import { makePrompts } from "#transports/mcp/prompts.ts";
import { makeTools } from "#transports/mcp/tools.ts";
import { describeApi } from "#transports/rest/openapi.ts";
import { catalog } from "../../src/catalog.ts";
import { projectFileSchema } from "../../src/commands/project-file/project-file.ts";
import { type ApiDocument, clientOperations, postmanCollection } from "./client-files.ts";

/** The committed files of the contract, by path, as the code says they should be. */
export function contractFiles(): Map<string, string> {
  const routed = catalog.filter((operation) => "route" in operation);
  const document = sortedJson(describeApi(routed));
  const read: ApiDocument = JSON.parse(document);
  return new Map([
    ["contract/openapi.json", document],
    ["contract/postman.json", sortedJson(postmanCollection(read))],
    ["clients/typescript/src/operations.ts", clientOperations(read)],
    ["contract/project.schema.json", sortedJson(projectFileSchema())],
    ["contract/tools.json", sortedJson(mcpListings())],
  ]);
}

/** What `tools/list` and `prompts/list` answer. */
export function mcpListings() {
  const enterProject = async () => undefined;
  return {
    tools: makeTools(catalog, enterProject).map((tool) => tool.describe()),
    prompts: makePrompts(recipes, catalog, enterProject).map(({ listing }) => listing),
  };
}

/** JSON with sorted keys, so that a changed contract shows as nothing but its change. */
function sortedJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_key, part: unknown) =>
      part !== null && typeof part === "object" && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    2,
  );
  return `${text}\n`;
}
