import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LocalModels } from "../../brands/local-models.tsx";
import { MODELS_STALE, ModelForm } from "../../brands/model-form.tsx";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Answered } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { sayCost, unpricedOf } from "../../words/cost.ts";
import { listed, whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { CommonNames } from "./common-names.tsx";

/** Which assistant is asked first: one that runs on this machine, one with a key of the user's, or the simulated one. */
export function FirstAssistant({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  const { project_id } = useHere();
  const [isAdding, setAdding] = useState(false);
  const targets = useAsk("list_targets", { project_id, limit: 100 });
  const create = useChange("create_target", MODELS_STALE);
  const isAny = (targets.data?.total_count ?? 0) > 0;
  const asked = namesOf(targets.data?.data ?? []);
  const simulate = () =>
    create.mutate(
      {
        project_id,
        provider: "simulated",
        name: "Simulated assistant",
        requested_model: "simulated-a",
      },
      { onSuccess: onDone },
    );
  return (
    <Stack gap="sm">
      <CommonNames />
      <Text size="sm">
        Which assistants should Earshot ask? Keys are stored encrypted on your own server, and you
        see what an answer costs before anything is spent.
      </Text>
      <LocalModels
        word="Ask"
        isBusy={create.isPending}
        onPick={(model) => create.mutate({ project_id, ...model }, { onSuccess: onDone })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Button onClick={() => setAdding(true)}>An assistant, with my key</Button>
        <Button variant="default" onClick={simulate} loading={create.isPending}>
          Use the simulated assistant
        </Button>
      </SimpleGrid>
      {create.error && <Failed error={create.error} />}
      <Dim>
        {asked && `Asked every day: ${asked}. `}
        {targets.data && !asked && "No assistant is asked yet. "}
        {!asked && "You can also import existing answers later. "}
        Your competitors and questions are saved; change them under Brands and Prompts.
      </Dim>
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button variant={isAny ? "filled" : "default"} onClick={onDone}>
          {isAny ? "Continue" : "Skip"}
        </Button>
      </Group>
      {isAdding && <ModelForm target={null} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

const NAMED = 3;

/** The assistants that are asked, by name; those that are switched off are not. */
const namesOf = (targets: readonly { name: string; is_active: boolean }[]) =>
  listed(
    targets.filter(({ is_active }) => is_active).map(({ name }) => name),
    NAMED,
  );

const LOOK_AGAIN_MS = 5_000;

/** What a first run would be and cost, and its start. */
export function FirstRun({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  const { project_id } = useHere();
  const navigate = useNavigate();
  const targets = useAsk("list_targets", { project_id, limit: 100 });
  const hasTargets = (targets.data?.total_count ?? 0) > 0;
  const asked = namesOf(targets.data?.data ?? []);
  const estimate = useAsk("estimate_captures", { project_id }, { enabled: hasTargets });
  // Who comes back to this step, or takes long over it, may be forestalled by the schedule.
  const answers = useAsk(
    "list_chats",
    { project_id, limit: 1, include_archived: true },
    {
      fresh: true,
      refetchInterval: ({ state }) => (state.data?.total_count ? false : LOOK_AGAIN_MS),
    },
  );
  const run = useChange("run_captures", ["list_runs", "get_budget"], { isOnce: true });
  const pause = useChange("update_project", ["get_project", "list_projects"]);
  const leave = (to: string) => {
    onDone();
    void navigate({ to, params: { project_id } } as never);
  };
  const failure = run.error ?? pause.error;
  const open = () => leave("/projects/$project_id");
  // The schedule would ask within minutes, and before a budget is set.
  const wait = () =>
    pause.mutate(
      { project_id, status: "paused" },
      { onSuccess: () => leave("/projects/$project_id/models") },
    );
  const isBegun = (answers.data?.total_count ?? 0) > 0;
  if (isBegun || (targets.data && !hasTargets)) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isBegun
            ? "The project is ready. The schedule has begun to ask by itself, and does so every day; set a budget under Assistants."
            : "The project is ready. Nothing is asked until you add an assistant."}
        </Text>
        <Button onClick={open}>Open the project</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Answered asked={estimate} height={60}>
        {({ planned, estimated_cost_usd, models, is_complete }) => (
          <Text size="sm">
            A first run asks for <b>{whole(planned)} answers</b>
            {asked && ` from ${asked}`},{" "}
            {estimated_cost_usd === 0 && is_complete ? (
              "which cost nothing"
            ) : (
              <>
                estimated at{" "}
                <b>{sayCost(estimated_cost_usd, { planned, unpriced: unpricedOf(models) })}</b>
              </>
            )}
            . They are today’s answers; from tomorrow on Earshot asks the same every day. “Not now”
            pauses asking, today and later, until you resume it under Assistants; set a budget there
            first.
          </Text>
        )}
      </Answered>
      {failure && <Failed error={failure} />}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Group gap="sm">
          <Button variant="default" loading={pause.isPending} onClick={wait}>
            Not now
          </Button>
          <Button
            loading={run.isPending}
            disabled={!estimate.data}
            onClick={() => run.mutate({ project_id }, { onSuccess: open })}
          >
            Ask now
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
