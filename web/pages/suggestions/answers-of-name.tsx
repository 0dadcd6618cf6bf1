import { Tooltip } from "@mantine/core";
import { useHere } from "../../here.tsx";
import { longestBefore, NO_FILTERS, showDay } from "../../scope.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { todayIn } from "../../words/formats.ts";
import { showSoon } from "../../words/numbers.ts";
import type { Suggestion } from "./suggestion.ts";

const HINT =
  "A search for the name in answers and prompts, in any case. It finds answers that came since the name was counted, and a few that were not counted.";

/** A time of today by its hour alone. */
const sayTime = (time: string) => {
  const said = showSoon(time);
  return said.includes(",") ? `on ${said}` : `today at ${said}`;
};

/** When a suggested brand was counted, and the way to the answers that a suggested brand was counted in: of all its days, whatever the range of the page. */
export function AnswersOfName({
  suggestion: { name, first_day, counted_at },
}: {
  suggestion: Suggestion;
}) {
  const { timezone } = useHere();
  const to = todayIn(timezone);
  const longest = longestBefore(to);
  // One that was found before days were noted may be in answers of any day.
  const from = first_day && first_day > longest ? first_day : longest;
  const days = { range: undefined, from, to };
  return (
    <>
      {counted_at && `Counted ${sayTime(counted_at)}. `}
      <Tooltip label={HINT} maw={320}>
        <span>
          <PageLink
            isInText
            to="/answers"
            search={{ ...NO_FILTERS, ...days, branded: "include", status: "answered", q: name }}
          >
            Answers with this name since {showDay(from)}
          </PageLink>
        </span>
      </Tooltip>
      {counted_at && ", those that came later, too"}
    </>
  );
}
