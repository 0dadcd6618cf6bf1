import { useAsk } from "../data.ts";
import { useHere } from "../frame/project.tsx";
import { useNames } from "../parts/names.ts";
import { periodOf, reportInput, showDay } from "../scope.ts";

type Filter = { field: string; operator: "in" | "not_in"; values: readonly string[] };

const BRANDED = {
  include: [],
  exclude: ["Without prompts that name the brand"],
  only: ["Only prompts that name the brand"],
};

/** Whose numbers a chart of this page shows, of which days, and by which filters: a line each, so that it can be read alone. */
export function useChartFacts(): string[] {
  const { project, project_id, scope, timezone, isGuest = false } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const share = useAsk("get_share", { project_id: "" }, { enabled: isGuest });
  const input = reportInput(scope, timezone);
  const filters: readonly Filter[] = isGuest ? (share.data?.filters ?? []) : input.filters;
  const branded = (isGuest ? share.data?.branded : input.branded) ?? "include";
  const has = (field: string) => filters.some((filter) => filter.field === field);
  const modelName = useNames("model_id", has("model_id"));
  const topicName = useNames("topic_id", has("topic_id"));
  const tagName = useNames("tag_id", has("tag_id"));
  const countryName = useNames("country_code");
  const brands = useAsk("list_brands", { project_id, limit: 1000 }, { enabled: has("brand_id") });
  const brandName = (id: string) => brands.data?.data.find((brand) => brand.id === id)?.name ?? id;
  const words = filters.flatMap(({ field, operator, values }) => {
    const told = (label: string, nameOf: (value: string) => string) => [
      `${label}: ${operator === "in" ? "" : "all but "}${values.map(nameOf).join(", ")}`,
    ];
    if (field === "model_id") return told("Assistants", modelName);
    if (field === "topic_id") return told("Topics", topicName);
    if (field === "tag_id") return told("Tags", tagName);
    if (field === "country_code") return told("Countries", countryName);
    if (field === "brand_id") return told("Brands", brandName);
    // Who holds a link is not told the prompts; sites filter no chart.
    if (field !== "prompt_id") return [];
    return [`Prompts: ${operator === "in" ? "" : "all but "}${values.length} chosen`];
  });
  const facts = [...words, ...BRANDED[branded]].join("; ");
  return [
    `${project.name}, ${showDay(date_from)} – ${showDay(date_to)}`,
    ...(facts === "" ? [] : [facts]),
  ];
}
