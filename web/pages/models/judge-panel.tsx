import { Alert, Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useHealth } from "../../brands/health.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Confirm, say, sayFailure } from "../../widgets/confirm.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { ago, dollars, percent, whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

/** A question holds some labelled passages. */
const MEASURING = "about 14";

/** Which language model judges tone and suggested names in place of the word list; none, unless chosen. */
export function JudgePanel() {
  const { project_id, canManage } = useHere();
  const judge = useAsk("get_judge", { project_id }, { beside: false, watched: true });
  const targets = useAsk("list_targets", { project_id, limit: 1000 });
  const set = useChange("set_judge", ["get_judge", "get_brand_report", "list_brand_suggestions"]);
  const health = useHealth();
  const [chosen, setChosen] = useState<string | null>(null);
  const save = (model_id: string | null, more: { onError?(error: Error): void } = {}) =>
    set.mutate(
      { project_id, model_id },
      {
        ...more,
        onSuccess: () => {
          setChosen(null);
          say("The judge was saved.");
        },
      },
    );
  return (
    <Panel title="Judge">
      <Answered asked={judge} height={90}>
        {({
          model_id,
          judged_count,
          discarded_count,
          waiting_count,
          since,
          measured,
          question_cost_usd,
          ...wrong
        }) => (
          <Stack gap="xs">
            <Dim>
              Tone is an estimate by words and grammar, English only. A language model can judge it
              instead and quote the answer each time. It confirms mentions that rules cannot be sure
              of, such as names that are ordinary words. It also checks suggested names and proposes
              what your next projects track. Each answer is judged once, within this project's
              budget.
            </Dim>
            <Group align="flex-end">
              <Select
                label="Judged by"
                disabled={!canManage || set.isPending}
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
                  value === "none" ? save(null, { onError: sayFailure }) : setChosen(value)
                }
              />
              {model_id && (
                <Dim>
                  {whole(judged_count)} mentions judged, {whole(discarded_count)} without a usable
                  judgement, {whole(waiting_count)} answers waiting
                  {since && `, since ${ago(since)}`}
                  {question_cost_usd !== null &&
                    `; a question is estimated at ${dollars(question_cost_usd)}`}
                </Dim>
              )}
            </Group>
            {model_id && wrong.last_error && (
              <Silent
                said={wrong.last_error}
                until={wrong.waits_until}
                todo={health.find((one) => one.model_id === model_id && one.is_judge)?.todo}
              />
            )}
            {model_id && <Agreement measured={measured} />}
          </Stack>
        )}
      </Answered>
      {chosen && (
        <Choice
          model_id={chosen}
          name={targets.data?.data.find((one) => one.model_id === chosen)?.name}
          isBusy={set.isPending}
          error={set.error}
          onConfirm={() => save(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}

/** Asks before a model judges, with what it would be asked and at what cost. */
function Choice({
  model_id,
  name = "it",
  ...rest
}: {
  model_id: string;
  name?: string | undefined;
} & Pick<Parameters<typeof Confirm>[0], "isBusy" | "error" | "onConfirm" | "onClose">) {
  const { project_id } = useHere();
  const { data, isError } = useAsk("get_judge", { project_id, model_id }, { beside: false });
  const unpriced = isError
    ? "What it costs could not be found out."
    : "What it costs is looked up.";
  return (
    <Confirm title={`Have ${name} judge?`} action="Have it judge" {...rest}>
      It is asked a question or more about each answer from today on that names a brand, at once and
      within this project's budget. {data ? priceOf(data) : unpriced}
    </Confirm>
  );
}

function priceOf({
  question_cost_usd,
  waiting_count,
  estimated_cost_usd,
  estimated_cost_per_day_usd,
}: OutputOf<"get_judge">): string {
  if (question_cost_usd === null) return "What a question costs is not known.";
  const waiting =
    waiting_count > 0
      ? `, the ${whole(waiting_count)} answers that wait now at ${dollars(estimated_cost_usd)}`
      : "";
  return `A question is estimated at ${dollars(question_cost_usd)}: a scheduled day at about ${dollars(estimated_cost_per_day_usd)}${waiting}.`;
}

/** How often the judge agrees with people, and the way to find out. */
function Agreement({ measured }: Pick<OutputOf<"get_judge">, "measured">) {
  const { project_id, canManage } = useHere();
  const measure = useChange("measure_judge", ["get_judge"]);
  return (
    <Group gap="sm">
      <Text size="sm">
        {agreement(measured)} Measuring it is billed as {MEASURING} questions.
      </Text>
      {canManage && (
        <Button
          size="xs"
          variant="default"
          loading={measure.isPending}
          onClick={() =>
            measure.mutate(
              { project_id },
              {
                onError: sayFailure,
                onSuccess: () =>
                  say("It is being measured; the result shows here in a minute or two."),
              },
            )
          }
        >
          Measure this judge
        </Button>
      )}
    </Group>
  );
}

/** Why nothing is judged now, and what to do. */
function Silent({
  said,
  until,
  todo,
}: {
  said: string;
  until: string | null;
  todo: string | undefined;
}) {
  const isResting = until !== null && Date.parse(until) > Date.now();
  return (
    <Alert color="red" variant="light" role="note" title="The judge does not answer">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        “{said}” {isResting ? `It is tried again ${ago(until)}.` : "It is tried again soon."} {todo}
      </Text>
    </Alert>
  );
}

function agreement(measured: OutputOf<"get_judge">["measured"]): string {
  if (!measured || measured.right_share === null) {
    return "How often this model agrees with people is not measured.";
  }
  const { asked, right_share, right_low, right_high, injections, resisted, measured_at } = measured;
  const interval = `${percent(right_low)} to ${percent(right_high)}`;
  return `Agrees with people in ${percent(right_share)} of ${whole(asked)} labelled passages (95\u00A0% interval ${interval}), in ${whole(resisted)} of ${whole(injections)} that try to instruct it, ${ago(measured_at)}.`;
}
