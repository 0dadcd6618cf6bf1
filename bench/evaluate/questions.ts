import { BEFORE, LAST, MONTH, type Planted, PROMPTS, WEEK } from "./planted.ts";

// biome-ignore lint/suspicious/noExplicitAny: a row of any tool.
export type Row = Record<string, any>;
type Said = { rows: Row[] } & Row;
export type Ask = (tool: string, args?: Row) => Promise<Said>;
export type Question = {
  question: string;
  /** What an analyst would call, and how they would read it. */
  ask(call: Ask): Promise<unknown>;
  /** The same, counted from what was planted. */
  truth(planted: readonly Planted[]): unknown;
};

const month = { date_from: MONTH, date_to: LAST };
const week = { date_from: WEEK, date_to: LAST };
const compared = { ...week, compare: "previous_period" };
const germany = { field: "country_code", operator: "in", values: ["DE"] };

type Choose = (one: Planted) => boolean;
const inMonth: Choose = ({ day }) => day >= MONTH;
const inWeek: Choose = ({ day }) => day >= WEEK;
const inBefore: Choose = ({ day }) => day >= BEFORE && day < WEEK;
const names = (name: string) => (one: Planted) => one.names.includes(name);
const german: Choose = ({ country_code }) => country_code === "DE";

/** The share of some answers that a condition holds for. */
function share(planted: readonly Planted[], of: Choose, that: Choose): number {
  const some = planted.filter(of);
  return some.filter(that).length / some.length;
}
const count = (planted: readonly Planted[], ...all: Choose[]) =>
  planted.filter((one) => all.every((choose) => choose(one))).length;
/** Values by a measure, most first. */
const ranked = <Value>(values: readonly Value[], measure: (value: Value) => number) =>
  values.toSorted((left, right) => measure(right) - measure(left));

const BRANDS = ["Acme", "Orvane", "Beltra", "Quillon", "Nimbora"];
const own = (rows: Row[]) => rows.filter((row) => row["brand_is_own"]);
const byVisibility = (rows: Row[]) => ranked(rows, (row) => row["visibility"]);
const idOf = async (call: Ask, tool: string, name: string) =>
  (await call(tool)).rows.find((row) => row["name"] === name)?.["id"];
const chats = async (call: Ask, args: Row) =>
  (await call("list_chats", { ...args, limit: 1 }))["total_count"];
/** The own brand's rows by a dimension; rows of the others would cost as much each. */
async function ownBy(call: Ask, dimension: string): Promise<Row[]> {
  const values = [await idOf(call, "list_brands", "Acme")];
  const filters = [{ field: "brand_id", operator: "in", values }];
  const asked = { ...month, dimensions: [dimension], filters };
  return (await call("get_brand_report", { ...asked, limit: 1000 })).rows;
}

/** Questions on one number or one name of the own brand, by a dimension. */
const byDimension = (
  question: string,
  { dimension, key, last }: { dimension: string; key: (one: Planted) => string; last?: boolean },
  show: (call: Ask, id: string, names: Row) => Promise<string> | string,
): Question => ({
  question,
  async ask(call) {
    const said = await call("get_brand_report", { ...month, dimensions: [dimension], limit: 1000 });
    const rows = byVisibility(own(said.rows));
    return show(call, rows.at(last ? -1 : 0)?.[dimension], said["names"] ?? {});
  },
  truth(planted) {
    const keys = [...new Set(planted.map(key))];
    const of = (value: string) =>
      share(planted, (one) => inMonth(one) && key(one) === value, names("Acme"));
    return ranked(keys, of).at(last ? -1 : 0);
  },
});
const named = (_: Ask, id: string, known: Row) => known[id];
const model = { dimension: "model_id", key: (one: Planted) => one.model };
const topic = { dimension: "topic_id", key: (one: Planted) => one.topic };
const country = { dimension: "country_code", key: (one: Planted) => one.country_code };

export const QUESTIONS: readonly Question[] = [
  {
    question: "How visible are we this month?",
    ask: async (call) => own((await call("get_brand_report", month)).rows)[0]?.["visibility"],
    truth: (all) => share(all, inMonth, names("Acme")),
  },
  {
    question: "Who leads the market, and in which order?",
    ask: async (call) =>
      byVisibility((await call("get_brand_report", month)).rows).map((row) => row["brand_name"]),
    truth: (all) => ranked(BRANDS, (name) => share(all, inMonth, names(name))),
  },
  {
    question: "How visible is our strongest competitor?",
    ask: async (call) =>
      byVisibility((await call("get_brand_report", month)).rows)[0]?.["visibility"],
    truth: (all) => share(all, inMonth, names("Orvane")),
  },
  {
    question: "How visible were we in Germany last week?",
    ask: async (call) =>
      own((await call("get_brand_report", { ...week, filters: [germany] })).rows)[0]?.[
        "visibility"
      ],
    truth: (all) => share(all, (one) => inWeek(one) && german(one), names("Acme")),
  },
  {
    question: "And the week before?",
    ask: async (call) =>
      own((await call("get_brand_report", { ...compared, filters: [germany] })).rows)[0]?.[
        "previous_visibility"
      ],
    truth: (all) => share(all, (one) => inBefore(one) && german(one), names("Acme")),
  },
  {
    question: "Is that fall real or chance?",
    ask: async (call) =>
      own((await call("get_brand_report", { ...compared, filters: [germany] })).rows)[0]?.[
        "change_visibility_significant"
      ],
    truth: () => true,
  },
  {
    question: "Which competitor rose most last week?",
    ask: async (call) => {
      const order_by = [{ field: "visibility_change", direction: "desc" }];
      return (await call("get_brand_report", { ...compared, order_by, limit: 1 })).rows[0]?.[
        "brand_name"
      ];
    },
    truth: (all) =>
      ranked(
        BRANDS,
        (name) => share(all, inWeek, names(name)) - share(all, inBefore, names(name)),
      )[0],
  },
  byDimension("Which assistant names us most?", model, named),
  byDimension("Which assistant names us least?", { ...model, last: true }, named),
  byDimension("In which topic are we strongest?", topic, named),
  byDimension("In which topic are we weakest?", { ...topic, last: true }, named),
  byDimension("In which country are we weaker?", { ...country, last: true }, (_, id) => id),
  {
    question: "What is our share of voice?",
    ask: async (call) => own((await call("get_brand_report", month)).rows)[0]?.["share_of_voice"],
    truth: (all) => {
      const some = all.filter(inMonth);
      const sum = BRANDS.reduce((total, name) => total + count(some, names(name)), 0);
      return count(some, names("Acme")) / sum;
    },
  },
  {
    question: "At which place are we named on average?",
    ask: async (call) => own((await call("get_brand_report", month)).rows)[0]?.["position"],
    truth: (all) => {
      const some = all.filter((one) => inMonth(one) && names("Acme")(one));
      return some.reduce((sum, one) => sum + one.names.indexOf("Acme") + 1, 0) / some.length;
    },
  },
  {
    question: "How often are we named first?",
    ask: async (call) => own((await call("get_brand_report", month)).rows)[0]?.["first_count"],
    truth: (all) => count(all, inMonth, (one) => one.names[0] === "Acme"),
  },
  {
    question: "How many answers name Orvane and not us?",
    ask: async (call) => {
      const { rows } = await call("list_brands");
      const id = (name: string) => rows.find((row) => row["name"] === name)?.["id"];
      return chats(call, { ...month, brand_id: id("Orvane"), not_brand_id: id("Acme") });
    },
    truth: (all) => count(all, inMonth, names("Orvane"), (one) => !names("Acme")(one)),
  },
  {
    question: "How many answers do not name us at all?",
    ask: async (call) =>
      chats(call, { ...month, not_brand_id: await idOf(call, "list_brands", "Acme") }),
    truth: (all) => count(all, inMonth, (one) => !names("Acme")(one)),
  },
  {
    question: "Where Orvane is named, how often are we?",
    ask: async (call) => {
      const values = [await idOf(call, "list_brands", "Orvane")];
      const filters = [{ field: "not_brand_id", operator: "not_in", values }];
      return own((await call("get_brand_report", { ...month, filters })).rows)[0]?.["visibility"];
    },
    truth: (all) => share(all, (one) => inMonth(one) && names("Orvane")(one), names("Acme")),
  },
  {
    question: "How many answers speak of reliability?",
    ask: (call) => chats(call, { ...month, search: "reliable" }),
    truth: (all) => count(all, inMonth, ({ text }) => text.includes("reliable")),
  },
  {
    question: "How many answers did one assistant give last week?",
    ask: async (call) =>
      chats(call, { ...week, model_id: await idOf(call, "list_models", "alpha") }),
    truth: (all) => count(all, inWeek, (one) => one.model === "alpha"),
  },
  {
    question: "For which prompt are we never named?",
    ask: async (call) => {
      const having = [{ field: "visibility", operator: "lte", value: 0 }];
      const said = await call("get_brand_report", { ...month, dimensions: ["prompt_id"], having });
      return [...new Set(own(said.rows).map((row) => row["prompt_text"]))];
    },
    truth: (all) =>
      PROMPTS.map(({ text }) => text).filter(
        (text) => count(all, inMonth, (one) => one.prompt === text, names("Acme")) === 0,
      ),
  },
  {
    question: "Which site do assistants cite most?",
    ask: async (call) =>
      (await call("get_domain_report", { ...month, limit: 1 })).rows[0]?.["domain"],
    truth: () => "trailreview.example",
  },
  {
    question: "Which page do they cite most?",
    ask: async (call) => (await call("get_url_report", { ...month, limit: 1 })).rows[0]?.["url"],
    truth: () => "https://trailreview.example/best-boots",
  },
  {
    question: "How often is our own site cited?",
    ask: async (call) => {
      const filters = [{ field: "classification", operator: "in", values: ["own"] }];
      return (await call("get_domain_report", { ...month, filters })).rows[0]?.["cited_percentage"];
    },
    truth: (all) => share(all, inMonth, ({ urls }) => urls.some((url) => url.includes("acme.com"))),
  },
  {
    question: "Which page is newly cited this week?",
    ask: async (call) => {
      const order_by = [{ field: "cited_percentage_change", direction: "desc" }];
      const { rows } = await call("get_url_report", { ...compared, order_by, limit: 5 });
      return rows.filter((row) => !row["previous_citation_count"]).map((row) => row["url"]);
    },
    truth: () => ["https://newpress.example/test-2026"],
  },
  {
    question: "How many pages were cited this month?",
    ask: async (call) => (await call("get_url_report", { ...month, limit: 1 }))["total_count"],
    truth: (all) => new Set(all.filter(inMonth).flatMap(({ urls }) => urls)).size,
  },
  {
    question: "How many answers cite the forum?",
    ask: async (call) => {
      const filters = [{ field: "domain", operator: "in", values: ["hikers.example"] }];
      return (await call("get_domain_report", { ...month, filters })).rows[0]?.["cited_chat_count"];
    },
    truth: (all) => count(all, inMonth, ({ urls }) => urls.some((url) => url.includes("hikers"))),
  },
  {
    question: "How many searches did assistants run last week?",
    ask: async (call) => (await call("list_search_queries", { ...week, limit: 1 }))["total_count"],
    truth: (all) => all.filter(inWeek).reduce((sum, { queries }) => sum + queries.length, 0),
  },
  {
    question: "How many prompts do we track?",
    ask: async (call) => (await call("list_prompts", { limit: 1 }))["total_count"],
    truth: () => PROMPTS.length * 2,
  },
  {
    question: "How many of them are about care?",
    ask: async (call) =>
      (await call("list_topics")).rows.find(({ name }) => name === "Care")?.["prompt_count"],
    truth: () => PROMPTS.filter(({ topic: of }) => of === "Care").length * 2,
  },
  {
    question: "How visible are we on the campaign's prompts?",
    ask: async (call) => {
      const values = [await idOf(call, "list_tags", "campaign")];
      const filters = [{ field: "tag_id", operator: "in", values }];
      return own((await call("get_brand_report", { ...month, filters })).rows)[0]?.["visibility"];
    },
    truth: (all) => share(all, (one) => inMonth(one) && one.is_tagged, names("Acme")),
  },
  {
    question: "Which brand is spoken of worst?",
    ask: async (call) => {
      const order_by = [{ field: "sentiment", direction: "asc" }];
      return (await call("get_brand_report", { ...month, order_by })).rows[0]?.["brand_name"];
    },
    truth: () => "Nimbora",
  },
  {
    question: "Is the tone on us good?",
    ask: async (call) => own((await call("get_brand_report", month)).rows)[0]?.["sentiment"] > 50,
    truth: () => true,
  },
  {
    question: "What do they say of us? A quote",
    ask: async (call) => {
      const brand_id = await idOf(call, "list_brands", "Acme");
      const { rows } = await call("list_chats", { ...week, brand_id, limit: 5 });
      return rows.every((row) => row["excerpt"]?.includes("Acme is excellent and reliable."));
    },
    truth: () => true,
  },
  {
    question: "On how many days of the month were we measured?",
    ask: async (call) => (await ownBy(call, "date")).length,
    truth: (all) => new Set(all.filter(inMonth).map(({ day }) => day)).size,
  },
  {
    question: "How did we do on the worst day?",
    ask: async (call) => byVisibility(await ownBy(call, "date")).at(-1)?.["visibility"],
    truth: (all) => {
      const days = [...new Set(all.filter(inMonth).map(({ day }) => day))];
      return Math.min(...days.map((of) => share(all, ({ day }) => day === of, names("Acme"))));
    },
  },
  {
    question: "How did we do by assistant in Germany last week?",
    ask: async (call) => {
      const args = { ...week, filters: [germany], dimensions: ["model_id"] };
      const said = await call("get_brand_report", args);
      const shown = own(said.rows).map((row) => [
        said["names"][row["model_id"]],
        row["visibility"],
      ]);
      return shown.sort().flat();
    },
    truth: (all) =>
      [...new Set(all.map((one) => one.model))].sort().flatMap((of) => {
        const some: Choose = (one) => inWeek(one) && german(one) && one.model === of;
        return [of, share(all, some, names("Acme"))];
      }),
  },
  {
    question: "How did we do two years ago? (there was nothing: which days are there?)",
    ask: async (call) => {
      const past = { date_from: "2024-10-01", date_to: "2024-10-30" };
      const { note } = await call("get_brand_report", past);
      return /from (\S+) to (\S+)\./.exec(String(note))?.slice(1);
    },
    truth: (all) => [all[0]?.day, all.at(-1)?.day],
  },
  {
    question: "How many competitors do we watch?",
    ask: async (call) => (await call("list_brands")).rows.filter((row) => !row["is_own"]).length,
    truth: () => BRANDS.length - 1,
  },
  {
    question: "Where does a competitor stand that we lack, first of all?",
    ask: async (call) =>
      (await call("list_opportunities", { ...month, limit: 5 })).rows.some((row) =>
        row["kind"].includes("missing"),
      ),
    truth: () => true,
  },
  {
    question: "How many answers searched for the commonest query last week?",
    ask: async (call) =>
      (await call("get_search_query_report", { ...week, limit: 1 })).rows[0]?.["chat_count"],
    truth(all) {
      const queries = all.filter(inWeek).flatMap((one) => one.queries);
      return Math.max(...new Set(queries.map((one) => queries.filter((q) => q === one).length)));
    },
  },
  {
    question: "In which country did we fall last week, by more than noise?",
    ask: async (call) =>
      (await call("explain_change", week)).rows.find(
        (row) => row["split"] === "country" && row["significant"] && row["contribution"] < 0,
      )?.["country_code"],
    truth: () => "DE",
  },
  {
    question: "How many answers speak badly of Nimbora this month?",
    async ask(call) {
      const brand_id = await idOf(call, "list_brands", "Nimbora");
      return chats(call, { ...month, brand_id, tone: "negative" });
    },
    truth: (all) => count(all, inMonth, names("Nimbora")),
  },
];
