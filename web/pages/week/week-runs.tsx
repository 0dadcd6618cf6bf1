import { Text } from "@mantine/core";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { countFilters, NO_FILTERS, showDay, withFilters } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { allOf, isAnyLeft, NotCounted } from "../../widgets/not-counted.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { someAnswers, whole } from "../../words/numbers.ts";
import { Line, type Shown, spanOf } from "./week-changes.tsx";

/** How asking went in a week, and what its answers are. */
export function Runs({ week }: { week: Shown }) {
  const { planned, done, troubled } = week.runs;
  if (planned === 0) return null;
  return (
    <Panel title="How asking went" action={<PageLink to="/runs">All runs</PageLink>}>
      <Text size="sm">
        {whole(done)} of {whole(planned)} questions came back. <Counted week={week} />
      </Text>
      {troubled.length > 0 && (
        <ul className="bare-list">
          {troubled.map(({ run_id, day, text }) => (
            <Line
              key={run_id}
              text={
                <PageLink isQuiet to="/runs/$run_id" params={{ run_id }}>
                  {showDay(day)}: {text}.
                </PageLink>
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** How many of all answers of the week are usable and count here, and what became of the others. */
function Counted({ week }: { week: Shown }) {
  const { project_id, scope } = useHere();
  const { date_from, date_to, population: here } = week;
  const all = useAsk(
    "get_brand_report",
    { project_id, date_from, date_to, branded: "include", limit: 1 },
    { beside: false },
  ).data?.population;
  if (!all || allOf(all) === here.answers) return null;
  const of = { ...NO_FILTERS, ...spanOf(week), branded: "include" } as const;
  const isPlain = countFilters(scope) === 0;
  return (
    <>
      <Behind count={all.answers} of={of}>
        {whole(all.answers)}
      </Behind>{" "}
      of {someAnswers(allOf(all))} {all.answers === 1 ? "is" : "are"} usable
      {isAnyLeft(all) && "; "}
      <NotCounted population={all} of={of} />.
      {here.answers < all.answers &&
        ` ${whole(here.answers)} ${here.answers === 1 ? "counts" : "count"} here${
          isPlain
            ? `: without the ${whole(all.branded_answers)} to prompts that name your brand`
            : withFilters(scope)
        }.`}
    </>
  );
}
