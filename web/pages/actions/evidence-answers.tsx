import { Text } from "@mantine/core";
import { useBrands } from "../../frame/tracked-brands.ts";
import { Behind } from "../../widgets/behind.tsx";
import type { Action } from "../../words/action.ts";
import { someAnswers } from "../../words/numbers.ts";

type Evidence = Pick<Action, "kind" | "prompt" | "domain" | "answer_count" | "prize">;

/** The whole days that leads are looked for in. */
export type Days = { from: string; to: string };

/** So many brands have room in an address. */
const LINKED_MAX = 50;

/** Opens the answers that the shares of a gap are of, as many as its evidence says. */
export function EvidenceAnswers({ action, days }: { action: Evidence; days: Days }) {
  const { kind, prompt, domain, answer_count, prize } = action;
  const brands = [...useBrands().keys()];
  const ofSite = kind === "source_gap" && domain && brands.length <= LINKED_MAX;
  if (prize === null || answer_count === null || !(ofSite || (kind === "prompt_gap" && prompt)))
    return null;
  return (
    <Text size="sm" component="span" className="no-print">
      <Behind
        count={answer_count}
        of={{
          ...days,
          ...NO_BRANDS,
          ...(ofSite
            ? { domain, use: "cited", mentioned: brands }
            : prompt && { prompt_id: prompt.id }),
        }}
      >
        The {someAnswers(answer_count)}
      </Behind>
    </Text>
  );
}

/** Leads are looked for in all answers, whichever brands they name. */
const NO_BRANDS = { mentioned: undefined, not_mentioned: undefined, naming: undefined };
