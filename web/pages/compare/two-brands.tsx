import type { ReactNode } from "react";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { MEASURE_NAMES, MEASURES, type Measure } from "../../brands/measures.ts";
import { Scroll } from "../../widgets/scroll.tsx";

/** The four numbers of two brands, a row each: a cell of each, then those of both under `heads`. */
export function TwoBrands({
  title,
  of: [one, other],
  heads,
  cellOf,
  cellsOfBoth,
}: {
  title: string;
  of: readonly [BrandRow, BrandRow];
  heads: ReactNode;
  cellOf(row: BrandRow, measure: Measure): ReactNode;
  cellsOfBoth(measure: Measure): ReactNode;
}) {
  return (
    <Scroll label={title}>
      <table className="heat figures" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            {[one, other].map(({ brand }) => (
              <th key={brand.id} scope="col">
                <bdi>{brand.name}</bdi>
              </th>
            ))}
            {heads}
          </tr>
        </thead>
        <tbody>
          {MEASURE_NAMES.map((measure) => (
            <tr key={measure}>
              <th scope="row">{MEASURES[measure].label}</th>
              {cellOf(one, measure)}
              {cellOf(other, measure)}
              {cellsOfBoth(measure)}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
