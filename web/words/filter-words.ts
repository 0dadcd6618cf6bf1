import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  operatorOf,
  reportInput,
  type Scope,
} from "../scope.ts";
import { askedLabel } from "./asked.ts";
import { allOf, anyOf } from "./formats.ts";
import { useNames } from "./names.ts";
import { SEARCHED } from "./searched.ts";

type Filter = { field: string; operator: "in" | "not_in"; values: readonly string[] };
type NameOf = (value: string) => string;
type Branded = NonNullable<Scope["branded"]> | "exclude";

/** The filters whose values are brands. */
const BRAND_FIELDS = ["brand_id", "not_brand_id", "first_brand_id", "prompt_brand_id"];

const BRANDED_WORDS: Record<Branded, string[]> = {
  exclude: ["Without prompts that name the brand"],
  include: [],
  only: ["Only prompts that name the brand"],
};

/**
 * By which filters numbers are counted, those of the page or of a visitor's link: "Topics: Hiking or Fishing" and so on;
 * `counted`: which prompts, where that is not as the page says; `of`: in place of the page's scope.
 */
export function useFilterWords(counted?: Branded, of?: Scope): string[] {
  const { scope, timezone, isGuest = false } = useHere();
  const share = useAsk("get_share", { project_id: "" }, { enabled: isGuest });
  const input = reportInput(of ?? scope, timezone);
  const filters: readonly Filter[] = isGuest ? (share.data?.filters ?? []) : input.filters;
  const branded = counted ?? (isGuest ? share.data?.branded : input.branded);
  return useWordsOf(filters)(filters, branded);
}

/** Says filters in words; `known`: all that it may be asked to say, whose names are fetched. */
export function useWordsOf(
  known: readonly Filter[],
): (filters: readonly Filter[], branded: Branded | undefined) => string[] {
  const { project_id, isGuest = false } = useHere();
  const has = (field: string) => known.some((filter) => filter.field === field);
  const modelName = useNames("model_id", has("model_id"));
  const topicName = useNames("topic_id", has("topic_id"));
  const tagName = useNames("tag_id", has("tag_id"));
  const countryName = useNames("country_code");
  const isOfBrands = BRAND_FIELDS.some(has);
  const brands = useAsk("list_brands", { project_id, limit: 1000 }, { enabled: isOfBrands });
  const brandName = (id: string) => brands.data?.data.find((brand) => brand.id === id)?.name ?? id;
  const nameOfEach: Record<FilterName, NameOf> = {
    ...{ model: modelName, topic: topicName, tag: tagName, country: countryName },
    ...{ mentioned: brandName, not_mentioned: brandName },
    ...{ naming: brandName, not_naming: brandName },
    searched: (value) => SEARCHED[value] ?? value,
    asked: askedLabel,
  };
  const wordsOf = ({ field, operator, values }: Filter): string[] => {
    const of = FILTER_NAMES.filter((name) => FILTERS[name].field === field);
    const exact = of.find((name) => operatorOf(name) === operator);
    const name = exact ?? of[0];
    // Who holds a link is shown the names of neither the prompts nor what it leaves out; sites filter no chart.
    const labels: Record<string, [label: string, nameOf: NameOf | null]> = {
      ...(name && { [field]: [FILTERS[name].label, nameOfEach[name]] }),
      brand_id: ["Brands", brandName],
      first_brand_id: ["First named", brandName],
      prompt_id: ["Prompts", null],
    };
    const [label, nameOf] = labels[field] ?? [];
    if (!label) return [];
    const isBut = operator === "not_in" && !exact;
    if (!nameOf || (isGuest && isBut))
      return [`${label}: ${isBut ? "all but " : ""}${values.length} chosen`];
    const names = values.map(nameOf);
    return [`${label}: ${isBut ? `all but ${names.join(", ")}` : sayValues(names, name)}`];
  };
  return (filters, branded) => [
    ...filters.flatMap(wordsOf),
    ...(branded ? BRANDED_WORDS[branded] : []),
  ];
}

/** The values of a filter: any will do, but answers that mention none of some brands mention neither, as prompts that name none. */
export const sayValues = (values: readonly string[], name: FilterName | undefined): string =>
  name?.startsWith("not_") ? allOf(values) : anyOf(values);
