import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  periodOf,
  reportInput,
  SEARCHED,
  showDay,
} from "../scope.ts";
import { askedLabel } from "../words/asked.ts";
import { useNames } from "../words/names.ts";
import { useMarks } from "../words/simulated.tsx";

type Filter = { field: string; operator: "in" | "not_in"; values: readonly string[] };

const BRANDED = {
  include: [],
  exclude: ["Without prompts that name the brand"],
  only: ["Only prompts that name the brand"],
};

/** Whose numbers a chart of this page shows, of which days, and by which filters: a line each, so that it can be read alone. */
export function useChartFacts(isOnePrompt = false): string[] {
  const { project, project_id, scope, timezone, isGuest = false } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const share = useAsk("get_share", { project_id: "" }, { enabled: isGuest });
  const input = reportInput(scope, timezone);
  const marks = useMarks();
  const filters: readonly Filter[] = isGuest ? (share.data?.filters ?? []) : input.filters;
  const branded = (isGuest ? share.data?.branded : input.branded) ?? "exclude";
  const has = (field: string) => filters.some((filter) => filter.field === field);
  const modelName = useNames("model_id", has("model_id"));
  const topicName = useNames("topic_id", has("topic_id"));
  const tagName = useNames("tag_id", has("tag_id"));
  const countryName = useNames("country_code");
  const brands = useAsk("list_brands", { project_id, limit: 1000 }, { enabled: has("brand_id") });
  const brandName = (id: string) => brands.data?.data.find((brand) => brand.id === id)?.name ?? id;
  // Who holds a link is shown the names of neither the prompts nor what it leaves out; sites filter no chart.
  const nameOfEach: Record<FilterName, (value: string) => string> = {
    ...{ model: modelName, topic: topicName, tag: tagName, country: countryName },
    searched: (value) => SEARCHED[value] ?? value,
    asked: askedLabel,
  };
  const known: Record<string, [label: string, nameOf: ((value: string) => string) | null]> = {
    ...Object.fromEntries(
      FILTER_NAMES.map((name) => [FILTERS[name].field, [FILTERS[name].label, nameOfEach[name]]]),
    ),
    brand_id: ["Brands", brandName],
    prompt_id: ["Prompts", null],
  };
  const words = filters.flatMap(({ field, operator, values }) => {
    const [label, nameOf] = known[field] ?? [];
    if (!label) return [];
    const isNamed = nameOf && !(isGuest && operator === "not_in");
    const shown = isNamed ? values.map(nameOf).join(", ") : `${values.length} chosen`;
    return [`${label}: ${operator === "in" ? "" : "all but "}${shown}`];
  });
  const facts = [...words, ...(isOnePrompt ? [] : BRANDED[branded])].join("; ");
  const marked = marks.includes("simulated") ? ["Simulated: no real assistant was asked"] : [];
  return [
    `${project.name}, ${showDay(date_from)} – ${showDay(date_to)}`,
    ...marked,
    ...(facts === "" ? [] : [facts]),
  ];
}
