import { NO_FILTERS, periodOf, type Scope } from "../../scope.ts";
import type { Narrowed } from "../../widgets/behind.tsx";

/** What this page counts, whatever other pages look at: the answers of thirty days, to all prompts. */
export const COUNTED_HERE = { range: "30d", branded: "include" } as const satisfies Scope;

/** The answers of one assistant that this page counts. */
export function answersOf(model_id: string, timezone: string): Narrowed {
  const { date_from: from, date_to: to } = periodOf(COUNTED_HERE, timezone);
  const { branded } = COUNTED_HERE;
  return { ...NO_FILTERS, branded, model: [model_id], from, to };
}
