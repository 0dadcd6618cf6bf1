import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import type * as z from "zod";
import { ALIASES_MAX } from "#domain/brands/brand.ts";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { HIDDEN } from "#domain/webhooks/webhook.ts";
import { PROJECT_SCHEMA_PATH, type ProjectFile } from "./project-file.ts";
import type { People, State } from "./project-state.ts";

/**
 * A project as a file that makes the same one elsewhere; keys of providers and secrets of webhooks are in none. Editors find
 * its form at the server.
 */
export function describeProject(state: State, people: People | null, server: string): string {
  const head = `# yaml-language-server: $schema=${server}${PROJECT_SCHEMA_PATH}\n`;
  const file = toFile(state, people);
  const note = !file.webhooks
    ? "# Without webhooks: who may only read is not shown their whole addresses.\n"
    : file.webhooks.length > 0
      ? "# Addresses of webhooks may be secrets: chats let in whoever knows them.\n"
      : "";
  return head + note + stringify(file, { lineWidth: 0 });
}

/** The same as an object, its fields in the order in which a person reads them. */
export function toFile(state: State, people: People | null): z.input<typeof ProjectFile> {
  const { project, budget, retention } = state;
  const { name, domain, status, country_code, language_code, timezone, schedule, profile } =
    project;
  const topic_names = new Map(state.topics.map((topic) => [topic.id, topic.name]));
  const tag_names = new Map(state.tags.map((tag) => [tag.id, tag.name]));
  const { answers_days, raw_bodies_days, runs_days, audit_days } = retention;
  return {
    version: 1,
    project: {
      ...{ name, domain, ...(status !== "onboarding" && { status }) },
      ...{ country_code, language_code, timezone, schedule, ...(profile && { profile }) },
    },
    brands: state.brands.map((brand) => toBrand(brand, language_code)),
    topics: state.topics.map((topic) => topic.name),
    tags: state.tags.map((tag) => ({ name: tag.name, color: tag.color })),
    prompts: state.prompts.map((prompt) => ({
      text: prompt.text,
      ...{ country_code: prompt.country_code, language_code: prompt.language_code },
      ...(prompt.topic_id && { topic: topic_names.get(prompt.topic_id) ?? null }),
      ...(prompt.tag_ids.length > 0 && {
        tags: prompt.tag_ids.flatMap((id) => tag_names.get(id) ?? []),
      }),
      ...(prompt.status === "archived" && { status: "archived" as const }),
    })),
    assistants: state.targets.map(toAssistant),
    budget: { daily_cap_usd: budget.daily_cap_usd, monthly_cap_usd: budget.monthly_cap_usd },
    retention: { answers_days, raw_bodies_days, runs_days, audit_days },
    // Who may only read is shown no whole address.
    ...(!state.webhooks.some(({ url }) => url.endsWith(HIDDEN)) && {
      webhooks: state.webhooks.map(({ url, events, is_active }) => ({
        ...{ url, events, ...(!is_active && { is_active }) },
      })),
    }),
    ...(people && {
      members: [...people.members, ...people.invitations].map(({ email, role }) => ({
        email,
        role,
      })),
    }),
  };
}

function toBrand(brand: State["brands"][number], language_code: string) {
  const { name, is_own, aliases, domains, regex, exclude_phrases, color } = brand;
  const made = settleAliases(aliases, { name, language_code });
  // A brand that is made again gets its name in exact case where that is a common word: in any case, it says so itself.
  const said = isDeepStrictEqual(made, aliases) ? [] : [{ text: name, case_sensitive: false }];
  const all = [...aliases, ...said];
  // More than may be given are there with those that its name gets by itself, as it does again.
  const given = aliases.filter(({ text }) => foldKey(text) !== foldKey(name));
  return {
    ...{ name, ...(is_own && { own: true }) },
    ...{ aliases: all.length > ALIASES_MAX ? given : all, domains },
    ...(regex !== null && { regex }),
    ...(exclude_phrases.length > 0 && { exclude_phrases }),
    color,
  };
}

function toAssistant(target: State["targets"][number]) {
  const { name, provider, requested_model, is_active, samples_per_day, base_url } = target;
  const { parameters, concurrency, requests_per_minute, has_canary, price } = target;
  return {
    ...{ name, provider, requested_model: requested_model ?? "", is_active, samples_per_day },
    ...(base_url !== null && { base_url }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...{ concurrency, requests_per_minute, has_canary },
    ...(price && { price }),
  };
}
