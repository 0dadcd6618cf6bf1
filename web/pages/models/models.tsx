import { Badge, Button, Group, Stack, Switch, Text } from "@mantine/core";
import { IconPlus, IconRobot } from "@tabler/icons-react";
import { useState } from "react";
import { AnswersOnceAsked } from "../../brands/answers-planned.tsx";
import { AskingState, HealthPanel } from "../../brands/health.tsx";
import { MODELS_STALE, ModelForm, type Target } from "../../brands/model-form.tsx";
import { PauseAsking } from "../../brands/pause-asking.tsx";
import { useAsk, useChange } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { SmallButton } from "../../widgets/buttons.ts";
import { say, sayFailure } from "../../widgets/confirm.tsx";
import { buttons, type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { byName } from "../../words/formats.ts";
import { isFromMemory } from "../../words/simulated.tsx";
import { Dim, Fine } from "../../words/text.ts";
import { AnswerCost } from "./answer-cost.tsx";
import { AnswersByDay } from "./answers-by-day.tsx";
import { AnswersOfEach } from "./answers-of-each.tsx";
import { AnswersWorth } from "./answers-worth.tsx";
import { BudgetPanel } from "./budget-panel.tsx";
import { DoubtfulPanel } from "./doubtful-panel.tsx";
import { JudgePanel } from "./judge-panel.tsx";
import { ModelChanges } from "./model-changes.tsx";
import { ModelTest } from "./model-test.tsx";
import { SchedulePanel } from "./schedule-panel.tsx";
import { Ends, LastFailed, LeftOut, State, Tested } from "./target-state.tsx";

/** Which assistants are asked, when, and what it may cost. */
export function Models() {
  const { project_id, canWrite } = useHere();
  const targets = useAsk(
    "list_targets",
    { project_id, limit: 1000 },
    { refetchInterval: 10_000, beside: false },
  );
  const [edited, setEdited] = useState<Target | "new" | null>(null);
  const [tested, setTested] = useState<Target | null>(null);
  const columns = useColumns({ edit: setEdited, test: setTested });
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
      Add an assistant
    </Button>
  );
  return (
    <>
      <PageTitle
        title="Assistants"
        text="The assistants that Earshot asks for you, when, and what it may cost."
      >
        <PauseAsking />
        {canWrite && add}
      </PageTitle>
      <Stack>
        <HealthPanel
          actOn={({ model_id, is_down }) => {
            const target = targets.data?.data.find((one) => one.model_id === model_id);
            if (!canWrite || !is_down || !target) return null;
            return (
              <Group gap="xs" mt="xs">
                <ChangeButtons target={target} edit={setEdited} test={setTested} />
                <SwitchOff target={target} />
              </Group>
            );
          }}
        />
        <AskingState />
        <AnswersOfEach />
        <Panel
          title="Assistants"
          action={<CsvButton name="models" rows={targets.data?.data ?? []} columns={columns} />}
        >
          <Answered asked={targets}>
            {({ data }) => (
              <DataTable
                name="Assistants"
                rows={data}
                columns={columns}
                keyOf={(row) => row.model_id}
                empty={
                  <Empty
                    icon={<IconRobot size={32} aria-hidden />}
                    title="No assistant is asked yet"
                    action={canWrite && add}
                  >
                    Add one with your own key at its provider, or the simulated one to see how it
                    works: it costs nothing, and everything it says is labelled as invented.
                  </Empty>
                }
              />
            )}
          </Answered>
        </Panel>
        <AnswersByDay />
        <BudgetPanel />
        <SchedulePanel />
        <JudgePanel />
        <AnswersWorth />
        <DoubtfulPanel />
        <ModelChanges />
        <ImportedModels />
      </Stack>
      {edited && (
        <ModelForm target={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      {tested && <ModelTest target={tested} onClose={() => setTested(null)} />}
    </>
  );
}

type Act = { edit(target: Target): void; test(target: Target): void };

function ChangeButtons({ target, edit, test }: Act & { target: Target }) {
  return (
    <>
      <SmallButton onClick={() => test(target)}>Test</SmallButton>
      <SmallButton onClick={() => edit(target)}>Edit</SmallButton>
    </>
  );
}

function useColumns(act: Act): Column<Target>[] {
  const { canWrite } = useHere();
  const columns: Column<Target>[] = [
    {
      key: "name",
      header: "Assistant",
      value: (row) => row.name,
      show: (row) => <NameCell target={row} />,
    },
    {
      key: "requested_model",
      header: "Requested model",
      value: (row) => row.requested_model,
      show: (row) => (
        <Stack gap={2} align="flex-start">
          <bdi className="name">{row.requested_model ?? "its default"}</bdi>
          <Ends target={row} />
        </Stack>
      ),
    },
    {
      key: "samples_per_day",
      header: "Samples",
      hint: "Answers per prompt and day. More samples give narrower intervals and cost more.",
      align: "right",
      value: (row) => row.samples_per_day,
      show: (row) => <Samples target={row} />,
    },
    {
      key: "estimated_cost_usd",
      header: "Cost of one answer",
      hint: "Estimated: from usual lengths, after 20 answers from what they used. Below it, whose price that is, and what its newest answers cost in all. What was spent today and this month stands under Cost and budget.",
      align: "right",
      value: (row) => row.estimated_cost_usd,
      show: (row) => <AnswerCost target={row} />,
    },
    {
      key: "last_success_at",
      header: "State",
      place: "wide",
      value: (row) => row.last_success_at,
      show: (row) => (
        <Stack gap={2} align="flex-start">
          <State target={row} />
          <LastFailed target={row} />
          <LeftOut target={row} />
          <Tested target={row} />
        </Stack>
      ),
    },
    {
      key: "is_active",
      header: "Asked",
      value: (row) => row.is_active,
      show: (row) => (
        <>
          <ActiveSwitch target={row} />
          <AnswersOnceAsked target={row} />
          {!row.has_canary && <Fine mt={2}>not at night</Fine>}
        </>
      ),
    },
  ];
  if (!canWrite) return columns;
  return [
    ...columns,
    buttons((row) => (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        <ChangeButtons target={row} {...act} />
      </Group>
    )),
  ];
}

function Samples({ target: { samples_per_day, parameters } }: { target: Target }) {
  return (
    <>
      {samples_per_day}
      {parameters["batch"] === true && <Fine>in batches</Fine>}
    </>
  );
}

function NameCell({ target: { name, provider, surface } }: { target: Target }) {
  return (
    <div>
      <Text size="sm" fw={500} className="name">
        {name}
      </Text>
      <Fine>
        {provider === "simulated" ? provider : `${provider} · ${surface}`}
        {isFromMemory({ provider, surface }) && " · from memory, without a web search"}
      </Fine>
    </div>
  );
}

const useSwitch = () => useChange("update_target", MODELS_STALE);

function SwitchOff({ target: { model_id, name } }: { target: Target }) {
  const { project_id } = useHere();
  const change = useSwitch();
  return (
    <SmallButton
      loading={change.isPending}
      onClick={() =>
        // It leaves this list first, and `mutate` would say nothing then.
        change
          .mutateAsync({ project_id, model_id, is_active: false })
          .then(() => say(`${name} is switched off.`), sayFailure)
      }
    >
      Switch off
    </SmallButton>
  );
}

function ActiveSwitch({ target: { model_id, is_active, name } }: { target: Target }) {
  const { project_id, canWrite } = useHere();
  const change = useSwitch();
  return (
    <Switch
      aria-label={`Ask ${name}`}
      checked={change.isPending ? change.variables.is_active === true : is_active}
      disabled={!canWrite || change.isPending}
      onChange={({ currentTarget }) =>
        change.mutate(
          { project_id, model_id, is_active: currentTarget.checked },
          { onError: sayFailure },
        )
      }
    />
  );
}

/** Models that only imported answers name; nothing of theirs is asked. */
function ImportedModels() {
  const { project_id } = useHere();
  const { data } = useAsk("list_models", { project_id, limit: 1000 });
  const imported = (data?.data ?? [])
    .filter(({ surface }) => surface === "import")
    .sort((a, b) => byName(a.name, b.name));
  if (imported.length === 0) return null;
  return (
    <Panel title="Known from imports">
      <Dim mb="xs">
        Their answers were imported. Reports include them, but Earshot does not ask them.
      </Dim>
      <Group gap={6}>
        {imported.map(({ id, name }) => (
          <Badge key={id} color="gray">
            {name}
          </Badge>
        ))}
      </Group>
    </Panel>
  );
}
