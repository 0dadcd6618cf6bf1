import dayjs from "dayjs";
import { useAskAll } from "../all-pages.ts";
import type { Break, Step } from "../charts/line.ts";
import { useHere } from "../here.tsx";
import { periodOf, showDay } from "../scope.ts";

/** Where the version behind a model changed, if the view is narrowed to that model alone. */
export function useModelBreaks(step: Step): Break[] {
  const { project_id, scope, timezone, isGuest } = useHere();
  const one = scope.model?.length === 1 ? scope.model[0] : undefined;
  const changes = useAskAll(
    "list_model_changes",
    { project_id, ...periodOf(scope, timezone) },
    { enabled: one !== undefined && !isGuest },
  );
  return (changes.data ?? [])
    .filter(({ model_id }) => model_id === one)
    .map(({ date, served_model, previous_served_model }) => ({
      at: startOf(date, step),
      label: served_model,
      text: `${showDay(date)}: ${served_model}, previously ${previous_served_model}.`,
    }));
}

/** First day of the week, from Monday, or of the month that a day is in. */
function startOf(day: string, step: Step): string {
  const date = dayjs(day);
  if (step === "week") return date.subtract((date.day() + 6) % 7, "day").format("YYYY-MM-DD");
  return step === "month" ? date.format("YYYY-MM-01") : day;
}
