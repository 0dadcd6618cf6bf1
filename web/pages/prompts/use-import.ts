import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../call.ts";
import { useHere } from "../../here.tsx";
import type { FileRow } from "./read-file.ts";
import { PROMPTS_STALE, useGroups } from "./use-prompts.ts";

const BATCH = 100;
/** How far an import is, what was left out and why, and what ended it early. */
export type Import = {
  state: "idle" | "running" | "done";
  sent: number;
  made: number;
  skipped: { line: number; message: string }[];
  error: Error | null;
};
const IDLE: Import = { state: "idle", sent: 0, made: 0, skipped: [], error: null };

/** What names compare by, as on the server: any case, any width, spaces counted once. */
const keyOf = (name: string) => name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** The names in a file that the project has no topic or tag of. */
export function useNewNames(rows: readonly FileRow[]) {
  const groups = useGroups();
  const missing = (wanted: string[], known: Iterable<{ name: string }>) => {
    const have = new Set([...known].map(({ name }) => keyOf(name)));
    return [...new Map(wanted.map((name) => [keyOf(name), name]))]
      .filter(([key]) => !have.has(key))
      .map(([, name]) => name);
  };
  return {
    topics: missing(
      rows.flatMap(({ topic }) => topic ?? []),
      groups.topics.values(),
    ),
    tags: missing(
      rows.flatMap(({ tags }) => tags),
      groups.tags.values(),
    ),
  };
}

/** Makes the topics, tags and prompts of a file, a hundred prompts at a time. */
export function useImport() {
  const { project_id } = useHere();
  const groups = useGroups();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Import>(IDLE);
  const ids = (known: ReadonlyMap<string, { id: string; name: string }>) =>
    new Map([...known.values()].map(({ id, name }) => [keyOf(name), id]));

  async function makeGroups(names: { topics: string[]; tags: string[] }) {
    const topics = ids(groups.topics);
    const tags = ids(groups.tags);
    for (const name of names.topics)
      topics.set(keyOf(name), (await call("create_topic", { project_id, name })).id);
    for (const name of names.tags)
      tags.set(keyOf(name), (await call("create_tag", { project_id, name })).id);
    return { topics, tags };
  }

  async function run(rows: readonly FileRow[], names: { topics: string[]; tags: string[] }) {
    let now: Import = { ...IDLE, state: "running" };
    setProgress(now);
    try {
      const { topics, tags } = await makeGroups(names);
      for (let from = 0; from < rows.length; from += BATCH) {
        const batch = rows.slice(from, from + BATCH);
        const { data, skipped } = await call("create_prompts", {
          project_id,
          prompts: batch.map(({ line: _, topic, tags: tagged, ...prompt }) => ({
            ...prompt,
            topic_id: topic ? (topics.get(keyOf(topic)) ?? null) : null,
            tag_ids: [...new Set(tagged.flatMap((name) => tags.get(keyOf(name)) ?? []))],
          })),
        });
        now = {
          ...now,
          sent: from + batch.length,
          made: now.made + data.length,
          skipped: [
            ...now.skipped,
            ...skipped.map(({ index, message }) => ({ line: batch[index]?.line ?? 0, message })),
          ],
        };
        setProgress(now);
      }
      setProgress({ ...now, state: "done" });
    } catch (error) {
      setProgress({ ...now, state: "done", error: error as Error });
    }
    await Promise.all(PROMPTS_STALE.map((name) => client.invalidateQueries({ queryKey: [name] })));
  }
  return { progress, run };
}
