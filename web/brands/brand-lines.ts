import type { Line, Step } from "../charts/line.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import type { Narrowed } from "../widgets/behind.tsx";
import type { BrandRow } from "./brand-columns.tsx";
import { drawnColor } from "./drawn-color.ts";
import { countedIn, type Measure } from "./measures.ts";

const FALLBACK = drawnColor("#7a819c");
const NONE = { visibility_count: 0, sentiment_count: 0 };

/** The colour that each brand is drawn in, by its id. */
export function useBrandColors(): ReadonlyMap<string, string> {
  const { project_id } = useHere();
  const { data } = useAsk("list_brands", { project_id, limit: 1000 });
  return new Map(data?.data.map(({ id, color }) => [id, drawnColor(color)]));
}

/** The answers that a number of a row is counted from: a rank and a tone have only those that name the brand, or judge it. */
const restsOn = (measure: Measure, row: BrandRow): number =>
  ({
    ...{ visibility: row.visibility_total, share_of_voice: row.visibility_total },
    ...{ position: row.position_count, sentiment: row.sentiment_count },
  })[measure];

/** The lines of `shown` brands from report rows by time; own brands stand out, and both of two. */
export function brandLines(
  rows: readonly BrandRow[],
  shown: readonly { brand: BrandRow["brand"] }[],
  {
    colors,
    step,
    measure = "visibility",
    within = {},
  }: {
    colors: ReadonlyMap<string, string>;
    step: Step;
    measure?: Measure;
    /** What narrows the answers of all lines. */
    within?: Narrowed;
  },
): Line[] {
  return shown.map(({ brand }) => ({
    id: brand.id,
    name: brand.name,
    color: colors.get(brand.id) ?? FALLBACK,
    isEmphasised: brand.is_own || shown.length === 2,
    of: countedIn(measure, NONE, { ...within, brand_id: brand.id }).of,
    points: rows
      .filter((row) => row.brand.id === brand.id)
      .map((row) => ({
        at: String(row[step]),
        value: row.visibility_total === 0 ? null : row[measure],
        ...{ low: row[`${measure}_low`], high: row[`${measure}_high`] },
        ...{ n: restsOn(measure, row), count: countedIn(measure, row, {}).count },
      }))
      .sort((a, b) => a.at.localeCompare(b.at)),
  }));
}
