import fc from "fast-check";
import type { ProjectFile } from "../../src/commands/project-file/project-file.ts";
import { readProjectFile } from "../../src/commands/project-file/read-file.ts";

const pick = <One>(...all: One[]) => fc.constantFrom(...all);
const some = <One, Key>(one: fc.Arbitrary<One>, by: (one: One) => Key, maxLength = 4) =>
  fc.uniqueArray(one, { selector: by, maxLength });
const maybe = <One>(one: fc.Arbitrary<One>) => fc.option(one, { nil: undefined });
const NAMES = ["Umbra", "Apple", "Next", "ACE", "Borealis", "東京堂", "Ünique"];
const TOPICS = ["Trail", "Road", "Price: low", "yes"];
const TAGS = ["Launch", "Core", "#1"];

const brand = fc.record({
  name: pick(...NAMES),
  own: fc.constant(false),
  aliases: maybe(
    some(
      fc.record({
        text: pick("Apple", "apple inc", "UMB", "Next plc"),
        case_sensitive: maybe(fc.boolean()),
      }),
      ({ text }) => text,
    ),
  ),
  domains: maybe(some(pick("umbra.example", "apple.example"), String)),
  regex: maybe(pick(null, "umbra(s|'s)?")),
  exclude_phrases: maybe(some(pick("apple cider", "next week"), String)),
  color: maybe(pick("#123456", "#abcdef")),
});
const prompt = fc.record({
  text: pick(
    "Which shoes last?",
    "Which boots: the best?",
    "- Is 'this' YAML? {no}",
    "Was hält\nlänger?",
  ),
  country_code: maybe(pick("US", "DE", "NO")),
  language_code: maybe(pick("en", "de")),
  topic: maybe(pick(null, ...TOPICS)),
  tags: maybe(some(pick(...TAGS), String)),
  status: maybe(pick("active" as const, "archived" as const)),
});
const assistant = fc.record({
  // Who is asked under a name stays the same.
  ...{ name: pick("One", "Two"), provider: fc.constant("ollama") },
  requested_model: pick("consumer", "large"),
  is_active: maybe(fc.boolean()),
  samples_per_day: maybe(pick(1, 3)),
  parameters: maybe(pick({}, { temperature: 0.5 })),
  concurrency: maybe(pick(2, 4)),
  requests_per_minute: maybe(pick(null, 10)),
  price: maybe(pick(null, { input: 1, output: 2, search: 0, answer: 0 })),
});

/** A file as people write one: sections and fields that are there or not. */
export const projectFiles = fc
  .record({
    schedule: maybe(pick({ weekdays: [1, 3], hour: 5 }, { weekdays: [7], hour: 23 })),
    language_code: maybe(pick("en", "de")),
    status: maybe(pick("active" as const, "paused" as const)),
    profile: maybe(pick(null, { industry: "Shoes", products: ["Trail"], audience: "" })),
    own: maybe(fc.record({ name: pick("Acme", "Acme Ltd"), color: maybe(pick("#000001")) })),
    brands: maybe(some(brand, ({ name }) => name)),
    lists: fc.boolean(),
    prompts: maybe(some(prompt, ({ text, country_code = "US" }) => `${country_code} ${text}`, 8)),
    assistants: maybe(some(assistant, ({ name }) => name)),
    budget: maybe(pick({ daily_cap_usd: 2.5 }, { daily_cap_usd: null, monthly_cap_usd: 9 })),
    retention: maybe(pick({ answers_days: 90 }, { audit_days: 400, raw_bodies_days: null })),
    webhooks: maybe(
      some(
        fc.record({
          url: pick("https://a.example/x", "https://b.example/y"),
          events: pick(
            ["webhook.test" as const],
            ["run.completed" as const, "webhook.test" as const],
          ),
          is_active: maybe(fc.boolean()),
        }),
        ({ url }) => url,
      ),
    ),
  })
  .map(({ schedule, language_code, status, profile, own, lists, ...rest }): ProjectFile => {
    const brands =
      own || rest.brands
        ? [...(own ? [{ ...own, own: true }] : []), ...(rest.brands ?? [])]
        : undefined;
    const file = {
      version: 1,
      project: { name: "As code", domain: "acme.com", schedule, language_code, status, profile },
      ...{ ...rest, brands },
      ...(lists && { topics: TOPICS, tags: TAGS.map((name) => ({ name, color: "#112233" })) }),
    };
    // What is read from a file has no field without a value.
    const text = JSON.stringify(file);
    return readProjectFile(text, "random.yaml").file;
  });
