import { Stack, Text } from "@mantine/core";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Behind } from "../../widgets/behind.tsx";
import { isAnyLeft, NotCounted } from "../../widgets/not-counted.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { byName } from "../../words/formats.ts";
import { someAnswers, whole } from "../../words/numbers.ts";
import { answersOf, useReportInput } from "./counted-here.ts";

/** How many of its answers each assistant gave can be used, and what became of the others. */
export function AnswersOfEach() {
  const { project_id } = useHere();
  const { isKnown } = useReportInput();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  if (!isKnown || models.data?.data.length === 0) return null;
  return (
    <Panel title="Answers of each assistant">
      <Text size="sm" c="dimmed" mb="xs">
        The last thirty days: usable answers, of all that came back or failed.
      </Text>
      <Answered asked={models} height={80}>
        {({ data }) => (
          <Stack gap={6} component="ul" className="bare-list">
            {[...data]
              .sort((a, b) => byName(a.name, b.name))
              .map((model) => (
                <OfOne key={model.id} model={model} />
              ))}
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}

function OfOne({ model: { id, name } }: { model: { id: string; name: string } }) {
  const { timezone } = useHere();
  const { input } = useReportInput();
  const only = { field: "model_id" as const, operator: "in" as const, values: [id] };
  const filters = [...input.filters, only];
  // Where it fails the chart below says so, whose "Try again" asks this again, too.
  const report = useAsk("get_brand_report", { ...input, filters, limit: 1 }, { beside: false });
  const population = report.data?.population;
  if (!population)
    return (
      <li>
        <Text size="sm" component="div">
          <b>{name}</b>: {report.error ? "not loaded" : "…"}
        </Text>
      </li>
    );
  const { answers, branded_answers, no_answer, refused, error } = population;
  const all = answers + no_answer + refused + error;
  const of = answersOf(id, timezone);
  return (
    <li>
      <Text size="sm" component="div">
        <b>{name}</b>:{" "}
        <Behind count={answers} of={{ ...of, status: "answered" }}>
          {whole(answers)}
        </Behind>{" "}
        of {someAnswers(all)} usable
        {isAnyLeft(population) && (
          <>
            {"; "}
            <NotCounted population={population} of={of} />
          </>
        )}
        .
        {branded_answers > 0 && (
          <>
            {" "}
            The overview counts {whole(answers - branded_answers)} of them: without the{" "}
            {whole(branded_answers)} to prompts that name your brand.
          </>
        )}
      </Text>
    </li>
  );
}
