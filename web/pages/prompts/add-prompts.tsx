import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import { call, type OutputOf } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { Failed } from "../../widgets/states.tsx";
import { PromptFields, type PromptValues } from "./prompt-fields.tsx";
import { useSendGroups } from "./typed-groups.ts";

const MOST = 100;
type Skipped = OutputOf<"create_prompts">["skipped"][number] & { text: string };

/** Adds prompts, one a line, all of one country, language, topic and tags. */
export function AddPrompts({
  onAdded,
  onClose,
}: {
  /** Is told what to say of those that were added. */
  onAdded(message: string, prompt_ids: readonly string[]): void;
  onClose(): void;
}) {
  const { project, project_id } = useHere();
  const [text, setText] = useState("");
  const [first] = useState<PromptValues>({
    country_code: project.country_code,
    language_code: project.language_code,
    topic_id: null,
    tag_ids: [],
  });
  const [values, setValues] = useState(first);
  const [isTyping, setTyping] = useState(false);
  const [skipped, setSkipped] = useState<Skipped[]>([]);
  const firstAsked = useFirstAsked();
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const create = useSendGroups(
    (groups) =>
      call("create_prompts", {
        project_id,
        prompts: lines.map((line) => ({ text: line, ...values, ...groups })),
      }),
    { isUsed: ({ data }) => data.length > 0 },
  );
  const send = () =>
    create.mutate(values, {
      onSuccess: ({ answer, groups }) => {
        const made = answer.data.length;
        const added = made === 1 ? "1 prompt was added." : `${made} prompts were added.`;
        if (made > 0)
          onAdded(
            `${added} ${firstAsked(made)}`,
            answer.data.map(({ id }) => id),
          );
        if (answer.skipped.length === 0) return onClose();
        const left = answer.skipped.map((one) => ({ ...one, text: lines[one.index] ?? "" }));
        setSkipped(left);
        setText(left.map((one) => one.text).join("\n"));
        setValues({ ...values, ...groups });
      },
    });
  return (
    <Dialog
      onClose={onClose}
      title="Add prompts"
      size="lg"
      isBusy={create.isPending}
      isChanged={text !== "" || values !== first || isTyping}
    >
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
            lines.length > MOST && `These are ${lines.length}; import a file for more than ${MOST}.`
          }
        />
        <PromptFields values={values} onChange={setValues} onTyping={setTyping} />
        {skipped.length > 0 && <SkippedLines skipped={skipped} />}
        {create.error && <Failed error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {skipped.length > 0 ? "Close" : "Cancel"}
          </Button>
          <Button
            onClick={send}
            loading={create.isPending}
            disabled={lines.length === 0 || lines.length > MOST}
          >
            {lines.length === 1 ? "Add 1 prompt" : `Add ${lines.length || ""} prompts`}
          </Button>
        </Group>
      </Stack>
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
