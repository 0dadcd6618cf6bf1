import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { Figure } from "../widgets/figure.tsx";
import { endsOf } from "../widgets/interval-bar.tsx";
import { decimal, percent, someAnswers } from "../words/numbers.ts";
import { ToneBadge } from "../words/tone.tsx";
import type { BrandRow } from "./brand-columns.tsx";
import { changeShown, countedIn, MEASURE_NAMES, MEASURES, type Measure } from "./measures.ts";

type Facts = {
  /** The number in large, and the ends of its interval. */
  say(value: number | null): string;
  rests(row: BrandRow, ranked: number | null): string;
  note?(row: BrandRow): string;
  badge?: ReactNode;
};

const FACTS: Record<Measure, Facts> = {
  visibility: {
    say: (value) => percent(value),
    rests: (row) => `of ${someAnswers(row.visibility_total)}`,
  },
  share_of_voice: {
    say: (value) => percent(value),
    rests: (_, ranked) => `among ${ranked ?? "tracked"} ${ranked === 1 ? "brand" : "brands"}`,
    note: (row) => `Among tracked brands, in ${someAnswers(row.visibility_total)}.`,
  },
  position: {
    say: (value) => decimal(value),
    rests: (row) => `mean rank in ${someAnswers(row.position_count)}`,
    note: () => "Among tracked brands, in answers that name it.",
  },
  sentiment: {
    say: (value) => decimal(value, 0),
    rests: (row) => `50 is neutral; in ${someAnswers(row.sentiment_count)}`,
    note: () => "From 0 to 100.",
    badge: <ToneBadge />,
  },
};

/** The four numbers of a brand in large; `more`: what stands below one of them, told with the way to say its value. */
export function BrandFigures({
  row,
  ranked,
  more,
}: {
  row: BrandRow;
  /** How many brands it is among; null: not known, as while answers are read for one. */
  ranked: number | null;
  more?(measure: Measure, say: Facts["say"]): ReactNode;
}) {
  const of = { brand_id: row.brand.id };
  return (
    <SimpleGrid
      cols={{ base: 2, lg: 4 }}
      spacing={{ base: "xs", sm: "md" }}
      className="figures-row"
    >
      {MEASURE_NAMES.map((measure) => {
        const { say, rests, note, badge } = FACTS[measure];
        const { label, difference, lowerIsBetter } = MEASURES[measure];
        return (
          <Figure
            key={measure}
            {...{ label, say, badge, lowerIsBetter, isOurs: row.brand.is_own }}
            of={{ ...of, measure }}
            value={say(row[measure])}
            behind={countedIn(measure, row, of)}
            rests={rests(row, ranked)}
            note={note?.(row)}
            more={more?.(measure, say)}
            ends={endsOf(row, measure)}
            change={changeShown(row, measure)}
            show={difference}
          />
        );
      })}
    </SimpleGrid>
  );
}
