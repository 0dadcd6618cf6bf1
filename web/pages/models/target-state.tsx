import { Badge, Text, Tooltip } from "@mantine/core";
import { ProblemBadge, useHealth } from "../../brands/health.tsx";
import type { Target } from "../../brands/model-form.tsx";
import { someQuestions } from "../../brands/run-badge.tsx";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf, showDay } from "../../scope.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { explainLeftOut } from "../../words/left-out.ts";
import { endsSoon } from "../../words/model-facts.ts";
import { ago, whole } from "../../words/numbers.ts";
import { explainProbe } from "../../words/probe.ts";
import { Dim, Fine } from "../../words/text.ts";
import { COUNTED_HERE, RUNS } from "./counted-here.ts";

/** What is wrong with an assistant, or how its last question went. */
export function State({ target }: { target: Target }) {
  const problems = useHealth().filter(
    ({ model_id, is_judge }) => model_id === target.model_id && !is_judge,
  );
  if (problems.length > 0) {
    return problems.map((problem) => <ProblemBadge key={problem.problem} problem={problem} />);
  }
  return <LastTry target={target} />;
}

function LastTry({ target }: { target: Target }) {
  const { is_active, paused_until, paused_reason, last_error, last_success_at } = target;
  if (!is_active) {
    return (
      <Dim>
        switched off, {last_success_at ? `answered ${ago(last_success_at)}` : "never answered"}
      </Dim>
    );
  }
  if (paused_until && Date.parse(paused_until) > Date.now()) {
    return (
      <Tooltip
        label={`${paused_reason ?? "It failed too often."} Tried again ${ago(paused_until)}.`}
      >
        <Badge color="red" tabIndex={0}>
          paused
        </Badge>
      </Tooltip>
    );
  }
  if (last_error) {
    return (
      <Tooltip label={last_error}>
        <Badge color="orange" tabIndex={0}>
          last try failed
        </Badge>
      </Tooltip>
    );
  }
  return (
    <Dim>{last_success_at ? `answered ${ago(last_success_at)}` : "not asked by Earshot yet"}</Dim>
  );
}

/** On which of the last thirty days an assistant failed last, how many of its questions, why, and what became of these. */
export function LastFailed({ target: { model_id } }: { target: Target }) {
  const { project_id, timezone } = useHere();
  const { date_from } = periodOf(COUNTED_HERE, timezone);
  const runs = useAsk("list_runs", { project_id, limit: RUNS });
  const failuresOf = (run: { errors: NonNullable<typeof runs.data>["data"][number]["errors"] }) =>
    run.errors.filter((one) => one.model_id === model_id && one.failed + one.came_back > 0);
  const run = runs.data?.data.find(({ day, ...one }) => day >= date_from && failuresOf(one)[0]);
  const asked = { project_id, run_id: run?.id ?? "" };
  const models = useAsk("get_run_models", asked, { enabled: run !== undefined, beside: false });
  if (!run || !models.data) return null;
  const questions = models.data.models.find((one) => one.model_id === model_id)?.questions ?? 0;
  const [lost, back] = (["failed", "came_back"] as const).map((of) =>
    failuresOf(run).reduce((sum, one) => sum + one[of], 0),
  ) as [number, number];
  const came = back > 0 ? `, ${lost === 0 ? "all" : whole(back)} came back when asked again` : "";
  return (
    <Fine component="div">
      <PageLink
        isQuiet
        to="/runs/$run_id"
        params={{ run_id: run.id }}
        search={{ assistant: model_id }}
      >
        {whole(lost + back)} of {someQuestions(questions)} failed on {showDay(run.day)}
        {came}
      </PageLink>
      {failuresOf(run).map(({ kind, message }) => (
        <Text
          key={kind}
          size="xs"
          lineClamp={2}
          title={message}
          style={{ overflowWrap: "anywhere" }}
        >
          {message}
        </Text>
      ))}
    </Fine>
  );
}

/** A warning that its provider ends the model soon. */
export function Ends({ target: { listed } }: { target: Target }) {
  const ends = endsSoon(listed?.retires_on ?? null);
  if (!ends || !listed?.retires_on) return null;
  return (
    <Tooltip
      maw={360}
      label={`Its provider ends it on ${showDay(listed.retires_on)}, as its list said on ${showDay(listed.read_on)}. Choose another model under Edit.`}
    >
      <Badge color={ends.days < 14 ? "red" : "orange"} tabIndex={0}>
        {ends.says}
      </Badge>
    </Tooltip>
  );
}

/** What the last test found out. */
export function Tested({ target: { probe } }: { target: Target }) {
  if (!probe) return null;
  const found = probe.is_working ? explainProbe(probe).join(" ") : probe.message;
  return (
    <Tooltip maw={420} label={found}>
      <Fine tabIndex={0}>
        {probe.is_working ? "tested" : "test failed"} {ago(probe.tested_at)}
      </Fine>
    </Tooltip>
  );
}

/** What a provider refused, so that the assistant is asked without it. */
export function LeftOut({ target: { left_out } }: { target: Target }) {
  return left_out.map(({ part, since, said }) => (
    <Tooltip
      key={part}
      maw={420}
      label={`Its provider refused ${part} ${ago(since)}: “${said}” It is tried again after a week, or when you save its settings.`}
    >
      <Fine tabIndex={0}>{explainLeftOut(part)}</Fine>
    </Tooltip>
  ));
}
