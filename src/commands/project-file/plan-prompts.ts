import { nameKey } from "#domain/brands/brand.ts";
import { archivePrompts } from "#domain/prompts/archive-prompts.ts";
import { createPrompts } from "#domain/prompts/create-prompts.ts";
import { deletePrompts } from "#domain/prompts/delete-prompts.ts";
import { promptKey } from "#domain/prompts/prompt-queries.ts";
import { unarchivePrompts } from "#domain/prompts/unarchive-prompts.ts";
import { updatePrompt } from "#domain/prompts/update-prompt.ts";
import { updatePrompts } from "#domain/prompts/update-prompts.ts";
import {
  detailsOf,
  inPieces,
  isSameSet,
  type Line,
  type Part,
  type Ref,
  refTo,
  type Scene,
  type Step,
} from "./plan.ts";
import { countryOf, type ProjectFile } from "./project-file.ts";
import type { State } from "./project-state.ts";
import type { Problem } from "./read-file.ts";

const IDLE_MAX = 10;

type Wanted = NonNullable<ProjectFile["prompts"]>[number] & { key: string; country_code: string };
type Now = State["prompts"][number];

/** Prompts by their text and country: made and moved to a topic by the hundred, else changed one by one. */
export function planPrompts({ file, state, prune }: Scene): Part {
  if (!file.prompts) return {};
  const country = file.project.country_code ?? state.project.country_code;
  const known = new Map(state.prompts.map((prompt) => [promptKey(prompt), prompt]));
  const wanted = file.prompts.map((prompt): Wanted => {
    const country_code = countryOf(prompt, { country_code: country });
    return { ...prompt, country_code, key: promptKey({ ...prompt, country_code }) };
  });
  const fresh = wanted.filter(({ key }) => !known.has(key));
  const there = wanted.flatMap((one): [Wanted, Now][] => {
    const now = known.get(one.key);
    return now ? [[one, now]] : [];
  });
  const named = new Set(wanted.map(({ key }) => key));
  const rest = state.prompts.filter((prompt) => !named.has(promptKey(prompt)));
  return {
    left: prune ? [] : rest.map(whatOf),
    problems: findTwins(wanted),
    // Room that a plan has for active prompts is made first.
    steps: [
      ...(prune ? inPieces(rest).map(deletion) : []),
      ...moves(there, "archived"),
      ...inSmallPieces(fresh).flatMap((some) => [creation(some, state), ...archiving(some)]),
      ...edits(there, state),
      ...moves(there, "active"),
    ],
  };
}

function findTwins(wanted: readonly Wanted[]): Problem[] {
  const first = new Map<string, number>();
  return wanted.flatMap(({ key }, index) => {
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      return [];
    }
    const message = `is the prompt of prompts[${before}] already; keep one of them`;
    return [{ path: ["prompts", index], message }];
  });
}

const whatOf = ({ text, country_code }: { text: string; country_code: string }) =>
  `prompt ${text.length > 100 ? `${text.slice(0, 99)}…` : text} (${country_code})`;

function deletion(some: readonly Now[]): Step {
  const details = ["with its answers; status: archived in the file would keep them"];
  const lines = some.map((prompt): Line => ({ sign: "-", what: whatOf(prompt), details }));
  return { lines, operation: deletePrompts, input: { prompt_ids: some.map(({ id }) => id) } };
}

function creation(some: readonly Wanted[], state: State): Step {
  const lines = some.map(({ key: _, text, country_code, ...fields }): Line => {
    return { sign: "+", what: whatOf({ text, country_code }), details: detailsOf(fields) };
  });
  const prompts = some.map(({ text, country_code, language_code, topic, tags }) => ({
    ...{ text, country_code },
    ...(language_code !== undefined && { language_code }),
    ...(topic && { topic_id: topicOf(topic, state) }),
    ...(tags && { tag_ids: tags.map((tag) => tagOf(tag, state)) }),
  }));
  return { lines, operation: createPrompts, input: { prompts } };
}

/** In the order of the file; few that are to be archived at once, and none with what follows: until then they take room. */
function inSmallPieces(fresh: readonly Wanted[]): Wanted[][] {
  let [piece, idle] = [0, 0];
  const few = Map.groupBy(fresh, ({ status }) => {
    const isIdle = status === "archived";
    if (isIdle ? idle === IDLE_MAX : idle > 0) {
      piece += 1;
      idle = 0;
    }
    if (isIdle) idle += 1;
    return piece;
  });
  return [...few.values()].flatMap((some) => inPieces(some));
}

/** New prompts are active: those that are to be archived become so after it. */
function archiving(some: readonly Wanted[]): Step[] {
  const idle = some.filter(({ status }) => status === "archived");
  if (idle.length === 0) return [];
  const input = { prompt_ids: idle.map(({ key }) => refTo("prompt", key)) };
  return [{ lines: [], operation: archivePrompts, input }];
}

/** Prompts that get the same topic do so together: to move their sums one by one takes the longer the more have moved. */
function edits(there: readonly [Wanted, Now][], state: State): Step[] {
  const all = there.flatMap(([one, now]) => edit(one, now, state));
  const moved = all.filter(({ topic }) => topic !== undefined);
  const pieces = [...Map.groupBy(moved, ({ topic = null }) => keyOf(topic)).values()];
  const moving = pieces.flatMap(inPieces).map((piece): Step => {
    const topic_id = piece[0]?.topic ? topicOf(piece[0].topic, state) : null;
    const input = { prompt_ids: piece.map(({ now }) => now.id), topic_id };
    return { lines: piece.map(({ line }) => line), operation: updatePrompts, input };
  });
  const others = all.filter(({ input }) => Object.keys(input).length > 0);
  return [
    ...moving,
    ...others.map(({ now, topic, line, input }): Step => {
      // The other steps said it of those that move.
      const lines = topic === undefined ? [line] : [];
      return { lines, operation: updatePrompt, input: { prompt_id: now.id, ...input } };
    }),
  ];
}

/** What becomes of a prompt: its new topic, null for none, where it gets another, and what else is changed. */
type Edit = { now: Now; line: Line; topic?: string | null; input: Step["input"] };

function edit(wanted: Wanted, now: Now, state: State): Edit[] {
  const { language_code, topic, tags } = wanted;
  const topic_now = state.topics.find(({ id }) => id === now.topic_id)?.name ?? null;
  const tags_now = state.tags.filter(({ id }) => now.tag_ids.includes(id)).map(({ name }) => name);
  const isOther = {
    language_code: language_code !== undefined && language_code !== now.language_code,
    topic: topic !== undefined && keyOf(topic) !== keyOf(topic_now),
    tags: tags !== undefined && !isSameSet(tags.map(nameKey), tags_now.map(nameKey)),
  };
  const details = detailsOf(
    {
      ...(isOther.language_code && { language_code }),
      ...(isOther.topic && { topic }),
      ...(isOther.tags && { tags }),
    },
    { language_code: now.language_code, topic: topic_now, tags: tags_now },
  );
  if (details.length === 0) return [];
  const input = {
    ...(isOther.language_code && { language_code }),
    ...(isOther.tags && { tag_ids: tags?.map((tag) => tagOf(tag, state)) }),
  };
  const line: Line = { sign: "~", what: whatOf(now), details };
  return [{ now, line, input, ...(isOther.topic && topic !== undefined && { topic }) }];
}

const keyOf = (name: string | null) => (name === null ? null : nameKey(name));

function moves(there: readonly [Wanted, Now][], status: "active" | "archived"): Step[] {
  const some = there.filter(([one, now]) => one.status === status && now.status !== status);
  return inPieces(some).map((piece) => ({
    lines: piece.map(([, now]): Line => {
      return { sign: "~", what: whatOf(now), details: detailsOf({ status }, now) };
    }),
    operation: status === "active" ? unarchivePrompts : archivePrompts,
    input: { prompt_ids: piece.map(([, { id }]) => id) },
  }));
}

function topicOf(name: string, { topics }: State): string | Ref {
  const key = nameKey(name);
  return topics.find((topic) => nameKey(topic.name) === key)?.id ?? refTo("topic", key);
}

function tagOf(name: string, { tags }: State): string | Ref {
  const key = nameKey(name);
  return tags.find((tag) => nameKey(tag.name) === key)?.id ?? refTo("tag", key);
}
