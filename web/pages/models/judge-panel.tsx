import { Group, Select, Stack, Text } from "@mantine/core";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say, sayFailure } from "../../widgets/confirm.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { ago, whole } from "../../words/numbers.ts";

/** Which language model judges tone and suggested names in place of the word list; none, unless chosen. */
export function JudgePanel() {
  const { project_id, canManage } = useHere();
  const judge = useAsk("get_judge", { project_id });
  const targets = useAsk("list_targets", { project_id, limit: 100 });
  const set = useChange("set_judge", ["get_judge", "get_brand_report", "list_brand_suggestions"]);
  return (
    <Panel title="Judge of tone">
      <Answered asked={judge} height={90}>
        {({ model_id, judged_count, discarded_count, waiting_count, since }) => (
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              Tone is an estimate by words and grammar, English only. A language model can judge it
              instead and quote the answer each time. It also checks suggested names and proposes
              what your next projects track. Each answer is judged once, within this project's
              budget.
            </Text>
            <Group align="flex-end">
              <Select
                label="Judged by"
                disabled={!canManage || set.isPending}
                allowDeselect={false}
                w={280}
                data={[
                  { value: "none", label: "The estimate only" },
                  ...(targets.data?.data ?? []).map((target) => ({
                    value: target.model_id,
                    label: target.name,
                  })),
                ]}
                value={model_id ?? "none"}
                onChange={(value) =>
                  set.mutate(
                    { project_id, model_id: value === "none" ? null : value },
                    { onError: sayFailure, onSuccess: () => say("The judge was saved.") },
                  )
                }
              />
              {model_id && (
                <Text size="sm" c="dimmed">
                  {whole(judged_count)} mentions judged, {whole(discarded_count)} without a usable
                  judgement, {whole(waiting_count)} answers waiting
                  {since && `, since ${ago(since)}`}
                </Text>
              )}
            </Group>
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}
