import { UnstyledButton } from "@mantine/core";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { useSetScope } from "./scope-controls.tsx";
import { useOwnName } from "./tracked-brands.ts";

/**
 * Says that prompts that name the own brand are left out, or that they are not, and changes it by one click: an answer
 * to "Is Acme any good?" names Acme whatever the assistant thinks of it.
 */
export function BrandedNote() {
  const { project_id, scope, isGuest = false } = useHere();
  const own = useOwnName();
  const setScope = useSetScope();
  const input = { project_id, is_branded: true, limit: 1 };
  const count = useAsk("list_prompts", input, { enabled: !isGuest }).data?.total_count ?? 0;
  if (!isGuest && count === 0) return null;
  const some = isGuest ? "Prompts" : count === 1 ? "1 prompt" : `${whole(count)} prompts`;
  const [verb, are, has] = count === 1 ? ["names", "is", "it"] : ["name", "are", "them"];
  const brand = isGuest ? own : "your brand";
  const said = {
    exclude: [`${some} that ${verb} ${brand} ${are} left out.`, `Include ${has}`, "include"],
    include: [`${some} that ${verb} ${brand} ${are} included.`, `Leave ${has} out`, undefined],
    only: [`Only prompts that name ${brand} are counted.`, "Leave them out", undefined],
  } as const;
  const [text, action, branded] = said[scope.branded ?? "exclude"];
  return (
    <Dim>
      {text}{" "}
      {!isGuest && (
        <UnstyledButton className="inline-action no-print" onClick={() => setScope({ branded })}>
          {action}
        </UnstyledButton>
      )}
    </Dim>
  );
}
