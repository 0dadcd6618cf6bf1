import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheckFilled, IconCircleDashed, IconMessages } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useAsk } from "../data.ts";
import { useSetScope } from "../frame/scope-controls.tsx";
import { useHere } from "../here.tsx";
import { countFilters, NO_FILTERS, periodOf } from "../scope.ts";
import { PageLink, type PagePath } from "../widgets/page-link.tsx";
import { Answered } from "../widgets/panel.tsx";
import { Empty } from "../widgets/states.tsx";
import { whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { type Missing, useMissing } from "./missing.tsx";
import { RunRest } from "./run-badge.tsx";
import { useLiveRun } from "./use-live-run.ts";

/**
 * Why there is nothing to report: answers that are under way, the first steps of a new project, or a range and filters
 * without answers. `isOfWholeDays`: of whole days alone, which no other range changes.
 */
export function NoAnswers({ isOfWholeDays = false }: { isOfWholeDays?: boolean }) {
  const { isGuest, scope, timezone, project } = useHere();
  const run = useLiveRun();
  if (project.status === "onboarding") return <BeingFilled />;
  const none = <NoneInRange isOfWholeDays={isOfWholeDays} />;
  if (isGuest) return none;
  if (run && countFilters(scope) === 0 && periodOf(scope, timezone).date_to >= run.day)
    return <ComingIn run={run} />;
  return <BeforeAnswers>{none}</BeforeAnswers>;
}

/** The first steps, or how far the first run is, in a project without any answer; in any other what it holds. */
export function BeforeAnswers({ children }: { children: ReactNode }) {
  const { project, project_id } = useHere();
  const run = useLiveRun();
  const chats = useAsk("list_chats", { project_id, limit: 1, include_archived: true });
  return (
    <Answered asked={chats}>
      {({ total_count }) => {
        if (project.status === "onboarding") return <BeingFilled />;
        if (total_count > 0) return children;
        return run ? <ComingIn run={run} /> : <FirstSteps />;
      }}
    </Answered>
  );
}

function ComingIn({ run }: { run: NonNullable<ReturnType<typeof useLiveRun>> }) {
  return (
    <Empty icon={<IconMessages size={32} aria-hidden />} title="Answers are coming in">
      {whole(run.done)} of {whole(run.questions)} are here
      <RunRest run={run} />. This page fills by itself.
    </Empty>
  );
}

function BeingFilled() {
  return (
    <Empty icon={<IconMessages size={32} aria-hidden />} title="Answers are coming in">
      This page is whole once all are here.
    </Empty>
  );
}

function NoneInRange({ isOfWholeDays }: { isOfWholeDays: boolean }) {
  const { project, scope, isGuest } = useHere();
  const setScope = useSetScope();
  const isFiltered = countFilters(scope) > 0;
  const actions = (
    <>
      {isFiltered && (
        <Button size="xs" onClick={() => setScope(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
      {!isOfWholeDays && (
        <Button
          size="xs"
          variant="default"
          onClick={() => setScope({ range: "365d", from: undefined, to: undefined })}
        >
          Look at the last 12 months
        </Button>
      )}
    </>
  );
  return (
    <Empty
      icon={<IconMessages size={32} aria-hidden />}
      title={isFiltered ? "No answers with these filters" : "No answers in this range"}
      action={!isGuest && actions}
    >
      {project.name} has captured answers, but none for these days{isFiltered && " and filters"}.
      {isOfWholeDays && " Whole days count here: today's answers do from tomorrow on."}
    </Empty>
  );
}

type Step = {
  title: string;
  text: string;
  isDone: boolean;
  to: PagePath;
  /** Undefined: it cannot be done yet. */
  action: string | undefined;
};

/** The steps to a first report, once it is known what there is of brands, prompts and assistants. */
function FirstSteps() {
  const { project_id } = useHere();
  const brands = useAsk("list_brands", { project_id, limit: 1 }, { beside: false });
  const { prompts, targets, missing } = useMissing({ beside: false });
  const lists = [brands, prompts, targets];
  return (
    <Answered<unknown> asked={lists.find(({ data }) => !data) ?? brands}>
      {() => <Steps steps={stepsOf(brands.data?.total_count ?? 0, missing)} />}
    </Answered>
  );
}

function stepsOf(brands: number, missing: readonly Missing[]): Step[] {
  return [
    {
      title: "Track your competitors",
      text: "They are what your visibility is measured against.",
      isDone: brands > 1,
      to: "/brands",
      action: "Track a brand",
    },
    {
      title: "Write the questions that buyers ask",
      text: "Twenty or more, most of them without your name.",
      isDone: !missing.includes("prompt"),
      to: "/prompts",
      action: "Add prompts",
    },
    {
      title: "Choose the assistants to ask",
      text: "With your own key at their provider, or a simulated one to try it.",
      isDone: !missing.includes("assistant"),
      to: "/models",
      action: "Add an assistant",
    },
    {
      title: "Ask",
      text: "Every day automatically, or now. Your first report is ready within minutes.",
      isDone: false,
      to: "/runs",
      action: missing.length === 0 ? "Ask now" : undefined,
    },
  ];
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const { project, canWrite } = useHere();
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Stack gap="md" maw={620} mx="auto" py="lg">
      <div>
        <Text fw={600}>Four steps to the first report on {project.name}</Text>
        <Dim>
          Do you already have answers? Import them:{" "}
          <PageLink isInText to="/connect">
            over the REST API
          </PageLink>
          , or with the import command.
        </Dim>
      </div>
      <Stack component="ol" gap="xs" className="bare-list">
        {steps.map((step) => (
          <Group key={step.title} component="li" gap="sm" wrap="nowrap" align="flex-start">
            {step.isDone ? (
              <IconCircleCheckFilled size={22} className="good" aria-label="Done" />
            ) : (
              <IconCircleDashed size={22} className="dim" aria-label="To do" />
            )}
            <Group flex={1} gap="xs" align="flex-start">
              <div className="grow">
                <Text size="sm" fw={step === next ? 600 : 500}>
                  {step.title}
                </Text>
                <Dim>{step.text}</Dim>
              </div>
              {canWrite && !step.isDone && step.action && (
                <PageLink to={step.to} isButton={step === next ? "filled" : "default"}>
                  {step.action}
                </PageLink>
              )}
            </Group>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
