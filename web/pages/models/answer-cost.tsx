import { Text, Tooltip } from "@mantine/core";
import type { Target } from "../../brands/model-form.tsx";
import { dollars, someAnswers, whole } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";

/** What an answer is expected to cost, by whose price, and how such estimates turned out. */
export function AnswerCost({ target }: { target: Target }) {
  const { estimated_cost_usd, measured } = target;
  return (
    <div>
      <Text size="sm">{dollars(estimated_cost_usd)}</Text>
      <Fine>{nameBasis(target)}</Fine>
      {measured && (
        <Tooltip
          maw={360}
          label={`${whole(measured.answers)} answers were expected to cost ${dollars(measured.estimated_usd)} and cost ${dollars(measured.actual_usd)}, as their provider reported or their tokens say.`}
        >
          <Fine tabIndex={0}>
            the newest {someAnswers(measured.answers)} cost {dollars(measured.actual_usd)}
          </Fine>
        </Tooltip>
      )}
    </div>
  );
}

function nameBasis({ price_basis, price_as_of }: Target): string {
  const dated = price_as_of ? ` of ${price_as_of}` : "";
  switch (price_basis) {
    case "typed":
      return "your price";
    case "reported":
      return "as reported so far";
    case "listed":
      return `its provider's list${dated}`;
    case "catalogue":
      return `list price${dated}`;
    case "dearest":
      return `unknown model: its provider's dearest${dated}`;
    case "own":
      return `list price${dated}`;
    default:
      return "no price known";
  }
}
