import { brandKey, nameKey, paletteColor } from "#domain/brands/brand.ts";
import { createBrand } from "#domain/brands/create-brand.ts";
import { deleteBrand } from "#domain/brands/delete-brand.ts";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import { updateBrand } from "#domain/brands/update-brand.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { createTag } from "#domain/labels/create-tag.ts";
import { createTopic } from "#domain/labels/create-topic.ts";
import { deleteTag } from "#domain/labels/delete-tag.ts";
import { deleteTopic } from "#domain/labels/delete-topic.ts";
import { updateTag } from "#domain/labels/update-tag.ts";
import { updateTopic } from "#domain/labels/update-topic.ts";
import { updateProject } from "#domain/projects/update-project.ts";
import { createProject } from "#domain/tenancy/create-project.ts";
import {
  detailsOf,
  differing,
  isSameSet,
  leaveOrDelete,
  type Part,
  type Plan,
  refTo,
  type Scene,
  type Step,
} from "./plan.ts";
import { planAssistants } from "./plan-assistants.ts";
import { planPrompts } from "./plan-prompts.ts";
import { planBudget, planMembers, planRetention, planWebhooks } from "./plan-surroundings.ts";
import type { ProjectFile } from "./project-file.ts";
import type { State } from "./project-state.ts";

type Given = Omit<Scene, "state" | "is_new"> & { state: State | null };

/**
 * The steps from what a project is (null: there is none) to what a file says. Nothing is deleted without `prune`, and of
 * a section that the file leaves out nothing changes. A pure function: nothing is read or written here.
 */
export function planChanges({ state, ...given }: Given): Plan {
  const scene: Scene = { ...given, state: state ?? newborn(given.file), is_new: state === null };
  const parts = [
    planProject(scene),
    planBrands(scene),
    planTopics(scene),
    planTags(scene),
    // Before what is asked for money: a step that fails leaves nothing that asks without its caps.
    planBudget(scene),
    planPrompts(scene),
    planAssistants(scene),
    planRetention(scene),
    planWebhooks(scene),
    planMembers(scene),
  ];
  const all = <Name extends keyof Plan>(name: Name) =>
    parts.flatMap((part) => (part[name] ?? []) as Plan[Name][number][]);
  return {
    steps: all("steps"),
    left: all("left"),
    notes: all("notes"),
    problems: all("problems"),
  };
}

/** A project as create_project leaves it: empty but for its own brand. */
function newborn({ project }: ProjectFile): State {
  const { name, domain, country_code = "US", language_code = "en", timezone = "UTC" } = project;
  const created_at = "";
  const own = {
    ...{ id: "", name, domains: [domain], aliases: settleAliases([], { name, language_code }) },
    ...{ regex: null, exclude_phrases: [], is_own: true, color: paletteColor(0), created_at },
    ...({ source: "manual", status: "ready" } as const),
  };
  return {
    project: {
      ...{ id: "", name, domain, status: "onboarding", country_code, language_code, timezone },
      // It has some, which are not known here: what the file says is set in any case.
      ...{ schedule: { weekdays: [], hour: -1 }, profile: null, created_at },
    },
    ...{ brands: [own], topics: [], tags: [], prompts: [], targets: [], webhooks: [] },
    budget: { daily_cap_usd: null, monthly_cap_usd: null },
    retention: { answers_days: null, raw_bodies_days: null, runs_days: null, audit_days: null },
  };
}

function planProject({ file, state, is_new, organisation_id }: Scene): Part {
  const { domain, ...wanted } = file.project;
  const { timezone } = state.project;
  // Zones are kept as they are listed, however they are written.
  if (wanted.timezone?.toLowerCase() === timezone.toLowerCase()) wanted.timezone = timezone;
  const change = differing(wanted, state.project);
  if (!is_new) {
    if (domain !== state.project.domain) {
      const message = `project.domain: cannot change; the project's is ${state.project.domain}. Name that, or another project`;
      return { problems: [{ path: ["project", "domain"], message }] };
    }
    if (Object.keys(change).length === 0) return {};
    const details = detailsOf(change, state.project);
    const lines = [{ sign: "~", what: "project", details } as const];
    return { steps: [{ lines, operation: updateProject, input: change }] };
  }
  const { status, schedule, profile, ...first } = wanted;
  const lines = [{ sign: "+", what: "project", details: detailsOf(file.project) } as const];
  const input = { ...first, domain, organisation_id };
  const steps: Step[] = [{ lines, operation: createProject, input: said(input) }];
  const rest = differing({ status, schedule, profile }, state.project);
  if (Object.keys(rest).length > 0) {
    steps.push({ lines: [], operation: updateProject, input: rest });
  }
  return { steps };
}

const said = (fields: Readonly<Record<string, unknown>>) => differing(fields, {});

function planBrands({ file, state, is_new, prune }: Scene): Part {
  if (!file.brands) return {};
  const language_code = file.project.language_code ?? state.project.language_code;
  const own = state.brands.find(({ is_own }) => is_own);
  // The own brand gives up its name before another brand takes it.
  const inOrder = file.brands.toSorted((a, b) => Number(b.own) - Number(a.own));
  const byName = inOrder[0]?.own ? state.brands.filter(({ is_own }) => !is_own) : state.brands;
  const byKey = new Map(byName.map((brand) => [brandKey(brand.name), brand]));
  const named = new Set<string>(own ? [own.name] : []);
  const steps = inOrder.flatMap(({ own: is_own, ...wanted }): Step[] => {
    const found = is_own ? own : byKey.get(brandKey(wanted.name));
    if (!found) {
      const { name, ...fields } = wanted;
      const lines = [{ sign: "+", what: `brand ${name}`, details: detailsOf(fields) } as const];
      return [{ lines, operation: createBrand, input: said(wanted) }];
    }
    named.add(found.name);
    const change = differing(wanted, found);
    for (const list of ["domains", "exclude_phrases"] as const) {
      if (wanted[list] && isSameSet(wanted[list], found[list])) delete change[list];
    }
    if (wanted.aliases && isSameSpelling(wanted.aliases, found, language_code)) {
      delete change["aliases"];
    }
    if (Object.keys(change).length === 0) return [];
    const what = `brand ${found.name}${found.is_own ? " (own)" : ""}`;
    const brand_id = is_new ? refTo("brand", "own") : found.id;
    const lines = [{ sign: "~", what, details: detailsOf(change, found) } as const];
    return [{ lines, operation: updateBrand, input: { brand_id, ...change } }];
  });
  return leaveOrDelete(
    state.brands.filter(({ name }) => !named.has(name)),
    {
      prune,
      what: ({ name }) => `brand ${name}`,
      remove: ({ id }) => ({ operation: deleteBrand, input: { brand_id: id } }),
    },
    steps,
  );
}

type Spelling = { text: string; case_sensitive?: boolean | undefined };

/** Whether a brand has the aliases that a file gives, those included that it gets by itself for a name that is a common word. */
function isSameSpelling(
  wanted: readonly Spelling[],
  { name, aliases }: { name: string; aliases: readonly Spelling[] },
  language_code: string,
): boolean {
  const told = (list: readonly Spelling[]) =>
    list
      // The name itself counts in any case anyway.
      .filter(({ text, case_sensitive }) => case_sensitive || foldKey(text) !== foldKey(name))
      .map(({ text, case_sensitive }) => `${case_sensitive ? "=" : "~"}${text}`);
  const now = told(aliases);
  return [undefined, name].some((given) =>
    isSameSet(told(settleAliases(wanted, { name: given, language_code })), now),
  );
}

function planTopics({ file, state, prune }: Scene): Part {
  const { topics, prompts = [] } = file;
  const known = new Map(state.topics.map((topic) => [nameKey(topic.name), topic]));
  const wanted = new Map(
    (topics ?? prompts.flatMap(({ topic }) => topic ?? [])).map((name) => [nameKey(name), name]),
  );
  const steps = [...wanted].flatMap(([key, name]): Step[] => {
    const found = known.get(key);
    const lines = [{ sign: found ? "~" : "+", what: `topic ${name}`, details: [] } as const];
    if (!found) return [{ lines, operation: createTopic, input: { name } }];
    // Without a list of its own the file only mentions it.
    if (found.name === name || !topics) return [];
    return [{ lines, operation: updateTopic, input: { topic_id: found.id, name } }];
  });
  if (!topics) return { steps };
  return leaveOrDelete(
    state.topics.filter(({ name }) => !wanted.has(nameKey(name))),
    {
      prune,
      what: ({ name }) => `topic ${name}`,
      remove: ({ id }) => ({ operation: deleteTopic, input: { topic_id: id } }),
    },
    steps,
  );
}

function planTags({ file, state, prune }: Scene): Part {
  const { tags, prompts = [] } = file;
  const known = new Map(state.tags.map((tag) => [nameKey(tag.name), tag]));
  const mentioned = prompts.flatMap((prompt) => prompt.tags ?? []).map((name) => ({ name }));
  const wanted = new Map(
    (tags ?? mentioned).map((tag): [string, { name: string; color?: string | undefined }] => [
      nameKey(tag.name),
      tag,
    ]),
  );
  const steps = [...wanted].flatMap(([key, tag]): Step[] => {
    const found = known.get(key);
    const { name, ...fields } = tag;
    if (!found) {
      const lines = [{ sign: "+", what: `tag ${name}`, details: detailsOf(fields) } as const];
      return [{ lines, operation: createTag, input: said(tag) }];
    }
    const change = tags ? differing(tag, found) : {};
    if (Object.keys(change).length === 0) return [];
    const details = detailsOf(change, found);
    const lines = [{ sign: "~", what: `tag ${found.name}`, details } as const];
    return [{ lines, operation: updateTag, input: { tag_id: found.id, ...change } }];
  });
  if (!tags) return { steps };
  return leaveOrDelete(
    state.tags.filter(({ name }) => !wanted.has(nameKey(name))),
    {
      prune,
      what: ({ name }) => `tag ${name}`,
      remove: ({ id }) => ({ operation: deleteTag, input: { tag_id: id } }),
    },
    steps,
  );
}
