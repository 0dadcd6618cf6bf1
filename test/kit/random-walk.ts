import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "#core/period.ts";
import { makeRandom } from "./random-project.ts";
import type { RestAnswer } from "./world.ts";

/** Calls the API; null: nothing was acknowledged, because whoever was to answer is gone. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<Pick<RestAnswer, "status" | "body"> | null>;

/** What an answer was stored as, or may have been; `end` is infinite where no acknowledgement came. */
export type Version = { token: string; prompt: string; start: number; end: number };
/** What all sessions of a walk know: times are counted in calls, so that what overlapped is known. */
export type Memory = {
  clock: number;
  /** The versions of every imported answer, by what stays the same of it; oldest first. */
  answers: Map<string, Version[]>;
  /** Every text that a prompt may have had. */
  texts: Map<string, Set<string>>;
  deletions: { prompt_id: string; start: number; end: number }[];
  /** Prompts that were brought back or changed: what they were asked before is paid, and they are asked again. */
  askedAgain: Set<string>;
  /** How often each kind of call was acknowledged, and how often refused. */
  counts: Map<string, number>;
};

const COUNTRIES = ["US", "DE"];
const BRANDS = ["Acme", "Borealis", "Cumulon", "Drystan", "Everylon", "Fjordane", "Gryphex"];
const MODELS = ["ChatGPT", "Gemini", "Claude"];
const TOPICS = ["Boots", "Tents", "Maps"];
const DAYS = 60;
const [TRIES, RETRY_MS] = [30, 1_000];

export const newMemory = (): Memory => ({
  clock: 0,
  answers: new Map(),
  texts: new Map(),
  deletions: [],
  askedAgain: new Set(),
  counts: new Map(),
});

type Session = {
  name: string;
  random: (below: number) => number;
  call: Call;
  memory: Memory;
  /** The external ids it has used. */
  ids: string[];
  serial: number;
};

export function newSession(
  name: string,
  { seed, memory, call }: { seed: number; memory: Memory; call: Call },
): Session {
  const counted: Call = async (...args) => {
    let answer = await call(...args);
    // Where the machine is busy it is not the session's turn in time: nothing was done, and it asks again.
    for (let tries = 0; answer?.status === 429 && tries < TRIES; tries++) {
      await sleep(RETRY_MS);
      answer = await call(...args);
    }
    if (args[0] !== "GET" && answer)
      count(memory, `${args[0]} ${args[1].replace(/\/\w+_\w+$/, "/id")} ${answer.status}`);
    if (answer)
      assert(answer.status < 500, `${args} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  return { name, random: makeRandom(seed), call: counted, memory, ids: [], serial: 0 };
}

function count({ counts }: Memory, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** What a session may do, and how often of a hundred times. */
const ACTS: [number, (session: Session) => Promise<unknown>][] = [
  [34, importSome],
  [10, capture],
  [6, createPrompt],
  [16, editPrompt],
  [6, archive],
  [8, deletePrompts],
  [8, changeTraits],
  [7, changeBrands],
  [5, decide],
];

/** Does one thing. */
export async function step(session: Session): Promise<void> {
  let place = session.random(100);
  for (const [weight, act] of ACTS) {
    place -= weight;
    if (place < 0) return void (await act(session));
  }
}

const pick = <Item>({ random }: Session, list: readonly Item[]): Item =>
  list[random(list.length)] as Item;

function promptText(session: Session): string {
  const n = session.random(24);
  const brand = n % 6 === 0 ? ` like ${BRANDS[n % BRANDS.length]}` : "";
  return `Which boots${brand} last longest on trail ${n}?`;
}

function newLine(session: Session) {
  const token = `t${session.name}x${session.serial++}`;
  const named = BRANDS.filter(() => session.random(4) === 0);
  const answer = named.length === 0 ? "None stands out" : `I would take ${named.join(", then ")}`;
  const page = () => `https://site-${session.random(5)}.example/${session.random(2)}`;
  const status = session.random(12) === 0 ? { status: pick(session, ["refused", "error"]) } : {};
  return {
    token,
    captured_at: `${addDays("2026-01-01", session.random(DAYS))}T1${session.random(10)}:00:00Z`,
    prompt: promptText(session),
    country_code: pick(session, COUNTRIES),
    model: pick(session, MODELS),
    answer: `${answer}. ${token}`,
    search_ran: pick(session, [true, false, null]),
    search_queries: session.random(2) === 0 ? ["best boots"] : [],
    sources: [...new Set([page(), page()])].slice(session.random(3)).map((url) => ({ url })),
    ...status,
  };
}

/** Imports new answers, repeats of them, and corrections of earlier ones. */
async function importSome(session: Session) {
  const { memory, random } = session;
  const size = random(12) === 0 ? 60 : 1 + random(6);
  const lines = Array.from({ length: size }, () => {
    const { token, ...line } = newLine(session);
    const isKnown = session.ids.length > 0 && random(4) === 0;
    const id = isKnown ? pick(session, session.ids) : random(2) === 0 ? `e-${token}` : null;
    if (id && !isKnown) session.ids.push(id);
    return { token, id, line: id ? { ...line, external_id: id } : line };
  });
  // The last of several lines with one id is the one that is kept.
  const kept = [...new Map(lines.map((one) => [one.id ?? one.token, one])).values()];
  const start = memory.clock++;
  const versions = kept.map(({ token, id, line }) => {
    const version = { token, prompt: line.prompt, start, end: Number.POSITIVE_INFINITY };
    const known = memory.answers.get(id ?? token) ?? [];
    memory.answers.set(id ?? token, [...known, version]);
    return version;
  });
  const body = lines.map(({ line }) => JSON.stringify(line)).join("\n");
  const answer = await session.call("POST", "/chats/import", body);
  if (!answer) return;
  assert.deepEqual([answer.status, answer.body.failed], [200, []]);
  const end = memory.clock++;
  for (const version of versions) version.end = end;
}

async function listIds(session: Session, path: string) {
  const answer = await session.call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1000`);
  // biome-ignore lint/suspicious/noExplicitAny: rows of any list.
  return (answer?.body.data ?? []) as any[];
}

async function somePrompts(session: Session, most: number) {
  const all = await listIds(session, "/prompts");
  const size = Math.min(all.length, 1 + session.random(most));
  const chosen = new Set(Array.from({ length: size }, () => pick(session, all)));
  for (const { id, text } of chosen) noteText(session, id, text);
  return [...chosen];
}

function noteText({ memory }: Session, id: string, text: string) {
  memory.texts.set(id, (memory.texts.get(id) ?? new Set()).add(text));
}

async function capture(session: Session) {
  const active = (await somePrompts(session, 3)).filter(({ status }) => status === "active");
  if (active.length === 0) return;
  await session.call("POST", "/runs", { prompt_ids: active.map(({ id }) => id), samples: 1 });
}

async function createPrompt(session: Session) {
  const [topic] = await listIds(session, "/topics");
  const tags = (await listIds(session, "/tags")).slice(0, session.random(3));
  const prompt = {
    text: promptText(session),
    country_code: pick(session, COUNTRIES),
    topic_id: topic?.id ?? null,
    tag_ids: tags.map(({ id }) => id),
  };
  await session.call("POST", "/prompts", { prompts: [prompt] });
}

async function editPrompt(session: Session) {
  const [prompt] = await somePrompts(session, 1);
  if (!prompt) return;
  const topics = await listIds(session, "/topics");
  const tags = await listIds(session, "/tags");
  const change = pick(session, [
    () => ({ text: promptText(session) }),
    () => ({ country_code: pick(session, COUNTRIES) }),
    () => ({ topic_id: pick(session, [...topics, null])?.id ?? null }),
    () => ({ tag_ids: tags.filter(() => session.random(2) === 0).map(({ id }) => id) }),
  ])();
  if ("text" in change) noteText(session, prompt.id, change.text);
  if ("text" in change || "country_code" in change) session.memory.askedAgain.add(prompt.id);
  await session.call("PATCH", `/prompts/${prompt.id}`, change);
}

async function archive(session: Session) {
  const ids = (await somePrompts(session, 4)).map(({ id }) => id);
  if (ids.length === 0) return;
  const path = pick(session, ["archive", "unarchive", "unarchive"]);
  if (path === "unarchive") for (const id of ids) session.memory.askedAgain.add(id);
  await session.call("POST", `/prompts/${path}`, { prompt_ids: ids });
}

async function deletePrompts(session: Session) {
  for (const { id } of await somePrompts(session, 2)) {
    const deletion = {
      prompt_id: id,
      start: session.memory.clock++,
      end: Number.POSITIVE_INFINITY,
    };
    session.memory.deletions.push(deletion);
    const answer = await session.call("DELETE", `/prompts/${id}`);
    if (!answer) return;
    deletion.end = session.memory.clock++;
  }
}

/** Makes, renames and deletes topics and tags. */
async function changeTraits(session: Session) {
  const kind = pick(session, ["topics", "tags"]);
  const all = await listIds(session, `/${kind}`);
  const one = all.length > 0 ? pick(session, all) : undefined;
  const name = `${pick(session, TOPICS)} ${session.random(3)}`;
  const act = one ? session.random(4) : 0;
  if (act <= 1) await session.call("POST", `/${kind}`, { name });
  else if (act === 2) await session.call("PATCH", `/${kind}/${one.id}`, { name });
  else await session.call("DELETE", `/${kind}/${one.id}`);
}

/** Makes, changes and deletes brands; all stored answers are read again each time. */
async function changeBrands(session: Session) {
  const all = await listIds(session, "/brands");
  const one = pick(session, all);
  const act = session.random(4);
  if (!one || act <= 1) {
    await session.call("POST", "/brands", { name: pick(session, BRANDS.slice(1)) });
  } else if (act === 2) {
    const aliases = pick(session, [[], [{ text: pick(session, BRANDS) }]]);
    await session.call("PATCH", `/brands/${one.id}`, { aliases });
  } else if (!one.is_own) await session.call("DELETE", `/brands/${one.id}`);
}

async function decide(session: Session) {
  const kind = pick(session, ["brands", "brands", "prompts", "topics"]);
  const act = pick(session, ["accept", "accept", "reject", "reopen"]);
  const status = act === "reopen" ? "rejected" : "open";
  const found = await listIds(session, `/suggestions/${kind}?status=${status}`);
  if (found.length === 0) return;
  const suggestion_ids = [pick(session, found).id];
  await session.call("POST", `/suggestions/${kind}/${act}`, { suggestion_ids });
}
