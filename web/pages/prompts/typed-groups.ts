import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CallFailure, call } from "../../call.ts";
import { makeStale } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { PROMPTS_STALE, useGroups } from "./use-prompts.ts";

const NEW = "new:";

/** Stands for a topic or tag that was typed and is not there yet, until what gets it is saved. */
export const typedAs = (name: string) => NEW + name;
export const isTyped = (id: string) => id.startsWith(NEW);
export const nameOf = (id: string) => id.slice(NEW.length);
/** As the server tells names apart: not by case or spacing. */
export const isSame = (one: string, other: string) => keyOf(one) === keyOf(other);
const keyOf = (name: string) => name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

type Groups = { topic_id?: string | null; tag_ids: string[] };
const WAYS = {
  topics: {
    create: "create_topic",
    remove: (project_id: string, topic_id: string) =>
      call("delete_topic", { project_id, topic_id }),
  },
  tags: {
    create: "create_tag",
    remove: (project_id: string, tag_id: string) => call("delete_tag", { project_id, tag_id }),
  },
} as const;

/**
 * Sends a topic and tags with something. Those that were typed are created first, and deleted again where one of them is
 * refused or nothing got them: `isUsed` tells that of an answer; what is refused, where it is sent in one call, used none.
 */
export function useSendGroups<Answer>(
  send: (groups: Groups) => Promise<Answer>,
  {
    isUsed = () => true,
    isOneCall = true,
  }: { isUsed?: (answer: Answer) => boolean; isOneCall?: boolean } = {},
) {
  const { project_id } = useHere();
  const known = useGroups();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Groups) => {
      const made: (() => Promise<unknown>)[] = [];
      const takeBack = () => Promise.allSettled(made.map((remove) => remove()));
      const idOf = async (of: keyof typeof WAYS, id: string) => {
        if (!isTyped(id)) return id;
        const name = nameOf(id);
        const there = [...known[of].values()].find((one) => isSame(one.name, name));
        if (there) return there.id;
        const one = await call(WAYS[of].create, { project_id, name });
        made.push(() => WAYS[of].remove(project_id, one.id));
        return one.id;
      };
      const groups: Groups = { ...given, tag_ids: [] };
      try {
        if (given.topic_id) groups.topic_id = await idOf("topics", given.topic_id);
        for (const id of given.tag_ids) groups.tag_ids.push(await idOf("tags", id));
      } catch (error) {
        await takeBack();
        throw error;
      }
      const answer = await send(groups).catch(async (error) => {
        if (isOneCall && isRefused(error)) await takeBack();
        throw error;
      });
      if (isUsed(answer)) return { answer, groups };
      await takeBack();
      return { answer, groups: given };
    },
    onSettled: () => makeStale(client, PROMPTS_STALE),
  });
}

/** The server said no, and did nothing; of any other failure nobody knows. */
const isRefused = (error: unknown) =>
  error instanceof CallFailure && error.status >= 400 && error.status < 500;
