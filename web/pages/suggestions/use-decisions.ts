import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { createElement, useEffect, useRef, useState } from "react";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import { CallFailure, call, type InputOf, type OutputOf } from "../../call.ts";
import { makeStale } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { sayFailure } from "../../widgets/confirm.tsx";
import { capitalised } from "../../words/formats.ts";
import { listed } from "../../words/numbers.ts";
import { shorten } from "../../words/shorten.ts";
import { SaidDecided } from "./said-decided.tsx";
import type { Kind } from "./suggestion.ts";
import { stateWord } from "./words.ts";

const UNDO_MS = 10_000;
const REASONS_SHOWN = 3;
const NAMES_SHOWN = 3;
const NAME_MAX = 60;
const STALE = [
  ...["list_brand_suggestions", "list_prompt_suggestions", "list_topic_suggestions"],
  ...["list_brands", "list_prompts", "list_topics", "get_brand_report", "explain_change"],
  ...["get_usage", "get_budget", "estimate_captures", "estimate_answers_needed", "list_audit"],
];
const REREAD =
  "Stored answers are being re-read; share of voice, position and tone change with them.";
/** How often and how long a brand is waited for whose answers are being read. */
const WAITS_MAX = 60;
const WAIT_MS = 1_000;
type Word = "accepted" | "rejected" | "taken back";
/** What was done, in words. */
const wordOf = (kind: Kind, word: Word): string =>
  word === "taken back" ? "suggested again" : stateWord(kind, word);
/** What is said of a decision besides: another name; that what was made is deleted. */
type Said = { name?: string; isUndone?: boolean };
type Skipped = OutputOf<"reject_brand_suggestions">["skipped"];
type Decided = { id: string; result_id?: string | null };
type Outcome = { data: Decided[]; skipped: Skipped };
/** What may be changed of a single suggestion while it is accepted; prompts call their name `text`. */
export type Edits = Pick<InputOf<"accept_brand_suggestions">, "name" | "aliases" | "domains">;

export type Decisions = {
  /** Those that are decided and not yet gone from the list. */
  hidden: ReadonlySet<string>;
  /** Accepts them as they are, says how that went, and offers to undo it. */
  accept(ids: string[]): Promise<void>;
  /** Accepts one with changes; throws what the server says against them. */
  acceptEdited(id: string, edits: Edits): Promise<void>;
  /** Rejects them, says how that went, and offers to undo it. */
  reject(ids: string[]): Promise<void>;
  /** Takes their rejection back, and says how that went. */
  reopen(ids: string[]): Promise<void>;
  /** Deletes what accepting them made, and opens them again; throws what the server says against it. */
  undo(decided: readonly Decided[]): Promise<void>;
};

/** Notices that go with the page: elsewhere they would cover numbers, and here all can be taken back at any time. */
function useNotices() {
  const notices = useRef<string[]>([]);
  useEffect(() => () => notices.current.forEach((id) => void notifications.hide(id)), []);
  return notices;
}

/** How open suggestions are decided, and rejected ones opened again. */
export function useDecisions(kind: Kind, nameOf: (id: string) => string | undefined): Decisions {
  const { project_id } = useHere();
  const firstAsked = useFirstAsked();
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const notices = useNotices();
  const hide = (ids: string[], isHidden: boolean) =>
    setHidden((before) => {
      const next = new Set(before);
      for (const id of ids) isHidden ? next.add(id) : next.delete(id);
      return next;
    });
  /** Tells how it went; what was decided stays hidden until the lists are read again. */
  const settle = async (word: Word, ids: string[], outcome: Outcome, said: Said = {}) => {
    const open = stillOpen(outcome.skipped);
    hide(open, false);
    hide(
      ids.filter((id) => !open.includes(id)),
      true,
    );
    const names = outcome.data.map(({ id }) => said.name ?? nameOf(id) ?? id);
    const more = { brand: REREAD, prompt: firstAsked(names.length), topic: "" }[kind];
    const isMade = word === "accepted" || (said.isUndone && kind === "brand");
    const shown = tell(wordOf(kind, word), outcome, {
      names,
      more: word === "rejected" ? sayGone(names.length) : isMade ? more : "",
      undo: word === "taken back" ? undefined : () => undo(outcome.data).catch(sayFailure),
    });
    notices.current.push(...shown);
    await makeStale(client, STALE);
    hide(ids, false);
  };
  const acceptEdited = async (id: string, edits: Edits) => {
    const outcome = await sendAcceptance(kind, { project_id, suggestion_ids: [id] }, edits);
    void settle("accepted", [id], outcome, edits.name ? { name: edits.name } : {});
  };
  const accept = async (ids: string[]) => {
    try {
      const outcome = await sendAcceptance(kind, { project_id, suggestion_ids: ids }, {});
      await settle("accepted", ids, outcome);
    } catch (error) {
      sayFailure(error as Error);
    }
  };
  /** Sends at once, and hides them meanwhile. */
  const move = async (word: "rejected" | "taken back", ids: string[], said: Said = {}) => {
    hide(ids, true);
    const operation = `${word === "rejected" ? "reject" : "reopen"}_${kind}_suggestions` as const;
    try {
      void settle(word, ids, await call(operation, { project_id, suggestion_ids: ids }), said);
    } catch (error) {
      hide(ids, false);
      sayFailure(error as Error);
    }
  };
  const undo = async (decided: readonly Decided[]) => {
    const made = decided.flatMap(({ result_id }) => result_id ?? []);
    await remove(kind, project_id, made);
    await move(
      "taken back",
      decided.map(({ id }) => id),
      { isUndone: made.length > 0 },
    );
  };
  const reopen = (ids: string[]) => move("taken back", ids);
  const reject = (ids: string[]) => move("rejected", ids);
  return { hidden, accept, acceptEdited, reject, reopen, undo };
}

/** Deletes what accepting made. */
async function remove(kind: Kind, project_id: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  if (kind === "prompt")
    return void (await call("delete_prompts", { project_id, prompt_ids: ids }));
  for (const id of ids) {
    if (kind === "brand") await removeBrand(project_id, id);
    else await call("delete_topic", { project_id, topic_id: id });
  }
}

/** A brand cannot be deleted while answers are read for it: that is waited for. */
async function removeBrand(project_id: string, brand_id: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await call("delete_brand", { project_id, brand_id }));
    } catch (error) {
      const isRead = !(error instanceof CallFailure) || error.code !== "BRAND_RECALCULATING";
      if (isRead || tries === WAITS_MAX) throw error;
      await new Promise((done) => setTimeout(done, WAIT_MS));
    }
  }
}

/** Those that were left as they were and can still be decided. */
function stillOpen(skipped: Skipped): string[] {
  return skipped
    .filter(({ code }) => code === "DUPLICATE" || code === "PLAN_LIMIT_REACHED")
    .map(({ id }) => id);
}

/** Says how it went; returns the notices. */
function tell(
  word: string,
  { data, skipped }: Outcome,
  said: { names: string[]; more: string; undo: (() => Promise<void>) | undefined },
): string[] {
  const shown = data.length > 0 ? [offerUndo(sayDecided(word, said.names), said)] : [];
  if (skipped.length === 0) return shown;
  const reasons = [...new Set(skipped.map(({ message }) => message))];
  const left = reasons.length - REASONS_SHOWN;
  const unchanged = notifications.show({
    title: skipped.length === 1 ? `1 was not ${word}` : `${skipped.length} were not ${word}`,
    message: `${reasons.slice(0, REASONS_SHOWN).join(" ")}${left > 0 ? ` And ${left} more.` : ""}`,
    color: "orange",
    withBorder: true,
    autoClose: 12_000,
  });
  return [...shown, unchanged];
}

/** Says what was decided, and returns the notice, with the way to take it back where there is one. */
function offerUndo(
  title: string,
  { more, undo }: { more: string; undo: (() => Promise<void>) | undefined },
): string {
  const id = notifications.show({
    title,
    message: createElement(SaidDecided, {
      more,
      ...(undo && {
        undo: () => {
          notifications.hide(id);
          void undo();
        },
      }),
    }),
    autoClose: UNDO_MS,
    withBorder: true,
    ...(!undo && { color: "green" }),
  });
  return id;
}

const sayGone = (count: number) =>
  count === 1 ? "It is not suggested again." : "They are not suggested again.";

function sayDecided(word: string, names: string[]): string {
  const said = names.length === 1 ? capitalised(word) : `${names.length} ${word}`;
  return `${said}: ${listed(names.map(shortened), NAMES_SHOWN)}`;
}

/** As much of a name as a notice has room for. */
const shortened = (name: string) => shorten(name, NAME_MAX);

type Chosen = { project_id: string; suggestion_ids: string[] };

function sendAcceptance(kind: Kind, chosen: Chosen, edits: Edits): Promise<Outcome> {
  const { name } = edits;
  if (kind === "brand") return call("accept_brand_suggestions", { ...chosen, ...edits });
  if (kind === "prompt") return call("accept_prompt_suggestions", { ...chosen, text: name });
  return call("accept_topic_suggestions", { ...chosen, name });
}
