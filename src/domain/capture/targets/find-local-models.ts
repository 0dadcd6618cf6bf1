import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import type { Providers } from "#core/ports.ts";
import { askForModels, ListedModel } from "./listed.ts";

/** Servers of models that run on a machine of one's own, each at its usual port. */
const LOCAL = ["ollama", "lm_studio", "vllm"];
const TIMEOUT_SECONDS = 1.5;

const LocalServer = z.object({
  provider: z.string(),
  label: z.string(),
  base_url: z.string(),
  models: z.array(ListedModel),
});

export const findLocalModels = operation({
  name: "find_local_models",
  scope: "project",
  effect: "reads",
  reaches_outside: true,
  group: "Models",
  summary: "Find models on this machine",
  description:
    "Looks for Ollama, LM Studio and vLLM where they usually listen on the machine that Earshot runs on, and lists their models. They need no key and do not search the web. Finds none where private addresses are not allowed.",
  returns: "The servers that answered",
  failures: ["ROLE_REQUIRED"],
  input: z.strictObject({}),
  output: z.object({ servers: z.array(LocalServer) }),
  async handler({ providers, project }) {
    if (project.role === "viewer") {
      throw new Failure(
        "ROLE_REQUIRED",
        "find_local_models needs the role member; yours is viewer.",
      );
    }
    return { servers: await findLocalServers(providers) };
  },
});

/** The servers of local models that answer within 1.5 s and have a model to ask. */
export async function findLocalServers(
  providers: Providers,
): Promise<z.output<typeof LocalServer>[]> {
  const asked = LOCAL.map(async (name) => {
    const provider = providers.get(name);
    const base_url = provider?.default_base_url;
    if (!provider || !base_url) return [];
    const request = { base_url, api_key: null, timeout_seconds: TIMEOUT_SECONDS };
    const { models } = await askForModels(provider, () => request);
    return models.length > 0 ? [{ provider: name, label: provider.label, base_url, models }] : [];
  });
  return (await Promise.all(asked)).flat();
}
