import { brandKey } from "#domain/brands/brand.ts";
import { DomainName } from "#domain/projects/project.ts";
import { COMPETITORS_MAX, type Proposal } from "./onboarding.ts";
import templates from "./templates.json" with { type: "json" };

type Described = Pick<
  Proposal,
  "name" | "domain" | "country_code" | "language_code" | "industry"
> & {
  /** Names or domains, as the user gave them. */
  competitors: string[];
};

/** The texts of a language by topic. */
const TEMPLATES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = templates;

const COMPARED_MAX = 3;

/** What a project of this description might track, from templates: English where a language has none. */
export function proposeSetup({ competitors, ...described }: Described): Proposal {
  const found = withoutTwins(competitors.map(toCompetitor), described.name);
  const rivals = found.slice(0, COMPETITORS_MAX);
  const names = rivals.map(({ name }) => name);
  const chosen = TEMPLATES[described.language_code.slice(0, 2)] ?? templates.en;
  const prompts = Object.entries(chosen).flatMap(([topic, texts]) =>
    texts.flatMap((text) => fill(text, described, names)).map((text) => ({ text, topic })),
  );
  const topics = [...new Set(prompts.map(({ topic }) => topic))];
  return { ...described, competitors: rivals, topics, prompts };
}

/**
 * The texts of a template: one per competitor where it names one, a single one where it names the own brand, too, none
 * where it needs an unknown industry.
 */
function fill(
  text: string,
  { name, industry, language_code }: Omit<Described, "competitors">,
  rivals: string[],
) {
  if (text.includes("{industry}") && industry === "") return [];
  // French: "marques d’ordinateurs".
  const isElided = language_code.startsWith("fr") && /^[aeiouyàâæéèêëîïôœùû]/i.test(industry);
  const common = (isElided ? text.replace("de {industry}", "d’{industry}") : text)
    .replaceAll("{name}", () => name)
    .replaceAll("{industry}", () => industry);
  if (!common.includes("{competitor}")) return [common];
  const compared = rivals.slice(0, text.includes("{name}") ? 1 : COMPARED_MAX);
  return compared.map((rival) => common.replaceAll("{competitor}", () => rival));
}

/** "globex.com" is Globex with that domain; any other text is a name. */
function toCompetitor(text: string): Proposal["competitors"][number] {
  const { data: domain } = DomainName.safeParse(text);
  if (domain === undefined) return { name: text, domains: [] };
  const label = domain.replace(/^www\./, "").split(".", 1)[0] ?? domain;
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  return { name, domains: [domain.replace(/^www\./, "")] };
}

/** Each name once, the own one never. */
export function withoutTwins(
  rivals: Proposal["competitors"],
  own: string,
): Proposal["competitors"] {
  const seen = new Set([brandKey(own)]);
  return rivals.filter(({ name }) => {
    const key = brandKey(name);
    return !seen.has(key) && seen.add(key);
  });
}
