import { SimpleGrid, Text } from "@mantine/core";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { changeShown, countedIn } from "../../brands/measures.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useBrands, useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { reportInput } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { Figure } from "../../widgets/figure.tsx";
import { endsOf } from "../../widgets/interval-bar.tsx";
import { FiguresOutline } from "../../widgets/outline.tsx";
import { Answered } from "../../widgets/panel.tsx";
import { decimal, percent, points, someAnswers, whole } from "../../words/numbers.ts";
import { ToneBadge } from "../../words/tone.tsx";

export function useBrandInput(brand_id: string) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone);
  const only = { field: "brand_id" as const, operator: "in" as const, values: [brand_id] };
  return { project_id, ...input, filters: [...input.filters, only] };
}

/** The own number beside that of a competitor, in a line; nothing on the page of the own brand. */
function useBeside(brand: { is_own: boolean } | undefined) {
  const own = useOwnBrand();
  const enabled = own !== undefined && brand?.is_own === false;
  const { data } = useAsk("get_brand_report", useBrandInput(own?.id ?? ""), { enabled });
  const row = enabled ? data?.data[0] : undefined;
  return (show: (row: BrandRow) => string) =>
    row && (
      <div>
        <bdi>{row.brand.name}</bdi>: {show(row)}
      </div>
    );
}

type Report = Parameters<typeof Answered<OutputOf<"get_brand_report">>>[0]["asked"];

/** The numbers of a brand, with the own ones below those of a competitor. */
export function BrandFigures({ report }: { report: Report }) {
  const tracked = useBrands().size;
  const beside = useBeside(report.data?.data[0]?.brand);
  return (
    <Answered asked={report} outline={<FiguresOutline />}>
      {({ data: [row] }) => {
        if (!row) return <Text size="sm">This brand is in no report of these days.</Text>;
        const isOurs = row.brand.is_own;
        return (
          <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
            <Figure
              isOurs={isOurs}
              label="Visibility"
              of={{ brand_id: row.brand.id, measure: "visibility" }}
              value={percent(row.visibility)}
              behind={{ count: row.visibility_count, of: { brand_id: row.brand.id } }}
              rests={`of ${someAnswers(row.visibility_total)}`}
              ends={endsOf(row, "visibility")}
              more={beside((own) => percent(own.visibility))}
              say={percent}
              change={changeShown(row, "visibility")}
              show={points}
            />
            <Figure
              isOurs={isOurs}
              label="Share of voice"
              of={{ brand_id: row.brand.id, measure: "share_of_voice" }}
              value={percent(row.share_of_voice)}
              behind={{ count: row.visibility_count, of: { brand_id: row.brand.id } }}
              rests={`among ${tracked} brands`}
              note={`Among tracked brands, in ${someAnswers(row.visibility_total)}.`}
              ends={endsOf(row, "share_of_voice")}
              more={beside((own) => percent(own.share_of_voice))}
              say={percent}
              change={changeShown(row, "share_of_voice")}
              show={points}
            />
            <Figure
              isOurs={isOurs}
              label="Position"
              of={{ brand_id: row.brand.id, measure: "position" }}
              value={decimal(row.position, 2)}
              behind={{ count: row.visibility_count, of: { brand_id: row.brand.id } }}
              rests={`in ${someAnswers(row.position_count)}`}
              note="The mean rank among tracked brands, in answers that name it."
              more={
                <>
                  first in{" "}
                  <Behind count={row.first_count} of={{ first_brand_id: row.brand.id }}>
                    {whole(row.first_count)}
                  </Behind>{" "}
                  of them
                  {beside((own) => decimal(own.position, 2))}
                </>
              }
              ends={endsOf(row, "position")}
              say={(end) => decimal(end, 2)}
              change={changeShown(row, "position")}
              show={(value) => decimal(value, 2)}
              lowerIsBetter
            />
            <Figure
              isOurs={isOurs}
              label="Tone"
              of={{ brand_id: row.brand.id, measure: "sentiment" }}
              badge={<ToneBadge />}
              value={decimal(row.sentiment, 0)}
              behind={countedIn("sentiment", row, { brand_id: row.brand.id })}
              rests={`in ${someAnswers(row.sentiment_count)}`}
              note="From 0 to 100; 50 is neutral."
              ends={endsOf(row, "sentiment")}
              more={beside((own) => decimal(own.sentiment, 0))}
              say={(end) => decimal(end, 0)}
              change={changeShown(row, "sentiment")}
              show={(value) => value.toFixed(1)}
            />
          </SimpleGrid>
        );
      }}
    </Answered>
  );
}
