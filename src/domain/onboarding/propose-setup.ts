import { nameKey } from "#domain/brands/brand.ts";
import { COMPETITORS_MAX, type Proposal } from "./onboarding.ts";

type Described = Pick<
  Proposal,
  "name" | "domain" | "country_code" | "language_code" | "industry"
> & {
  /** Names or domains, as the user gave them. */
  competitors: string[];
};
type Template = { topic: string; text: string };

const ENGLISH: Template[] = [
  { topic: "Recommendations", text: "What are the best {industry} brands?" },
  { topic: "Recommendations", text: "Which {industry} company would you recommend, and why?" },
  { topic: "Recommendations", text: "Which {industry} brands are good for beginners?" },
  { topic: "Recommendations", text: "Which {industry} brands do experts prefer?" },
  {
    topic: "Comparisons",
    text: "What are the main differences between leading {industry} brands?",
  },
  { topic: "Comparisons", text: "{name} or {competitor}: which is better?" },
  { topic: "Comparisons", text: "What are good alternatives to {competitor}?" },
  { topic: "Comparisons", text: "What are good alternatives to {name}?" },
  { topic: "Price", text: "Which {industry} brands offer the best value for money?" },
  { topic: "Price", text: "How much does {name} cost, and is it worth it?" },
  { topic: "Reputation", text: "What do customers say about {name}?" },
  { topic: "Reputation", text: "What are the strengths and weaknesses of {name}?" },
  { topic: "Reputation", text: "Which {industry} brands are the most trusted?" },
  { topic: "Buying advice", text: "What should I look for when choosing {industry}?" },
];
const GERMAN: Template[] = [
  { topic: "Empfehlungen", text: "Welche Marken für {industry} sind die besten?" },
  { topic: "Empfehlungen", text: "Welchen Anbieter für {industry} empfiehlst du, und warum?" },
  { topic: "Vergleiche", text: "{name} oder {competitor}: was ist besser?" },
  { topic: "Vergleiche", text: "Was sind gute Alternativen zu {competitor}?" },
  { topic: "Vergleiche", text: "Was sind gute Alternativen zu {name}?" },
  {
    topic: "Preis",
    text: "Welcher Anbieter für {industry} hat das beste Preis-Leistungs-Verhältnis?",
  },
  { topic: "Ruf", text: "Welche Erfahrungen haben Kunden mit {name} gemacht?" },
  { topic: "Ruf", text: "Was sind die Stärken und Schwächen von {name}?" },
  { topic: "Kaufberatung", text: "Worauf sollte ich bei {industry} achten?" },
];
const FRENCH: Template[] = [
  { topic: "Recommandations", text: "Quelles sont les meilleures marques de {industry} ?" },
  {
    topic: "Recommandations",
    text: "Quelle entreprise de {industry} recommandes-tu, et pourquoi ?",
  },
  { topic: "Comparaisons", text: "{name} ou {competitor} : lequel est le meilleur ?" },
  { topic: "Comparaisons", text: "Quelles sont les alternatives à {competitor} ?" },
  { topic: "Comparaisons", text: "Quelles sont les alternatives à {name} ?" },
  { topic: "Prix", text: "Quelles marques de {industry} ont le meilleur rapport qualité-prix ?" },
  { topic: "Réputation", text: "Que disent les clients de {name} ?" },
  { topic: "Conseils", text: "Que faut-il regarder pour choisir {industry} ?" },
];
const SPANISH: Template[] = [
  { topic: "Recomendaciones", text: "¿Cuáles son las mejores marcas de {industry}?" },
  { topic: "Recomendaciones", text: "¿Qué empresa de {industry} recomiendas y por qué?" },
  { topic: "Comparaciones", text: "{name} o {competitor}: ¿cuál es mejor?" },
  { topic: "Comparaciones", text: "¿Qué alternativas hay a {competitor}?" },
  { topic: "Comparaciones", text: "¿Qué alternativas hay a {name}?" },
  { topic: "Precio", text: "¿Qué marcas de {industry} ofrecen la mejor relación calidad-precio?" },
  { topic: "Reputación", text: "¿Qué opinan los clientes de {name}?" },
  { topic: "Consejos", text: "¿En qué hay que fijarse al elegir {industry}?" },
];
const TEMPLATES: Record<string, Template[]> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
};

const COMPARED_MAX = 3;

/** What a project of this description might track, from templates: English where a language has none. */
export function proposeSetup({ competitors, ...described }: Described): Proposal {
  const rivals = withoutTwins(competitors.map(toCompetitor), described.name).slice(
    0,
    COMPETITORS_MAX,
  );
  const templates = TEMPLATES[described.language_code.slice(0, 2)] ?? ENGLISH;
  const prompts = templates.flatMap(({ topic, text }) =>
    fill(
      text,
      described,
      rivals.map(({ name }) => name),
    ).map((filled) => ({ text: filled, topic })),
  );
  const topics = [...new Set(prompts.map(({ topic }) => topic))];
  return { ...described, competitors: rivals, topics, prompts };
}

/** The texts of a template: one per competitor where it names one, none where it needs an unknown industry. */
function fill(
  text: string,
  { name, industry }: Described | Omit<Described, "competitors">,
  rivals: string[],
) {
  if (text.includes("{industry}") && industry === "") return [];
  const common = text.replaceAll("{name}", () => name).replaceAll("{industry}", () => industry);
  if (!common.includes("{competitor}")) return [common];
  return rivals
    .slice(0, COMPARED_MAX)
    .map((rival) => common.replaceAll("{competitor}", () => rival));
}

/** "globex.com" is Globex with that domain; any other text is a name. */
function toCompetitor(text: string): Proposal["competitors"][number] {
  const domain = text.toLowerCase();
  if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)) return { name: text, domains: [] };
  const label = domain.replace(/^www\./, "").split(".", 1)[0] ?? domain;
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  return { name, domains: [domain.replace(/^www\./, "")] };
}

/** Each name once, the own one never. */
export function withoutTwins(
  rivals: Proposal["competitors"],
  own: string,
): Proposal["competitors"] {
  const seen = new Set([nameKey(own)]);
  return rivals.filter(({ name }) => {
    const key = nameKey(name);
    return !seen.has(key) && seen.add(key);
  });
}
