import { Stack } from "@mantine/core";
import { type Aliases, CaseOfName, Proposals } from "../../brands/brand-preview.tsx";
import { useRespell } from "../../brands/respell.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import type { Brand } from "./brand-form.tsx";

/**
 * Spellings in stored answers that a brand is not found by yet, to be added at a press, and what hangs on the case of
 * its name; nothing where there is neither.
 */
export function OtherSpellings({ brand }: { brand: Brand }) {
  const { id, name, aliases, status } = brand;
  const { project_id, canWrite } = useHere();
  const isOpen = canWrite && status === "ready";
  const asked = useAsk(
    "get_alias_proposals",
    { project_id, brand_id: id },
    { enabled: isOpen, fresh: true },
  );
  const update = useRespell();
  if (!isOpen || !asked.data) return null;
  const { proposals, exact_case } = asked.data;
  const hangs = exact_case.is_suggested && exact_case.any_count > 0;
  if (proposals.length === 0 && !hangs) return null;
  const change = (next: Aliases) =>
    update.mutate(
      { brand, next },
      { onSuccess: () => say(`${name} was saved. Stored answers are being re-read.`) },
    );
  return (
    <Panel title="Spellings">
      <Stack gap="sm">
        {update.error && <Failed error={update.error} />}
        {hangs && (
          <CaseOfName
            {...{ name, aliases, exact_case }}
            settled={aliases}
            isBusy={update.isPending}
            onAliases={change}
          />
        )}
        <Proposals
          proposals={proposals}
          isBusy={update.isPending}
          onAdd={(one) => change([...aliases, one])}
        />
      </Stack>
    </Panel>
  );
}
