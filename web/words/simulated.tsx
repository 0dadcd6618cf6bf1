import { Badge, Tooltip } from "@mantine/core";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

/** What marks a project's answers, in words: for print, pictures and files. Where that cannot be told, they may be invented. */
export function useMarks(): ("simulated" | "from memory" | "perhaps simulated")[] {
  const { project_id } = useHere();
  const { data, errorUpdateCount } = useAsk("list_models", { project_id, limit: 1000 });
  if (!data && errorUpdateCount > 0) return ["perhaps simulated"];
  const models = data?.data ?? [];
  const isInvented = models.some(({ provider }) => provider === "simulated");
  const isLocal = models.some(({ provider, surface }) => isFromMemory({ provider, surface }));
  return [
    ...(isInvented ? ["simulated" as const] : []),
    ...(isLocal ? ["from memory" as const] : []),
  ];
}

/** The columns of a file of rows that carry these marks, and what its rows are filtered by; what each row has there. */
export const columnsOf = (marks: readonly string[], filters: readonly string[]) => [
  ...marks.map((mark) => mark.replace(" ", "_")),
  ...(filters.length > 0 ? ["filtered_by"] : []),
];
export const markCells = (marks: readonly string[], filters: readonly string[]) => [
  ...marks.map(() => true),
  ...(filters.length > 0 ? [filters.join("; ")] : []),
];

/** Says so wherever a project's answers are invented ones, or from assistants that never search the web. */
export function Simulated() {
  const marks = useMarks();
  return (
    <>
      {marks.includes("simulated") && (
        <Mark
          word="simulated"
          says="Some of its assistants are simulated: no real assistant was asked, and their answers are invented."
        />
      )}
      {marks.includes("perhaps simulated") && (
        <Mark
          word="perhaps simulated"
          says="Its assistants could not be loaded, so it is not known whether any of them is simulated."
        />
      )}
      {marks.includes("from memory") && (
        <Mark
          word="from memory"
          says="Some of its assistants run on your own machine and do not search the web: they answer from memory. The filter Search leaves such answers out."
        />
      )}
    </>
  );
}

/** Whether an assistant's answers are all from memory: a model on one's own machine has no search. */
export function isFromMemory({ provider, surface }: { provider: string; surface: string }) {
  return surface === "local" && provider !== "simulated";
}

function Mark({ word, says }: { word: string; says: string }) {
  return (
    <Tooltip label={says} maw={360}>
      <Badge color="yellow" tabIndex={0}>
        {word}
      </Badge>
    </Tooltip>
  );
}
