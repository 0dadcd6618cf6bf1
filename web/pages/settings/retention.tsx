import { Button, Group, NumberInput, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { showDay } from "../../scope.ts";
import { Confirm, say } from "../../widgets/confirm.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { submitting } from "../../widgets/submitting.ts";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

type Retention = OutputOf<"get_retention">;

const FIELDS = [
  { name: "answers_days", label: "Answers, days", min: 35 },
  { name: "raw_bodies_days", label: "What providers sent, days", min: 1 },
  { name: "runs_days", label: "Runs, days", min: 7 },
  { name: "audit_days", label: "Audit log, days", min: 30 },
] as const;
type Name = (typeof FIELDS)[number]["name"];

/** For how long the project keeps what it stores. */
export function RetentionPanel() {
  const { project_id } = useHere();
  const retention = useAsk("get_retention", { project_id }, { beside: false });
  return (
    <Panel title="How long data is kept">
      <Answered asked={retention} height={120}>
        {(data) => <RetentionForm key={JSON.stringify(data)} retention={data} />}
      </Answered>
    </Panel>
  );
}

function RetentionForm({ retention }: { retention: Retention }) {
  const { project_id, project, canManage, role } = useHere();
  const [days, setDays] = useState<Record<Name, number | null>>(retention);
  const [isOpen, setOpen] = useState(false);
  const save = useChange("set_retention", ["get_retention"]);
  const changed = FIELDS.filter(({ name }) => days[name] !== retention[name]);
  const isShorter = changed.some(
    ({ name }) => (days[name] ?? Number.POSITIVE_INFINITY) < (retention.kept[name] ?? 1e9),
  );
  const isForOwners = (name: Name) => name === "audit_days" && role !== "owner";
  const store = () =>
    save.mutate(
      { project_id, ...Object.fromEntries(changed.map(({ name }) => [name, days[name]])) },
      {
        onSuccess: () => {
          setOpen(false);
          say("How long data is kept was saved.");
        },
      },
    );
  return (
    <form
      onSubmit={submitting(() => {
        if (!isShorter) return store();
        // What went wrong before is said of what is asked now no longer.
        save.reset();
        setOpen(true);
      })}
    >
      <Stack gap="sm" maw={640}>
        <Unsaved isUnsaved={changed.length > 0} />
        <Dim>
          What is older is deleted for good, with the reports of those days. Leave a field empty to
          keep it as long as this server does; above each field stands how long that is now. What
          asking cost stays known.
        </Dim>
        {retention.paused_until && (
          <Text size="sm">
            The server was off for days, or its clock was set: until{" "}
            {showDay(retention.paused_until)} it deletes by how long it ran. If its clock is wrong,
            set it before then.
          </Text>
        )}
        <fieldset disabled={!canManage} className="bare">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {FIELDS.map(({ name, label, min }) => (
              <NumberInput
                key={name}
                label={label}
                description={`Kept ${keptWords(retention.kept[name])}${isForOwners(name) ? "; an owner sets it" : ""}`}
                disabled={isForOwners(name)}
                min={min}
                max={36_500}
                allowDecimal={false}
                allowNegative={false}
                placeholder="as this server"
                value={days[name] ?? ""}
                onChange={(value) =>
                  setDays({ ...days, [name]: value === "" ? null : Number(value) })
                }
              />
            ))}
          </SimpleGrid>
        </fieldset>
        {save.error && !isOpen && <Failed error={save.error} />}
        {canManage && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={changed.length === 0}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
      <Confirm
        title="Delete what is older?"
        action="Delete what is older"
        isOpen={isOpen}
        isBusy={save.isPending}
        error={save.error}
        onClose={() => {
          setOpen(false);
          save.reset();
        }}
        onConfirm={store}
      >
        {project.name} then keeps less than now. What is older is deleted within the hour, and every
        day again. First export what you want to keep.
      </Confirm>
    </form>
  );
}

function keptWords(days: number | null): string {
  return days === null ? "for ever" : `${whole(days)} days`;
}
