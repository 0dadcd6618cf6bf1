import { Alert, Group, Progress, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callAll } from "../../asking.ts";
import type { OutputOf } from "../../call.ts";
import { makeStale, useAsk } from "../../data.ts";
import { useProgress } from "../../frame/use-progress.ts";
import { useHere } from "../../here.tsx";
import { recall, remember } from "../../remember.ts";
import { SmallButton } from "../../widgets/buttons.ts";
import { downloadCsv } from "../../widgets/download.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Scroll } from "../../widgets/scroll.tsx";
import { Failed, Missing } from "../../widgets/states.tsx";
import { whole } from "../../words/numbers.ts";
import { PROMPTS_STALE } from "./use-prompts.ts";

type Import = OutputOf<"list_prompt_imports">["data"][number];
const MOVES = ["list_prompt_imports"] as const;
const SHOWN_MAX = 50;
/** For so long it is said how an import went, unless that was closed. */
const TOLD_MS = 86_400_000;
const CLOSED = "import-closed";

/** How far the import of prompts is, whoever began it, and then how it went. */
export function ImportCourse() {
  const { project_id } = useHere();
  const client = useQueryClient();
  const [closed, close] = useState(() => recall(CLOSED));
  const imports = useAsk(
    "list_prompt_imports",
    { project_id, limit: 1 },
    { refetchInterval: ({ state }) => (isRunning(state.data?.data[0]) ? 5_000 : false) },
  );
  const [last] = imports.data?.data ?? [];
  const runs = isRunning(last);
  useProgress(MOVES, runs);
  // A short one has ended before it is first seen.
  const now = imports.data && `${project_id} ${last?.id} ${last?.status}`;
  const seen = useRef(now);
  useEffect(() => {
    const hasMoved = seen.current !== undefined && seen.current !== now;
    seen.current = now;
    if (!hasMoved || runs) return;
    void makeStale(client, PROMPTS_STALE);
  }, [client, now, runs]);
  if (imports.error && !imports.data) return <Missing what="The last import" asked={imports} />;
  if (!last || last.id === closed) return null;
  if (runs) return <Running course={last} />;
  if (Date.now() - Date.parse(last.finished_at ?? "") > TOLD_MS) return null;
  const put = () => {
    remember(CLOSED, last.id);
    close(last.id);
  };
  return <Ended course={last} onClose={put} />;
}

const isRunning = (one: Import | undefined) => one?.status === "running";

function Running({ course: { done, total, imported } }: { course: Import }) {
  return (
    <Panel title="Prompts are being imported" className="import-course">
      <Progress value={(done / total) * 100} animated aria-label="Import" />
      <Text size="sm" mt="xs" aria-live="polite">
        {whole(done)} of {whole(total)} lines, {whole(imported)} imported. You can leave this page:
        the server goes on.
      </Text>
    </Panel>
  );
}

function Ended({ course, onClose }: { course: Import; onClose(): void }) {
  const { id, imported, unchanged, failed, problem, total, done } = course;
  return (
    <Panel
      title={problem === null ? "Prompts were imported" : "The import ended early"}
      className="import-course"
      action={<SmallButton onClick={onClose}>Close</SmallButton>}
    >
      <Text size="sm" role="status">
        {whole(imported)} imported
        {unchanged > 0 && `, ${whole(unchanged)} there already`}
        {failed > 0 && `, ${whole(failed)} could not be used`}.
      </Text>
      {problem !== null && (
        <Text size="sm" mt="xs">
          {problem} {whole(total - done)} lines were not imported. What was imported stays, and is
          skipped when you import the file again.
        </Text>
      )}
      {failed > 0 && <Failures import_id={id} count={failed} />}
    </Panel>
  );
}

function Failures({ import_id, count }: { import_id: string; count: number }) {
  const { project_id } = useHere();
  const failures = useAsk("list_prompt_import_failures", {
    ...{ project_id, import_id, limit: SHOWN_MAX },
  });
  const save = useMutation({
    mutationFn: async () => {
      const rows = await callAll("list_prompt_import_failures", { project_id, import_id });
      const header = ["line", "problem", "prompt"];
      const cells = rows.map(({ line, message, prompt }) => [line, message, prompt]);
      downloadCsv("lines-not-imported", header, cells);
    },
  });
  return (
    <>
      <Answered asked={failures} height={80}>
        {({ data }) => <Lines title="Not imported" lines={data} count={count} />}
      </Answered>
      {save.error && <Failed error={save.error} />}
      <Group mt="xs">
        <SmallButton
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Download these lines
        </SmallButton>
      </Group>
    </>
  );
}

/** Lines of a file and why they cannot be used, the first of `count`. */
export function Lines({
  title,
  lines,
  count,
}: {
  title: string;
  lines: readonly { line: number; message: string }[];
  count: number;
}) {
  const shown = lines.slice(0, SHOWN_MAX);
  return (
    <Alert color="yellow" variant="light" title={title} mt="xs">
      <Scroll label={title}>
        <ul className="bare-list plain-list lines">
          {shown.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {whole(line)}: {message}
            </li>
          ))}
          {count > shown.length && <li>and {whole(count - shown.length)} more</li>}
        </ul>
      </Scroll>
    </Alert>
  );
}
