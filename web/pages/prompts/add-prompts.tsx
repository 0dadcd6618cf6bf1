import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import type { OutputOf } from "../../call.ts";
import { useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { Failed } from "../../widgets/states.tsx";
import { PromptFields, type PromptValues } from "./prompt-fields.tsx";
import { PROMPTS_STALE } from "./use-prompts.ts";

const MOST = 100;
type Skipped = OutputOf<"create_prompts">["skipped"][number] & { text: string };

/** Adds prompts, one a line, all of one country, language, topic and tags. */
export function AddPrompts({ onClose }: { onClose(): void }) {
  const { project, project_id } = useHere();
  const [text, setText] = useState("");
  const [values, setValues] = useState<PromptValues>({
    country_code: project.country_code,
    language_code: project.language_code,
    topic_id: null,
    tag_ids: [],
  });
  const [skipped, setSkipped] = useState<Skipped[]>([]);
  const create = useChange("create_prompts", PROMPTS_STALE);
  const firstAsked = useFirstAsked();
  // A tag or topic that is still being created would not be among what is saved.
  const isBusy = useIsMutating() > 0;
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const [isSent, setSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
  };
  // What was typed last is created by leaving its field, as a press on the button does.
  useEffect(() => {
    if (!isSent || isBusy) return;
    setSent(false);
    send();
  });
  const send = () =>
    create.mutate(
      { project_id, prompts: lines.map((line) => ({ text: line, ...values })) },
      {
        onSuccess: (answer) => {
          const made = answer.data.length;
          const added = made === 1 ? "1 prompt was added." : `${made} prompts were added.`;
          if (made > 0) say(`${added} ${firstAsked(made)}`);
          if (answer.skipped.length === 0) return onClose();
          const left = answer.skipped.map((one) => ({ ...one, text: lines[one.index] ?? "" }));
          setSkipped(left);
          setText(left.map((one) => one.text).join("\n"));
        },
      },
    );
  return (
    <Dialog onClose={onClose} title="Add prompts" size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="Prompts, one per line"
            description={`Up to ${MOST} at once, each asked of every assistant on the days of the schedule. ${firstAsked(lines.length)}`}
            placeholder={"Which running shoes are best for beginners?\nAre carbon plates worth it?"}
            autosize
            minRows={5}
            maxRows={14}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={
              lines.length > MOST &&
              `These are ${lines.length}; import a file for more than ${MOST}.`
            }
          />
          <PromptFields values={values} onChange={setValues} />
          {skipped.length > 0 && <SkippedLines skipped={skipped} />}
          {create.error && <Failed error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {skipped.length > 0 ? "Close" : "Cancel"}
            </Button>
            <Button
              type="submit"
              loading={create.isPending || isSent}
              disabled={lines.length === 0 || lines.length > MOST}
            >
              {lines.length === 1 ? "Add 1 prompt" : `Add ${lines.length || ""} prompts`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function SkippedLines({ skipped }: { skipped: readonly Skipped[] }) {
  return (
    <Alert color="yellow" variant="light" title={`${skipped.length} could not be added`}>
      <Stack gap={4} component="ul" className="bare-list plain-list">
        {skipped.map(({ index, text, message }) => (
          <Text key={index} component="li" size="sm">
            “{text}”: {message.replace(/^\w+: /, "")}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
