import { addDays } from "#core/period.ts";
import type { Classification } from "#domain/detection/known-domains.ts";
import type { WantedPrompt } from "#domain/prompts/imports/add-prompts.ts";

/** The name of the demo's project; whatever is in it is invented. */
export const DEMO_PROJECT = "Larkfield (simulated)";

const OWN = "https://larkfield.example";

/** The market as it is told to who invents answers on `today`: a page of Larkfield's went a month before. */
export function marketOn(today: string) {
  return {
    ...DEMO_MARKET,
    pages: [
      { url: `${OWN}/blog/mowing-without-wires`, title: "Mowing without wires", about: "boundary" },
      {
        ...{ url: `${OWN}/catalogue`, title: "The Larkfield catalogue", about: "hose" },
        until: addDays(today, -31),
      },
      {
        ...{ url: `${OWN}/downloads/irrigation-planner`, title: "Irrigation planner" },
        ...{ about: "timer", never_cited: true },
      },
    ],
    // What no prompt asks, so that there is a question to be suggested.
    searches: [{ about: "robot mower", query: "Are robot mowers safe for pets?" }],
  };
}

/** What was decided in the demo about leads on some prompts. */
export function demoDecisions(today: string) {
  return [
    {
      ...{ prompt: "Which robot mower is the quietest?", status: "done" as const, owner: "Ada" },
      note: "An example of this demo: a page with a noise test of all models.",
      shipped_on: addDays(today, -21),
    },
    {
      ...{ prompt: "Best robot mower for a large garden", status: "doing" as const, owner: "Ben" },
      ...{
        note: "An example of this demo: a comparison by size of lawn.",
        due_on: addDays(today, 9),
      },
    },
    {
      ...{ prompt: "What are alternatives to Brontide robot mowers?" },
      ...{
        status: "dismissed" as const,
        reason: "An example of this demo: we do not run down competitors.",
      },
    },
  ];
}

/** The invented market of the demo; its domains lie under a reserved name and cannot be fetched. */
export const DEMO_MARKET = {
  own: { name: "Larkfield", domain: "larkfield.example" },
  competitors: [
    { name: "Orvane", domain: "orvane.example" },
    { name: "Tessaly Works", domain: "tessalyworks.example" },
    { name: "Brontide", domain: "brontide.example" },
    { name: "Nimbrel", domain: "nimbrel.example" },
  ],
  topics: ["Cordless mowers", "Garden tools", "Irrigation", "Robot mowers"],
};

/** The demo's models: how they are named, and which invented personality answers. */
export const DEMO_MODELS = [
  { name: "Assistant A (simulated)", requested_model: "simulated-a" },
  { name: "Assistant B (simulated)", requested_model: "simulated-b" },
  { name: "Assistant C (simulated)", requested_model: "simulated-c" },
] as const;

/** What the invented sites are; one is left unclassified for visitors to try it. */
export const DEMO_SITES: Record<string, Classification> = {
  "reviewharbor.example": "editorial",
  "thetestbench.example": "editorial",
  "dailycompare.example": "editorial",
  "gazette.test": "editorial",
  "askaround.example": "ugc",
  "videoshelf.example": "ugc",
  "openlexicon.example": "reference",
  "marketstall.example": "retail",
};

const TEXTS: Record<string, readonly string[]> = {
  "Cordless mowers": [
    "What is the best cordless mower for a small lawn?",
    "Which cordless mower has the longest battery life?",
    "Best cordless mowers under $400",
    "Are cordless mowers good enough for thick grass?",
    "Which cordless mower brand is the most reliable?",
    "Is Larkfield a good brand for cordless mowers?",
  ],
  "Garden tools": [
    "Which brands make the best garden tools?",
    "What garden tools does a beginner need?",
    "Best pruning shears for roses",
    "Which hedge trimmer is best for tall hedges?",
    "Durable garden tools with a long warranty",
    "How does Larkfield compare with Orvane for garden tools?",
  ],
  Irrigation: [
    "What is the best drip irrigation kit for raised beds?",
    "Which smart irrigation controller saves the most water?",
    "Best garden hose reels",
    "How do I choose an irrigation timer?",
    "Which irrigation brand is easiest to install?",
    "Best soaker hoses for a vegetable garden",
  ],
  "Robot mowers": [
    "What is the best robot mower without a boundary wire?",
    "Which robot mower copes with slopes?",
    "Are robot mowers worth the money?",
    "Best robot mower for a large garden",
    "Which robot mower is the quietest?",
    "What are alternatives to Brontide robot mowers?",
  ],
};

/** The prompts of the demo, 24 of them in four topics. */
export const DEMO_PROMPTS: readonly WantedPrompt[] = Object.entries(TEXTS).flatMap(
  ([topic, texts]) =>
    texts.map((prompt) => ({
      prompt,
      country_code: "US",
      language_code: "en",
      topic,
      tags: tagsOf(prompt),
    })),
);

function tagsOf(prompt: string): string[] {
  if (/larkfield|orvane|brontide/i.test(prompt)) return ["comparison"];
  if (/worth|\$|saves|warranty/i.test(prompt)) return ["price"];
  return /^(how|are|what garden)/i.test(prompt) ? ["advice"] : ["purchase"];
}
