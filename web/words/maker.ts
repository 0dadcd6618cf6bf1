/** Whose assistant it is, by the words in its names. */
const MAKERS: readonly [maker: string, words: RegExp][] = [
  ["OpenAI", /openai|chat-?gpt|\bgpt/],
  ["Google", /google|gemini|ai[ _-]?mode/],
  ["Perplexity", /perplexity|sonar/],
  ["xAI", /\bx-?ai\b|grok/],
  ["Microsoft", /copilot|bing/],
  ["Anthropic", /anthropic|claude/],
];

type Named = { name: string; provider: string; requested_model: string | null };

/** The maker of a model; null where its names tell none. Vendors that read others' pages are none. */
export function makerOf({ name, provider, requested_model }: Named): string | null {
  const words = `${requested_model ?? ""} ${provider.replaceAll("_", " ")} ${name}`.toLowerCase();
  return MAKERS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** A model asked by API and an app's or a search page of the same maker, the first there are. */
export function findPair<Model extends Named & { surface: string }>(
  models: readonly Model[],
): [api: Model, page: Model] | null {
  const isPage = ({ surface }: Model) => surface === "ui" || surface === "serp";
  const pages = models.filter(isPage).sort((a, b) => (a.surface > b.surface ? -1 : 1));
  for (const page of pages) {
    const maker = makerOf(page);
    const api = models.find((one) => one.surface === "api" && maker && makerOf(one) === maker);
    if (api) return [api, page];
  }
  return null;
}
