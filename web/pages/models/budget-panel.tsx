import { Button, Group, NumberInput, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { changedFields } from "../../widgets/changed-fields.ts";
import { say } from "../../widgets/confirm.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { submitting } from "../../widgets/submitting.ts";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { sayCost } from "../../words/cost.ts";
import { useNames } from "../../words/names.ts";
import { dollars, whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

type Budget = OutputOf<"get_budget">;

/** What asking costs, what it is going to, and the caps that it never passes. */
export function BudgetPanel() {
  const { project_id, canWrite } = useHere();
  const budget = useAsk("get_budget", { project_id });
  return (
    <Panel title="Cost and budget">
      <Answered asked={budget} height={130}>
        {(data) => (
          <Stack gap="sm">
            <Text size="sm">
              {data.planned_answers_per_day === 0 ? (
                "Nothing is scheduled yet: add an assistant and a prompt. "
              ) : (
                <>
                  A scheduled day asks for {whole(data.planned_answers_per_day)} answers, estimated
                  at{" "}
                  <b>
                    {sayCost(data.estimated_cost_per_day_usd, {
                      planned: data.planned_answers_per_day,
                      unpriced: data.unpriced_answers_per_day,
                    })}
                  </b>
                  .{" "}
                </>
              )}
              What does not fit under a cap is left out and shown as such.
            </Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }} maw={496}>
              <Spent label="Today" spent={data.spent_today_usd} cap={data.daily_cap_usd} />
              <Spent
                label="This month"
                spent={data.spent_this_month_usd}
                cap={data.monthly_cap_usd}
              />
            </SimpleGrid>
            <SpentByModel models={data.models} />
            {canWrite && <Caps budget={data} />}
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}

function Spent({ label, spent, cap }: { label: string; spent: number; cap: number | null }) {
  const share = cap ? Math.min(100, (spent / cap) * 100) : 0;
  return (
    <div>
      <Group gap={6}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Dim>
          {dollars(spent)} {cap === null ? "spent, no cap" : `of ${dollars(cap)}`}
        </Dim>
      </Group>
      {cap !== null && (
        <Progress
          value={share}
          color={share >= 100 ? "red" : "indigo"}
          mt={4}
          aria-label={`${label}: ${Math.round(share)}\u00A0% of the cap`}
        />
      )}
    </div>
  );
}

/** What each assistant that was asked this month cost, the dearest first. */
function SpentByModel({ models }: Pick<Budget, "models">) {
  const nameOf = useNames("model_id");
  if (models.length === 0) return null;
  return (
    <Stack gap={4} component="ul" className="bare-list">
      {models
        .toSorted((a, b) => b.spent_this_month_usd - a.spent_this_month_usd)
        .map(({ model_id, spent_today_usd, spent_this_month_usd }) => (
          <li key={model_id}>
            <Text size="sm">
              {nameOf(model_id)}: {dollars(spent_today_usd)} today, {dollars(spent_this_month_usd)}{" "}
              this month
            </Text>
          </li>
        ))}
    </Stack>
  );
}

const CAPS = { daily_cap_usd: "Cap a day, USD", monthly_cap_usd: "Cap a month, USD" };
type Cap = keyof typeof CAPS;

/** The caps with what is changed here and not saved yet: of this alone something is sent. */
function Caps({ budget: { daily_cap_usd, monthly_cap_usd } }: { budget: Budget }) {
  const { project_id } = useHere();
  const kept = { daily_cap_usd, monthly_cap_usd };
  const [draft, setDraft] = useState<Partial<Record<Cap, number | null>>>({});
  const changed = changedFields(draft, kept);
  const save = useChange("set_budget", [
    "get_budget",
    "estimate_captures",
    "list_runs",
    "list_health",
  ]);
  const isChanged = Object.keys(changed).length > 0;
  const submit = () =>
    save.mutate(
      { project_id, ...changed },
      {
        onSuccess: () => {
          say("The budget was saved.");
          setDraft((now) => changedFields(now, changed));
        },
      },
    );
  return (
    <form onSubmit={submitting(submit)}>
      <Unsaved isUnsaved={isChanged && !save.isPending} />
      <Group align="flex-end">
        {Object.entries(CAPS).map(([name, label]) => (
          <NumberInput
            key={name}
            label={label}
            w={240}
            placeholder="no cap"
            min={0}
            decimalScale={6}
            value={{ ...kept, ...draft }[name as Cap] ?? ""}
            onChange={(value) =>
              setDraft((before) =>
                changedFields({ ...before, [name]: value === "" ? null : Number(value) }, kept),
              )
            }
          />
        ))}
        <Button type="submit" variant="default" loading={save.isPending} disabled={!isChanged}>
          Save the budget
        </Button>
      </Group>
      {save.error && <Failed error={save.error} />}
    </form>
  );
}
