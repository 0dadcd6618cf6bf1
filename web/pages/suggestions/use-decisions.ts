import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { createElement, useCallback, useEffect, useRef, useState } from "react";
import { call, type InputOf, type OutputOf } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { say, sayFailure } from "../../widgets/confirm.tsx";
import type { Kind } from "./suggestion.ts";
import { UndoButton } from "./undo-button.tsx";

const UNDO_MS = 6_000;
const REASONS_SHOWN = 3;
const STALE = [
  ...["list_brand_suggestions", "list_prompt_suggestions", "list_topic_suggestions"],
  ...["list_brands", "list_prompts", "list_topics", "get_brand_report"],
];
type Skipped = OutputOf<"reject_brand_suggestions">["skipped"];
type Outcome = { data: { id: string }[]; skipped: Skipped };
/** What may be changed of a single suggestion while it is accepted; prompts call their name `text`. */
export type Edits = Pick<InputOf<"accept_brand_suggestions">, "name" | "aliases" | "domains">;

export type Decisions = {
  /** Those that are decided and not yet gone from the list. */
  hidden: ReadonlySet<string>;
  /** Accepts them as they are, and says how that went. */
  accept(ids: string[]): Promise<void>;
  /** Accepts one with changes; throws what the server says against them. */
  acceptEdited(id: string, edits: Edits): Promise<void>;
  reject(ids: string[]): void;
};

/**
 * Accepts at once. A rejection is for ever, so it is sent only after some seconds in which it can be undone, or when
 * the page is left.
 */
export function useDecisions(kind: Kind): Decisions {
  const { project_id } = useHere();
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const later = useLater();
  const hide = useCallback((ids: string[], isHidden: boolean) => {
    setHidden((before) => {
      const next = new Set(before);
      for (const id of ids) isHidden ? next.add(id) : next.delete(id);
      return next;
    });
  }, []);
  const settle = async (word: "accepted" | "rejected", ids: string[], outcome: Outcome) => {
    const open = stillOpen(outcome.skipped);
    hide(
      ids.filter((id) => !open.includes(id)),
      true,
    );
    hide(open, false);
    tell(word, outcome);
    await Promise.all(STALE.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  const acceptEdited = async (id: string, edits: Edits) =>
    settle(
      "accepted",
      [id],
      await sendAcceptance(kind, { project_id, suggestion_ids: [id] }, edits),
    );
  const accept = async (ids: string[]) => {
    try {
      const outcome = await sendAcceptance(kind, { project_id, suggestion_ids: ids }, {});
      await settle("accepted", ids, outcome);
    } catch (error) {
      sayFailure(error as Error);
    }
  };
  const reject = (ids: string[]) => {
    hide(ids, true);
    const key = `reject ${ids.join()}`;
    const send = () => {
      notifications.hide(key);
      void sendRejection(kind, project_id, ids)
        .then((outcome) => settle("rejected", ids, outcome))
        .catch((error: Error) => {
          hide(ids, false);
          sayFailure(error);
        });
    };
    const undo = () => {
      later.cancel(key);
      notifications.hide(key);
      hide(ids, false);
    };
    later.start(key, send);
    notifications.show({
      id: key,
      title: ids.length === 1 ? "Rejected for good" : `${ids.length} rejected for good`,
      message: createElement(UndoButton, { undo }),
      autoClose: UNDO_MS,
      withBorder: true,
    });
  };
  return { hidden, accept, acceptEdited, reject };
}

/** Does things after a while, unless they are cancelled; what still waits is done when the page is left. */
function useLater() {
  const waiting = useRef(new Map<string, { timer: number; act(): void }>());
  const [later] = useState(() => {
    const cancel = (key: string) => {
      clearTimeout(waiting.current.get(key)?.timer);
      return waiting.current.delete(key);
    };
    const start = (key: string, act: () => void) => {
      const once = () => {
        if (cancel(key)) act();
      };
      waiting.current.set(key, { timer: window.setTimeout(once, UNDO_MS), act: once });
    };
    const flush = () => {
      for (const { act } of [...waiting.current.values()]) act();
    };
    return { cancel, start, flush };
  });
  useEffect(() => {
    addEventListener("pagehide", later.flush);
    return () => {
      removeEventListener("pagehide", later.flush);
      later.flush();
    };
  }, [later]);
  return later;
}

/** Those that were left as they were and can still be decided. */
function stillOpen(skipped: Skipped): string[] {
  return skipped
    .filter(({ code }) => code === "DUPLICATE" || code === "PLAN_LIMIT_REACHED")
    .map(({ id }) => id);
}

function tell(word: "accepted" | "rejected", { data, skipped }: Outcome): void {
  // A rejection was announced when it was asked for.
  if (data.length > 0 && word === "accepted") {
    say(data.length === 1 ? "Accepted." : `${data.length} accepted.`);
  }
  if (skipped.length === 0) return;
  const reasons = [...new Set(skipped.map(({ message }) => message))];
  const more = reasons.length - REASONS_SHOWN;
  notifications.show({
    title: skipped.length === 1 ? `1 was not ${word}` : `${skipped.length} were not ${word}`,
    message: `${reasons.slice(0, REASONS_SHOWN).join(" ")}${more > 0 ? ` And ${more} more.` : ""}`,
    color: "orange",
    withBorder: true,
    autoClose: 12_000,
  });
}

type Chosen = { project_id: string; suggestion_ids: string[] };

function sendAcceptance(kind: Kind, chosen: Chosen, edits: Edits): Promise<Outcome> {
  const { name } = edits;
  if (kind === "brand") return call("accept_brand_suggestions", { ...chosen, ...edits });
  if (kind === "prompt") return call("accept_prompt_suggestions", { ...chosen, text: name });
  return call("accept_topic_suggestions", { ...chosen, name });
}

/** Sent so that it arrives even when the page is being left. */
async function sendRejection(
  kind: Kind,
  project_id: string,
  suggestion_ids: string[],
): Promise<Outcome> {
  const answer = await fetch(`/app/call/reject_${kind}_suggestions`, {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ project_id, suggestion_ids }),
  });
  const body = (await answer.json().catch(() => ({}))) as Outcome & {
    error?: { message: string };
  };
  if (!answer.ok) throw new Error(body.error?.message ?? `The server answered ${answer.status}.`);
  return body;
}
