import { Text } from "@mantine/core";
import { BrandFigures } from "../../brands/brand-figures.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useBrands, useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { ofBrands, reportInput } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { FiguresOutline } from "../../widgets/outline.tsx";
import { Answered } from "../../widgets/panel.tsx";
import { whole } from "../../words/numbers.ts";

export function useBrandInput(brand_id: string) {
  const { project_id, scope, timezone } = useHere();
  return { project_id, ...reportInput(scope, timezone, [ofBrands([brand_id])]) };
}

/** The numbers of the own brand, to stand beside those of a competitor; none on the page of the own brand. */
function useOwnRow(brand: { is_own: boolean } | undefined) {
  const own = useOwnBrand();
  const enabled = own !== undefined && brand?.is_own === false;
  const { data } = useAsk("get_brand_report", useBrandInput(own?.id ?? ""), { enabled });
  return enabled ? data?.data[0] : undefined;
}

type Report = Parameters<typeof Answered<OutputOf<"get_brand_report">>>[0]["asked"];

/** The numbers of a brand, with the own ones below those of a competitor. */
export function Numbers({ report }: { report: Report }) {
  const brands = [...useBrands().values()];
  const isAllRead = brands.length > 0 && brands.every(({ status }) => status === "ready");
  const own = useOwnRow(report.data?.data[0]?.brand);
  return (
    <Answered asked={report} outline={<FiguresOutline />}>
      {({ data: [row] }) =>
        row ? (
          <BrandFigures
            row={row}
            ranked={isAllRead ? brands.length : null}
            more={(measure, say) => (
              <>
                {measure === "position" && (
                  <div>
                    first in{" "}
                    <Behind count={row.first_count} of={{ first_brand_id: row.brand.id }}>
                      {whole(row.first_count)}
                    </Behind>{" "}
                    of them
                  </div>
                )}
                {own && (
                  <div>
                    <bdi>{own.brand.name}</bdi>: {say(own[measure])}
                  </div>
                )}
              </>
            )}
          />
        ) : (
          <Text size="sm">This brand is in no report of these days.</Text>
        )
      }
    </Answered>
  );
}
