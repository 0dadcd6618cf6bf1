import { Text } from "@mantine/core";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { type Cells, weakestOf } from "../../brands/cells.ts";
import { useHere } from "../../here.tsx";
import { useNames } from "../../words/names.ts";
import { percent, whole } from "../../words/numbers.ts";

/** Where the own brand stands, what changed and where it is weak, in a sentence or two. */
export function InWords({
  own,
  rows,
  tracked,
  cells,
  rival,
}: {
  own: BrandRow;
  /** The most visible brands, or all. */
  rows: readonly BrandRow[];
  /** How many brands there are. */
  tracked: number;
  cells: Cells | null;
  /** The best competitor. */
  rival: string | undefined;
}) {
  const { scope, isGuest = false } = useHere();
  const modelName = useNames("model_id");
  const topicName = useNames("topic_id");
  if (own.visibility === null) return null;
  const rank =
    1 + rows.filter(({ visibility }) => (visibility ?? 0) > (own.visibility ?? 0)).length;
  const who = isGuest ? `${own.brand.name} is` : "You are";
  const place = tracked > 1 ? `, ${ordinal(rank)} of ${whole(tracked)}` : "";
  const change = scope.compare === false ? "" : changeOf(own);
  const model = cells && weakestOf(cells, "model");
  const topic = cells && weakestOf(cells, "topic");
  const weak = [model && `with ${modelName(model)}`, topic && `on “${topicName(topic)}”`]
    .filter(Boolean)
    .join(" and ");
  return (
    <Text size="lg" fw={600} className="in-words">
      {who} named in {percent(own.visibility)} of answers{place}
      {change}.{weak && ` Furthest behind ${rival} ${weak}.`}
    </Text>
  );
}

function changeOf({ change }: BrandRow): string {
  const { value = null, significant = null } = change?.visibility ?? {};
  if (value === null || significant === null) return "";
  if (!significant) return "; no change of visibility beyond noise";
  return `; ${value > 0 ? "up" : "down"} ${Math.abs(value * 100).toFixed(1)} points`;
}

const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" } as Record<string, string>;
const rules = new Intl.PluralRules("en", { type: "ordinal" });
const ordinal = (rank: number) => `${rank}${ENDINGS[rules.select(rank)]}`;
