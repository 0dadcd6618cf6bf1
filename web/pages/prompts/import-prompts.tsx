import { Button, Code, FileInput, Group, Loader, Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import { callWith, type OutputOf } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { listed, whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { Lines } from "./import-course.tsx";

type Held = OutputOf<"import_prompts">;

/** Hands the server a file of prompts: first to look at what it holds, then to import it. */
export function ImportPrompts({ onStarted, onClose }: { onStarted(): void; onClose(): void }) {
  const { project_id } = useHere();
  // As it was chosen: what is changed on disk meanwhile was not checked.
  const [file, setFile] = useState<Blob | null>(null);
  const check = useMutation({
    mutationFn: async (chosen: File) => {
      const held = await readWhole(chosen);
      setFile(held);
      return callWith("import_prompts", { project_id, dry_run: true }, held);
    },
  });
  const start = useMutation({
    mutationFn: (held: Blob) => callWith("import_prompts", { project_id }, held),
    onSuccess: onStarted,
  });
  const count = check.data?.prompts ?? 0;
  return (
    <Dialog onClose={onClose} title="Import prompts" size="lg" isBusy={start.isPending}>
      <Stack gap="sm">
        <Unsaved
          isUnsaved={start.isPending}
          lost="The file is still on its way to the server: nothing of it is imported."
        />
        <Explanation />
        <FileInput
          label="File"
          placeholder="Choose a file"
          data-autofocus
          accept=".csv,.tsv,.txt,.jsonl,.ndjson,.json"
          leftSection={<IconFileText size={16} aria-hidden />}
          clearable
          clearButtonProps={{ "aria-label": "Remove the file" }}
          disabled={start.isPending}
          fileInputProps={{ onClick: forget }}
          onChange={(chosen) => {
            start.reset();
            if (chosen) check.mutate(chosen);
            else check.reset();
          }}
          error={check.error?.message}
        />
        {check.isPending && (
          <Group gap="xs" role="status">
            <Loader size={14} aria-hidden />
            <Text size="sm">Reading the file…</Text>
          </Group>
        )}
        {check.data && <Preview held={check.data} />}
        <DialogEnd error={start.error} onClose={onClose}>
          <Button
            onClick={() => file && start.mutate(file)}
            loading={start.isPending}
            disabled={count === 0}
          >
            Import {count > 0 && whole(count)} {count === 1 ? "prompt" : "prompts"}
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}

/** A browser tells nothing of a file that is chosen once more, as one that was mended. */
function forget({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.value = "";
}

async function readWhole(chosen: File): Promise<Blob> {
  try {
    return new Blob([await chosen.arrayBuffer()]);
  } catch {
    throw new Error("The file was changed or moved since you chose it: choose it again.");
  }
}

function Explanation() {
  return (
    <Dim component="div">
      CSV whose first line names its columns, or JSON Lines; up to 10,000 prompts and 10 MB.{" "}
      <Code>prompt</Code> is needed; <Code>country_code</Code>, <Code>language_code</Code>,{" "}
      <Code>topic</Code> and <Code>tags</Code> (separated by semicolons) are optional. Where country
      or language is missing, the project's is used.
    </Dim>
  );
}

function Preview({ held }: { held: Held }) {
  const { prompts, unchanged, first, new_topics, new_tags, failed, failed_count } = held;
  const { ignored_columns: ignored } = held;
  const firstAsked = useFirstAsked();
  return (
    <>
      <Text size="sm" aria-live="polite">
        {whole(prompts)} usable {prompts === 1 ? "prompt" : "prompts"}
        {first && <>, the first “{first.slice(0, 120)}”</>}.
        {unchanged > 0 && <> {whole(unchanged)} of them are there already, and stay as they are.</>}
        {ignored.length > 0 && <> Columns that are not read: {listed(ignored, 8)}.</>}
        {new_topics.length > 0 && <> New topics: {listed(new_topics, 8)}.</>}
        {new_tags.length > 0 && <> New tags: {listed(new_tags, 8)}.</>}
        {prompts > unchanged && <> {firstAsked(prompts - unchanged)}</>}
      </Text>
      {failed_count > 0 && (
        <Lines
          title={`${whole(failed_count)} ${failed_count === 1 ? "line" : "lines"} cannot be used`}
          lines={failed}
          count={failed_count}
        />
      )}
    </>
  );
}
