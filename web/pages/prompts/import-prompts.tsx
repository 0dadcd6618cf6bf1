import { Alert, Button, Code, FileInput, Group, Progress, Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "../../widgets/dialog.tsx";
import { Scroll } from "../../widgets/scroll.tsx";
import { Failed } from "../../widgets/states.tsx";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { whole } from "../../words/numbers.ts";
import type { PromptFile } from "./read-file.ts";
import { type Import, useImport, useNewNames } from "./use-import.ts";

const BYTES_MAX = 10_000_000;
const SHOWN_MAX = 50;

/** Brings prompts in from a file, which the browser reads; tells what it cannot use by line. */
export function ImportPrompts({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<PromptFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { progress, run } = useImport();
  const names = useNewNames(file?.rows ?? []);
  const read = async (chosen: File | null) => {
    setFile(null);
    setProblem(null);
    if (!chosen) return;
    if (chosen.size > BYTES_MAX) return setProblem("The file is larger than 10 MB.");
    const [{ readPromptFile }, bytes] = await Promise.all([
      import("./read-file.ts"),
      chosen.arrayBuffer(),
    ]);
    setFile(readPromptFile(bytes));
  };
  const { state } = progress;
  const rows = file?.rows ?? [];
  return (
    <Dialog
      onClose={onClose}
      title="Import prompts"
      size="lg"
      closeOnClickOutside={state !== "running"}
      closeOnEscape={state !== "running"}
      withCloseButton={state !== "running"}
    >
      <Stack gap="sm">
        <Unsaved
          isUnsaved={state === "running"}
          lost="The import ends where it is. What was imported stays, and is skipped when you import the file again."
        />
        {state === "idle" && (
          <>
            <Explanation />
            <FileInput
              label="File"
              placeholder="Choose a file"
              data-autofocus
              accept=".csv,.tsv,.txt,.jsonl,.ndjson,.json"
              leftSection={<IconFileText size={16} aria-hidden />}
              clearable
              clearButtonProps={{ "aria-label": "Remove the file" }}
              onChange={(chosen) => void read(chosen)}
              error={problem}
            />
            {file && <Preview file={file} names={names} />}
          </>
        )}
        {state !== "idle" && <Course progress={progress} total={rows.length} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={state === "running"}>
            {state === "done" ? "Close" : "Cancel"}
          </Button>
          {state !== "done" && (
            <Button
              onClick={() => void run(rows, names)}
              loading={state === "running"}
              disabled={rows.length === 0}
            >
              Import {rows.length > 0 && whole(rows.length)}{" "}
              {rows.length === 1 ? "prompt" : "prompts"}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Explanation() {
  return (
    <Text size="sm" c="dimmed" component="div">
      CSV whose first line names its columns, or JSON Lines. <Code>prompt</Code> is needed;{" "}
      <Code>country_code</Code>, <Code>language_code</Code>, <Code>topic</Code> and{" "}
      <Code>tags</Code> (separated by semicolons) are optional. Where country or language is
      missing, the project's is used.
    </Text>
  );
}

function Preview({
  file,
  names,
}: {
  file: PromptFile;
  names: { topics: string[]; tags: string[] };
}) {
  const { rows, errors } = file;
  return (
    <>
      <Text size="sm" aria-live="polite">
        {whole(rows.length)} usable {rows.length === 1 ? "prompt" : "prompts"}
        {rows[0] && <>, the first “{rows[0].text.slice(0, 120)}”</>}.
        {names.topics.length > 0 && <> New topics: {listed(names.topics)}.</>}
        {names.tags.length > 0 && <> New tags: {listed(names.tags)}.</>}
      </Text>
      {errors.length > 0 && (
        <Lines
          title={`${whole(errors.length)} ${errors.length === 1 ? "line" : "lines"} cannot be used`}
          lines={errors}
        />
      )}
    </>
  );
}

function listed(names: string[]): string {
  const shown = names.slice(0, 8).join(", ");
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}

function Course({ progress, total }: { progress: Import; total: number }) {
  const { state, sent, made, skipped, error } = progress;
  return (
    <>
      <Progress
        value={total === 0 ? 0 : (sent / total) * 100}
        animated={state === "running"}
        aria-label="Import"
      />
      <Text size="sm" aria-live="polite">
        {whole(made)} imported{skipped.length > 0 && `, ${whole(skipped.length)} skipped`}
        {state === "running" && `, ${whole(total - sent)} to go`}.
      </Text>
      {error && <Failed error={error} />}
      {error && sent < total && (
        <Text size="sm">
          The last {whole(total - sent)} were not imported. What was imported stays, and is skipped
          when you import the file again.
        </Text>
      )}
      {skipped.length > 0 && <Lines title="Skipped" lines={skipped} />}
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: { line: number; message: string }[] }) {
  return (
    <Alert color="yellow" variant="light" title={title}>
      <Scroll label={title}>
        <ul className="bare-list plain-list lines">
          {lines.slice(0, SHOWN_MAX).map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message.replace(/^\w+: /, "")}
            </li>
          ))}
          {lines.length > SHOWN_MAX && <li>and {whole(lines.length - SHOWN_MAX)} more</li>}
        </ul>
      </Scroll>
    </Alert>
  );
}
