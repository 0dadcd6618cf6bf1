import { Alert, Badge, Button, Group, ScrollArea, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { AnswerText } from "../../brands/answer-text.tsx";
import type { Target } from "../../brands/model-form.tsx";
import { useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { Failed } from "../../widgets/states.tsx";
import { dollars } from "../../words/numbers.ts";
import { explainProbe } from "../../words/probe.ts";
import { Dim } from "../../words/text.ts";

/** Asks an assistant one question now, and shows what came back. */
export function ModelTest({ target, onClose }: { target: Target; onClose(): void }) {
  const { project_id } = useHere();
  const [prompt, setPrompt] = useState("Which brands would you recommend for running shoes?");
  const test = useChange("try_target", ["list_targets", "list_health"]);
  return (
    <Dialog onClose={onClose} title={`Test ${target.name}`} size="lg">
      <Stack gap="sm">
        <Dim>
          One question now finds out what it takes. The answer is not stored; the provider bills it
          as any other
          {target.estimated_cost_usd !== null && `, about ${dollars(target.estimated_cost_usd)}`}.
        </Dim>
        <Textarea
          label="Question"
          autosize
          minRows={2}
          maxLength={2000}
          value={prompt}
          onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            loading={test.isPending}
            disabled={!prompt.trim()}
            onClick={() => test.mutate({ project_id, model_id: target.model_id, prompt })}
          >
            Ask
          </Button>
        </Group>
        {test.error && <Failed error={test.error} />}
        {test.data &&
          (test.data.is_working ? (
            <Result result={test.data} />
          ) : (
            <Alert color="red" title="It did not answer" role="alert">
              {test.data.message}
            </Alert>
          ))}
      </Stack>
    </Dialog>
  );
}

type Tested = NonNullable<ReturnType<typeof useChange<"try_target">>["data"]>;

function Result({ result }: { result: Tested }) {
  const { answer, served_model, search_queries, cost_usd, cost_basis } = result;
  return (
    <Stack gap="xs" role="status">
      <Group gap={6}>
        <Badge color="green">answered</Badge>
        <Dim>
          {served_model ?? "model not reported"} ·{" "}
          {cost_usd === null ? "cost not reported" : `${dollars(cost_usd)} (${cost_basis})`}
        </Dim>
      </Group>
      <Stack gap={2} component="ul" className="bare-list" aria-label="What it takes">
        {result.probe &&
          explainProbe(result.probe).map((sentence) => (
            <Text key={sentence} size="sm" component="li">
              {sentence}
            </Text>
          ))}
      </Stack>
      {search_queries.length > 0 && (
        <Text size="sm">Searched for: {search_queries.join("; ")}</Text>
      )}
      <ScrollArea.Autosize
        mah={320}
        className="panel"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Answer" }}
      >
        {answer && <AnswerText source={answer} />}
      </ScrollArea.Autosize>
    </Stack>
  );
}
