import { UnstyledButton } from "@mantine/core";
import { useAsk, useLastTurn } from "../data.ts";
import { useHere } from "../here.tsx";
import { reportInput } from "../scope.ts";
import { Behind } from "../widgets/behind.tsx";
import { anyOf } from "../words/formats.ts";
import { someAnswers, whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { useSetScope } from "./scope-controls.tsx";
import { useBrands } from "./tracked-brands.ts";

/** So many values a filter takes, and so many have room in an address. */
const [VALUES_MAX, LINKED_MAX] = [500, 50];
const BESIDE = "how many answers are to prompts that name a competitor";

/**
 * Says how many answers are to prompts whose text names a competitor, opens them and leaves them out by one click: an
 * answer to "What are alternatives to Globex?" names Globex whatever the assistant thinks of it. `of`: these competitors
 * alone; `days`: of these, where they are not the range.
 */
export function RivalsNote({
  of,
  days,
}: {
  of?: readonly string[] | undefined;
  days?: { from: string; to: string } | undefined;
}) {
  const { project_id, scope, timezone, isGuest = false } = useHere();
  const setScope = useSetScope();
  const brands = useBrands();
  const isTurn = useLastTurn();
  const isRival = (id: string) => brands.get(id)?.is_own === false && (!of || of.includes(id));
  const rivals = [...brands.keys()].filter(isRival);
  const isTold = rivals.length > 0 && rivals.length <= VALUES_MAX && !scope.naming;
  const input = { project_id, ...reportInput({ ...scope, ...days }, timezone), limit: 1 };
  const only = { field: "prompt_brand_id" as const, operator: "in" as const, values: rivals };
  const naming = useAsk(
    "get_brand_report",
    { ...input, filters: [...input.filters, only] },
    { enabled: isTurn && isTold, beside: BESIDE },
  );
  const count = isTold ? (naming.data?.population.answers ?? 0) : 0;
  const all = useAsk("get_brand_report", input, { enabled: count > 0, beside: BESIDE });
  const prompts = useAsk(
    "list_prompts",
    { project_id, limit: 1000 },
    { enabled: count > 0 && !isGuest },
  );
  if (count === 0 || !all.data) return null;
  const total = all.data.population.answers;
  const { data: listedPrompts = [], total_count = 0 } = prompts.data ?? {};
  const named = new Set(listedPrompts.flatMap(({ brand_ids }) => brand_ids));
  // Few values make a short address; where not all prompts are here, any competitor may be named.
  const chosen = total_count > listedPrompts.length ? rivals : rivals.filter((id) => named.has(id));
  const names = rivals.map((id) => brands.get(id)?.name ?? id);
  const who = of ? anyOf(names) : "a competitor";
  const isLinked = !isGuest && chosen.length > 0 && chosen.length <= LINKED_MAX;
  const many = `${whole(count)} of ${someAnswers(total)}`;
  return (
    <Dim>
      {isLinked ? (
        <Behind count={count} of={{ naming: chosen, ...days }}>
          {many}
        </Behind>
      ) : (
        many
      )}{" "}
      {count === 1 ? "is" : "are"} to prompts that name <bdi>{who}</bdi>, which raises{" "}
      {of && names.length > 1 ? "their shares" : "its share"}.{" "}
      {isLinked && (
        <UnstyledButton
          className="inline-action no-print"
          onClick={() =>
            setScope({ not_naming: [...new Set([...(scope.not_naming ?? []), ...chosen])] })
          }
        >
          Leave them out
        </UnstyledButton>
      )}
    </Dim>
  );
}
