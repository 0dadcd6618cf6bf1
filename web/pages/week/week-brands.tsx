import { levelNames } from "../../brands/best-rival.ts";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { Standing } from "../../brands/standing.tsx";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { reportInput } from "../../scope.ts";
import { CardOutline } from "../../widgets/outline.tsx";
import { Answered } from "../../widgets/panel.tsx";
import { listed } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import { type Shown, spanOf } from "./week-changes.tsx";

/** All tracked brands in the answers of the week. */
export function Competitors({ week }: { week: Shown }) {
  const { project_id, scope, timezone } = useHere();
  const { filters, branded } = reportInput(scope, timezone);
  const { date_from, date_to } = week;
  const days = { date_from, date_to, filters, branded };
  const report = useAsk("get_brand_report", {
    ...{ project_id, ...days, limit: 1000 },
    other_brand_id: week.own?.brand.id,
  });
  if (report.data && report.data.total_count < 2) return null;
  return (
    <Answered asked={report} outline={<CardOutline height={240} />}>
      {({ data }) => (
        <div>
          <Standing rows={data} of={spanOf(week)} />
          <Level rows={data} />
        </div>
      )}
    </Answered>
  );
}

/** With whom it is too close to call, by name: the sentence above counts them. */
function Level({ rows }: { rows: readonly BrandRow[] }) {
  const own = rows.find(({ brand }) => brand.is_own);
  const names = levelNames(rows);
  if (!own || names.length === 0) return null;
  return (
    <Fine mt={6}>
      Too close to call with {own.brand.name}: {listed(names, names.length)}.
    </Fine>
  );
}
