import { encodeModelId } from "#core/id.ts";
import { createTarget } from "#domain/capture/targets/create-target.ts";
import { nameOf } from "#domain/capture/targets/target.ts";
import { updateTarget } from "#domain/capture/targets/update-target.ts";
import { slugOf } from "#domain/models/model.ts";
import { detailsOf, differing, type Part, type Scene, type Step } from "./plan.ts";
import type { ProjectFile } from "./project-file.ts";
import type { Providers, State } from "./project-state.ts";

type Wanted = NonNullable<ProjectFile["assistants"]>[number];
type Now = State["targets"][number];

/** Assistants by their name, or by the id that a name gives. Keys of providers are read from variables, and never compared. */
export function planAssistants(scene: Scene): Part {
  const { file, state, providers, prune } = scene;
  if (!file.assistants) return {};
  const named = new Set<string>();
  const parts = file.assistants.map((given, index): Part => {
    const provider = providers.find((one) => one.provider === given.provider);
    if (!provider) {
      const known = providers.map((one) => one.provider).join(", ");
      const message = `assistants[${index}].provider: must be one of ${known}`;
      return { problems: [{ path: ["assistants", index, "provider"], message }] };
    }
    const wanted = { ...given, name: nameOf(given.provider, given.name) };
    const now = findAssistant(scene, wanted.name);
    if (!now) return addition(wanted, provider, scene);
    named.add(now.model_id);
    if (now.provider !== wanted.provider) {
      const message = `assistants[${index}].provider: ${now.name} asks ${now.provider}, which cannot change; give this one another name`;
      return { problems: [{ path: ["assistants", index, "provider"], message }] };
    }
    return edit(wanted, now, { isWaiting: isWaiting(provider, now), scene });
  });
  const rest = state.targets.filter(({ model_id, is_active }) => is_active && !named.has(model_id));
  const ends = prune ? rest.map(ending) : [];
  return {
    steps: [...ends, ...parts.flatMap(({ steps = [] }) => steps)],
    left: prune ? [] : rest.map(({ name }) => `assistant ${name}`),
    notes: parts.flatMap(({ notes = [] }) => notes),
    problems: parts.flatMap(({ problems = [] }) => problems),
  };
}

/** The one of a name; else, unless the file names it otherwise, the one whose id the name gives. */
function findAssistant({ file, state: { targets } }: Scene, name: string): Now | undefined {
  const model_id = encodeModelId(slugOf(name));
  const names = new Set(file.assistants?.map((one) => nameOf(one.provider, one.name)));
  return (
    targets.find((one) => one.name === name) ??
    targets.find((one) => one.model_id === model_id && !names.has(one.name))
  );
}

type Provider = Providers[number];
const isWaiting = ({ key_label }: Provider, { api_key_hint }: Pick<Now, "api_key_hint">) =>
  key_label !== null && api_key_hint === null;

const waits = ({ name, api_key_env }: Wanted, label: string | null) =>
  `assistant ${name} is not asked until it has the ${label ?? "key"}: set ${api_key_env ? `the variable ${api_key_env}` : "api_key_env and that variable"} and apply again, or enter it under Assistants in the dashboard`;

/** An assistant without a key of the provider's is made to wait for it. */
function addition(wanted: Wanted, provider: Provider, { secrets }: Scene): Part {
  const { api_key_env, is_active, ...fields } = wanted;
  const api_key = secrets.get(api_key_env ?? "");
  const { name, ...shown } = wanted;
  const lines = [{ sign: "+", what: `assistant ${name}`, details: detailsOf(shown) } as const];
  const hasKey = provider.key_label === null || api_key !== undefined;
  const isAsked = is_active !== false;
  const input = differing(
    { ...fields, api_key, ...((!hasKey || !isAsked) && { is_active: false }) },
    {},
  );
  return {
    steps: [{ lines, operation: createTarget, input }],
    notes: hasKey || !isAsked ? [] : [waits(wanted, provider.key_label)],
  };
}

function edit(
  wanted: Wanted,
  now: Now,
  { isWaiting, scene }: { isWaiting: boolean; scene: Scene },
): Part {
  const { api_key_env, provider, ...fields } = wanted;
  const api_key = isWaiting ? scene.secrets.get(api_key_env ?? "") : undefined;
  // The key of one that waits for it sets it going, unless the file says otherwise.
  const change = differing({ ...(api_key !== undefined && { is_active: true }), ...fields }, now);
  const label = scene.providers.find((one) => one.provider === provider)?.key_label ?? null;
  const notes: string[] = [];
  // It cannot be asked before it has a key, whatever the file says.
  if (isWaiting && api_key === undefined && wanted.is_active !== false) {
    delete change["is_active"];
    notes.push(waits(wanted, label));
  }
  const details = [
    ...detailsOf(change, now),
    ...(api_key === undefined ? [] : [`api_key: from ${api_key_env}`]),
  ];
  if (details.length === 0) return { notes };
  const keeps = api_key !== undefined && wanted.is_active === false ? { is_active: false } : {};
  const input = differing({ ...keeps, ...change, api_key }, {});
  const what = `assistant ${now.name}`;
  const lines = [{ sign: "~", what, details } as const];
  return {
    notes,
    steps: [{ lines, operation: updateTarget, input: { model_id: now.model_id, ...input } }],
  };
}

/** Assistants are never deleted, as their answers name them. */
function ending({ model_id, name }: Now): Step {
  const details = ["is asked no more; its answers stay"];
  return {
    lines: [{ sign: "-", what: `assistant ${name}`, details }],
    operation: updateTarget,
    input: { model_id, is_active: false },
  };
}
