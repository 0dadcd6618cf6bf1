import dayjs from "dayjs";
import type { Break, Step } from "../charts/line.ts";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { periodOf, showDay } from "../scope.ts";
import { askedValue, changedPart } from "../words/asked.ts";
import { useNames } from "../words/names.ts";

/**
 * Where the version behind a model changed, or how it is asked, if the view is narrowed to that model alone; and where
 * any model shown began to search more or less often, because that moves what it says of everybody.
 */
export function useModelBreaks(step: Step): Break[] {
  const { project_id, scope, timezone, isGuest } = useHere();
  const one = scope.model?.length === 1 ? scope.model[0] : undefined;
  const nameOf = useNames("model_id");
  const changes = useAskAll(
    "list_model_changes",
    { project_id, ...periodOf(scope, timezone) },
    { enabled: !isGuest },
  );
  return (changes.data ?? [])
    .filter(({ model_id, what }) =>
      what === "searched" ? (scope.model?.includes(model_id) ?? true) : model_id === one,
    )
    .map(({ model_id, date, what, value, previous_value }) => {
      const [now, before] = [askedValue(what, value), askedValue(what, previous_value)];
      const name = one ? "" : `${nameOf(model_id)}: `;
      const part = what === "served_model" ? "" : `${name}${changedPart(what)}: `;
      return {
        at: startOf(date, step),
        label: part + now,
        text: `${showDay(date)}: ${part}${now}, previously ${before}.`,
      };
    });
}

/** First day of the week, from Monday, or of the month that a day is in. */
function startOf(day: string, step: Step): string {
  const date = dayjs(day);
  if (step === "week") return date.subtract((date.day() + 6) % 7, "day").format("YYYY-MM-DD");
  return step === "month" ? date.format("YYYY-MM-01") : day;
}
