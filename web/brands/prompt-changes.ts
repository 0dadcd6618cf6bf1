import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { compareDays, reportInput } from "../scope.ts";
import type { BrandRow } from "./brand-columns.tsx";

type Change = NonNullable<BrandRow["change"]>["visibility"];

/**
 * How the visibility of a brand changed in the answers to each prompt, with the verdict that Changes gives, wherever it
 * is shown: by how answers to it vary, and judged together with all other prompts of the scope. None of a prompt that
 * was not asked in both periods, or is not of the scope; of none while those of another scope are still there.
 */
export function usePromptChanges(brand_id: string | undefined, isAsked: boolean) {
  const { project_id, scope, timezone } = useHere();
  const enabled = isAsked && brand_id !== undefined;
  const asked = useAskAll(
    "explain_change",
    {
      ...{ project_id, ...reportInput(scope, timezone), ...compareDays(scope) },
      ...{ brand_id, all_parts: true, sites: false },
    },
    { enabled },
  );
  const isKnown = enabled && !asked.isPlaceholderData;
  const parts = isKnown ? (asked.data ?? []).filter(({ split }) => split === "prompt") : [];
  const all = parts.reduce((sum, part) => sum + weightOf(part), 0);
  const changes = new Map<string, Change>();
  for (const part of parts) {
    const { before, now, low, high, significant, reason, prompt_id = "" } = part;
    // A part is its share of the weight times its own change.
    const own = (end: number | null) => (end === null ? null : (end * all) / weightOf(part));
    changes.set(prompt_id, {
      ...{ value: now - before, low: own(low), high: own(high), significant, p: null },
      ...(reason && { reason }),
    });
  }
  return { asked, changes };
}

/** Rows of a prompt's answers, that of the own brand with its judged change. */
export const judgedRows = (rows: readonly BrandRow[], judged: Change | undefined): BrandRow[] =>
  rows.map((row) =>
    judged && row.change && row.brand.is_own
      ? { ...row, change: { ...row.change, visibility: judged } }
      : row,
  );

const weightOf = ({
  answers_before,
  answers_now,
}: {
  answers_before: number;
  answers_now: number;
}) => answers_before + answers_now;
