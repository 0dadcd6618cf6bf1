import { Button, Group, MultiSelect, NumberInput, Stack, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { OutputOf } from "../call.ts";
import { useAsk, useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { say } from "../widgets/confirm.tsx";
import { Dialog, DialogEnd } from "../widgets/dialog.tsx";
import { PageLink, useOutsidePages } from "../widgets/page-link.tsx";
import { Answered } from "../widgets/panel.tsx";
import { sayCost, unpricedOf } from "../words/cost.ts";
import { useNames } from "../words/names.ts";
import { dollars, someAnswers, whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { useNoteAskedNow } from "./asked-now.ts";
import { type Missing, sayMissing, ToMissing, useMissing } from "./missing.tsx";

/** Asks prompts now; what it is estimated to cost is shown before anything is spent. */
export function RunNow({
  prompt_ids,
  onClose,
  onAsked = onClose,
}: {
  /** Every active prompt unless given. */
  prompt_ids?: readonly string[];
  onClose(): void;
  /** In place of `onClose` where they are asked. */
  onAsked?(): void;
}) {
  const { project_id } = useHere();
  const { targets, missing } = useMissing();
  const budget = useAsk("get_budget", { project_id });
  const [models, setModels] = useState<string[]>([]);
  const [samples, setSamples] = useState(1);
  const picked = useMemo(() => ({ models, samples }), [models, samples]);
  const [estimated] = useDebouncedValue(picked, 250);
  const choice = {
    project_id,
    samples: estimated.samples,
    ...(estimated.models.length > 0 && { model_ids: estimated.models }),
    ...(prompt_ids && { prompt_ids: [...prompt_ids] }),
  };
  const isNoneActive = missing.includes("assistant");
  const isKnown = !targets.isPending && !isNoneActive;
  const estimate = useAsk("estimate_captures", choice, { enabled: isKnown });
  // What is pressed asks for as many answers as it says.
  const isEstimated = picked === estimated && !estimate.isPlaceholderData;
  const run = useChange("run_captures", ["list_runs", "get_budget"], { isOnce: true });
  const outsidePages = useOutsidePages();
  const noteAsked = useNoteAskedNow();
  const sayAsked = ({ planned, run_id }: OutputOf<"run_captures">) => {
    const asked = planned === 1 ? "1 answer was" : `${whole(planned)} answers were`;
    say(`${asked} requested.`, run_id && outsidePages(<RunLink run_id={run_id} />));
    if (run_id) noteAsked(run_id, planned);
    onAsked();
  };
  const caps = [
    ["today", budget.data?.daily_cap_usd, budget.data?.spent_today_usd],
    ["this month", budget.data?.monthly_cap_usd, budget.data?.spent_this_month_usd],
  ] as const;
  return (
    <Dialog onClose={onClose} title="Ask now" size="lg" isBusy={run.isPending}>
      <Stack gap="sm">
        <Dim>
          Asks {whichOf(prompt_ids)} now: in place of today’s schedule where it has not asked yet,
          otherwise as extra samples for today.
        </Dim>
        <Group grow align="flex-start">
          <MultiSelect
            label="Assistants"
            placeholder={models.length === 0 ? "All active assistants" : ""}
            data={(targets.data?.data ?? [])
              .filter(({ is_active }) => is_active)
              .map(({ model_id, name }) => ({ value: model_id, label: name }))}
            value={models}
            onChange={setModels}
            clearable
          />
          <NumberInput
            label="Answers per prompt"
            min={1}
            max={5}
            value={samples}
            onChange={(value) => setSamples(Number(value) || 1)}
          />
        </Group>
        {isNoneActive ? (
          <ComesFirst what="assistant" />
        ) : (
          <Answered asked={estimate} height={100}>
            {(data) => <EstimateTable estimate={data} />}
          </Answered>
        )}
        {caps.map(
          ([when, cap, spent]) =>
            typeof cap === "number" && (
              <Text size="sm" key={when}>
                The budget leaves {dollars(Math.max(0, cap - (spent ?? 0)))} {when}.
              </Text>
            ),
        )}
        <DialogEnd error={run.error} onClose={onClose}>
          <Button
            loading={run.isPending}
            disabled={!isEstimated || !estimate.data?.planned}
            onClick={() => run.mutate(choice, { onSuccess: sayAsked })}
          >
            {estimate.data?.planned
              ? `Ask for ${someAnswers(estimate.data.planned)} now`
              : "Ask now"}
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}

function whichOf(prompt_ids: readonly string[] | undefined): string {
  if (!prompt_ids) return "every active prompt";
  return prompt_ids.length === 1 ? "this prompt" : `these ${whole(prompt_ids.length)} prompts`;
}

const RunLink = ({ run_id }: { run_id: string }) => (
  <PageLink isInText to="/runs/$run_id" params={{ run_id }}>
    See the run
  </PageLink>
);

/** In place of an estimate: what is missing before anything can be asked, and the way to it. */
const ComesFirst = ({ what }: { what: Missing }) => (
  <Group gap="sm" role="status">
    <Text size="sm">{sayMissing(what)}</Text>
    <ToMissing what={what} />
  </Group>
);

type Estimate = OutputOf<"estimate_captures">;

function EstimateTable({ estimate }: { estimate: Estimate }) {
  const nameOf = useNames("model_id");
  if (estimate.planned === 0) return <ComesFirst what="prompt" />;
  return (
    <Table aria-label="Estimate">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Assistant</Table.Th>
          <Table.Th ta="right">Answers</Table.Th>
          <Table.Th ta="right">Estimated cost</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {estimate.models.map(({ model_id, planned, estimated_cost_usd }) => (
          <Table.Tr key={model_id}>
            <Table.Td>{nameOf(model_id)}</Table.Td>
            <Table.Td ta="right">{whole(planned)}</Table.Td>
            <Table.Td ta="right">
              {estimated_cost_usd === null ? "price unknown" : dollars(estimated_cost_usd)}
            </Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr fw={600}>
          <Table.Td>Together</Table.Td>
          <Table.Td ta="right">{whole(estimate.planned)}</Table.Td>
          <Table.Td ta="right">
            {sayCost(estimate.estimated_cost_usd, {
              planned: estimate.planned,
              unpriced: unpricedOf(estimate.models),
            })}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
