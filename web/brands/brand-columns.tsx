import type { OutputOf } from "../call.ts";
import { useBarScale } from "../widgets/bar-scale.tsx";
import { Behind, type Narrowed } from "../widgets/behind.tsx";
import { changeColumns } from "../widgets/change-columns.ts";
import type { Column } from "../widgets/data-table.tsx";
import { endsOf, ShareCell } from "../widgets/interval-bar.tsx";
import { ChangeWhy } from "../widgets/why.tsx";
import { decimal, percent, points, whole } from "../words/numbers.ts";
import { useTone } from "../words/tone.tsx";
import { changeShown, countedIn, MEASURE_NAMES, type Measure } from "./measures.ts";

export type BrandRow = OutputOf<"get_brand_report">["data"][number];

/**
 * The columns of every table of report rows on brands; the first says what a row is of. The bars are drawn to the
 * longest interval of the page. `isCompared`: with the change to the period before.
 */
export function useBrandColumns(
  first: Column<BrandRow>,
  {
    rows,
    colorOf,
    isCompared = false,
    within = {},
  }: {
    rows: readonly BrandRow[];
    colorOf(row: BrandRow): string;
    isCompared?: boolean;
    /** What narrows the answers of all rows. */
    within?: Narrowed;
  },
): Column<BrandRow>[] {
  const tone = useTone();
  const max = useBarScale(Math.max(0.05, ...rows.map((row) => row.visibility_high ?? 0)));
  return [
    first,
    {
      key: "visibility",
      header: "Visibility",
      hint: "Share of answers that mention it, with its 95\u00A0% interval if the same prompts were asked again.",
      place: "wide",
      value: (row) => row.visibility,
      show: (row) => (
        <ShareCell
          value={row.visibility}
          {...endsOf(row, "visibility")}
          count={row.visibility_count}
          total={row.visibility_total}
          color={colorOf(row)}
          max={max}
          behind={answersOf(row, { ...within, brand_id: row.brand.id })}
        />
      ),
    },
    ...ENDS,
    {
      key: "visibility_count",
      header: "Answers",
      hint: "Usable answers that mention it, of how many.",
      align: "right",
      value: (row) => row.visibility_count,
      show: (row) => {
        const of = answersOf(row, within);
        const [count, total] = [row.visibility_count, row.visibility_total];
        if (!of) return `${whole(count)} of ${whole(total)}`;
        return (
          <span className="nowrap">
            <Behind count={count} of={{ ...of, brand_id: row.brand.id }}>
              {whole(count)}
            </Behind>{" "}
            of{" "}
            <Behind count={total} of={of}>
              {whole(total)}
            </Behind>
          </span>
        );
      },
    },
    { key: "visibility_total", header: "", value: (row) => row.visibility_total, csvOnly: true },
    ...(isCompared ? [CHANGE, ...changeColumns(changeOf)] : []),
    figure("share_of_voice", within, {
      header: "Share of voice",
      hint: "Answers that mention it, divided by the sum of such answers over all tracked brands.",
      say: percent,
    }),
    figure("position", within, {
      header: "Position",
      hint: "Mean rank of first appearance among tracked brands, where mentioned. Lower is earlier.",
      say: decimal,
    }),
    {
      key: "first_count",
      header: "Named first",
      hint: "Answers that name it before any other tracked brand.",
      align: "right",
      place: "spare",
      value: (row) => row.first_count,
      show: (row) => {
        const of = answersOf(row, { ...within, first_brand_id: row.brand.id });
        return opening(whole(row.first_count), of && { count: row.first_count, of });
      },
    },
    MENTIONS,
    figure("sentiment", within, {
      ...{ header: "Tone", hint: tone.how },
      say: (value) => decimal(value, 0),
    }),
  ];
}

/** A number that opens the answers it counts, where any filter names these. */
const opening = (text: string, behind: { count: number; of: Narrowed } | false | undefined) =>
  behind ? <Behind {...behind}>{text}</Behind> : text;

/** The column of a number that opens the answers it counts. */
function figure(
  measure: Measure,
  within: Narrowed,
  { say, ...words }: { header: string; hint: string; say(value: number | null): string },
): Column<BrandRow> {
  return {
    ...words,
    key: measure,
    align: "right",
    value: (row) => row[measure],
    show: (row) => {
      const of = answersOf(row, { ...within, brand_id: row.brand.id });
      const text = say(row[measure]);
      return opening(text, of && row[measure] !== null && countedIn(measure, row, of));
    },
  };
}

/** What narrows answers to those of a row; none for a row of what has no topic, which no filter names. */
function answersOf(row: BrandRow, within: Narrowed): Narrowed | undefined {
  const { model_id, topic_id, tag_id, country_code, prompt_id } = row;
  if (topic_id === null) return undefined;
  return {
    ...within,
    ...(prompt_id && { prompt_id }),
    ...(model_id && { model: [model_id] }),
    ...(topic_id && { topic: [topic_id] }),
    ...(tag_id && { tag: [tag_id] }),
    ...(country_code && { country: [country_code] }),
  };
}

/** The ends of both intervals of every number, in the file alone. */
const ENDS = MEASURE_NAMES.flatMap((measure) =>
  (["low", "high", "questions_low", "questions_high"] as const).map(
    (end): Column<BrandRow> => ({
      ...{ key: `${measure}_${end}`, header: "", csvOnly: true },
      value: (row) => row[`${measure}_${end}`],
    }),
  ),
);

const changeOf = (row: BrandRow) => row.change?.visibility;

const CHANGE: Column<BrandRow> = {
  key: "change",
  header: "Change",
  hint: "Change in visibility since the previous period; coloured only if it is more than chance: of all that are, at most 5\u00A0% are chance.",
  value: (row) => changeOf(row)?.value,
  show: (row) => (
    <ChangeWhy
      change={changeShown(row, "visibility")}
      show={points}
      isOurs={row.brand.is_own}
      of={{ brand_id: row.brand.id }}
      none="–"
    />
  ),
};

const MENTIONS: Column<BrandRow> = {
  key: "mention_count",
  header: "Mentions",
  hint: "How often it is named in total.",
  align: "right",
  place: "roomy",
  value: (row) => row.mention_count,
  show: (row) => whole(row.mention_count),
};
