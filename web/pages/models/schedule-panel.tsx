import { Button, Chip, Group, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { Dim } from "../../words/text.ts";
import { AnswersNeeded } from "./answers-needed.tsx";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** On which days and from which hour prompts are asked. */
export function SchedulePanel() {
  const { project, project_id, canWrite, timezone } = useHere();
  // Whoever looks here sees what a colleague saves, and does not put back what was before.
  useAsk("get_project", { project_id }, { watched: true });
  const { schedule, status } = project;
  const [chosen, setChosen] = useState<{ weekdays?: string[]; hour?: string }>({});
  const weekdays = chosen.weekdays ?? schedule.weekdays.map(String);
  const hour = chosen.hour ?? String(schedule.hour);
  const save = useChange("update_project", ["get_project", "get_budget"]);
  const isPaused = status === "paused";
  const isChanged =
    hour !== String(schedule.hour) ||
    [...weekdays].sort().join() !== schedule.weekdays.map(String).sort().join();
  return (
    <Panel title="Schedule">
      <Stack gap="sm">
        <Unsaved isUnsaved={isChanged && !save.isPending} />
        <Dim>
          {status === "onboarding"
            ? "Nothing is asked until the demo is filled."
            : isPaused
              ? "Paused: nothing is asked until you resume asking, at the top of this page."
              : `Prompts are asked on these days from ${hour.padStart(2, "0")}:00 (${timezone}), spread over two hours.`}
        </Dim>
        <AnswersNeeded />
        <Chip.Group
          multiple
          value={weekdays}
          onChange={(value) => setChosen({ ...chosen, weekdays: value })}
        >
          <Group gap={6}>
            {WEEKDAYS.map((label, index) => (
              <Chip key={label} value={String(index + 1)} size="sm" disabled={!canWrite}>
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {canWrite && (
          <Group align="flex-end">
            <Select
              label="From"
              w={110}
              data={Array.from({ length: 24 }, (_, at) => ({
                value: String(at),
                label: `${String(at).padStart(2, "0")}:00`,
              }))}
              value={hour}
              onChange={(value) => setChosen({ ...chosen, hour: value ?? "6" })}
            />
            <Button
              variant="default"
              disabled={!isChanged || weekdays.length === 0}
              loading={save.isPending}
              onClick={() =>
                save.mutate(
                  {
                    project_id,
                    schedule: { weekdays: weekdays.map(Number).sort(), hour: Number(hour) },
                  },
                  {
                    onSuccess: () => {
                      setChosen({});
                      say("The schedule was saved.");
                    },
                  },
                )
              }
            >
              Save the schedule
            </Button>
          </Group>
        )}
        {save.error && <Failed error={save.error} />}
      </Stack>
    </Panel>
  );
}
