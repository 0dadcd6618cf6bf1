import { useDebouncedValue } from "@mantine/hooks";
import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { sayAnswers, sayFirstAsked } from "../words/first-asked.ts";
import { Dim, Fine } from "../words/text.ts";
import { type PriceValues, readPrice } from "./price-fields.tsx";

type Target = OutputOf<"list_targets">["data"][number];
type Asked = {
  provider: string;
  requested_model: string;
  samples_per_day: number;
  price: PriceValues;
};

/** How many answers an assistant is asked for as a form says, what they are estimated to cost and when the first come. */
export function AnswersPlanned({ target, asked }: { target: Target | null; asked: Asked }) {
  const { project } = useHere();
  const [{ provider, requested_model, price }] = useDebouncedValue(asked, 300);
  const model = { provider, requested_model: requested_model.trim(), price: readPrice(price) };
  const isKept =
    target?.requested_model === model.requested_model &&
    JSON.stringify(target.price) === JSON.stringify(model.price);
  const enabled = !isKept && model.requested_model !== "";
  const found = useAsk("estimate_answer", model, { enabled, beside: false });
  const prompts = useActivePrompts();
  const cost = isKept ? target : found.data;
  if (!cost || !prompts) return null;
  const { estimated_cost_usd } = cost;
  const { samples_per_day } = asked;
  const answers = sayAnswers(prompts, [{ is_active: true, samples_per_day, estimated_cost_usd }]);
  const when = target ? "" : sayFirstAsked(project, new Date()).replace(/\.$/, ": ");
  return (
    <Dim role="status">
      {when}
      {answers}.
    </Dim>
  );
}

/** What a switched off assistant would be asked for each time, and at what cost. */
export function AnswersOnceAsked({ target }: { target: Target }) {
  const prompts = useActivePrompts();
  if (!prompts || target.is_active) return null;
  return <Fine mt={2}>{sayAnswers(prompts, [{ ...target, is_active: true }])}</Fine>;
}

/** How many prompts are asked; undefined until that is known. */
function useActivePrompts(): number | undefined {
  const { project_id } = useHere();
  return useAsk("list_prompts", { project_id, status: "active", limit: 1 }).data?.total_count;
}
