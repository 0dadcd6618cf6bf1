import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";

type InTurn = AccountContext["inTurn"];
const WAIT_MS = 10_000;
const RETRY_SECONDS = 5;
/** How many may wait for each place of a project. */
const WAITING_PER_PLACE = 15;
const WORDS = { reads: "reports", writes: "changes" } as const;

/**
 * Shares `size` connections, 5 or more: a project's reports hold a third of them at most, its changes another third, and
 * one more of either is for other projects. Who waits is served project by project; what is left is for quick calls.
 */
export function shareConnections(size: number): InTurn {
  const per_project = Math.max(1, Math.floor((size - 1) / 3));
  const lanes = { reads: makeLane(per_project), writes: makeLane(per_project) };
  return async (kind, { project_id }, work) => {
    const leave = await lanes[kind](project_id, () => refuse(WORDS[kind]));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** What a project has under way, and what starts those of it that wait. */
type Line = { working: number; waiting: (() => void)[] };
/** Resolves when it is the project's turn, with what gives the place back. */
type Enter = (project_id: number, refuse: () => Failure) => Promise<() => void>;

function makeLane(per_project: number): Enter {
  const total = per_project + 1;
  let working = 0;
  // In the order of turns: who was served goes behind the others.
  const lines = new Map<number, Line>();
  const begin = (project_id: number, line: Line) => {
    working += 1;
    line.working += 1;
    lines.delete(project_id);
    lines.set(project_id, line);
  };
  const forget = (project_id: number, line: Line) => {
    if (line.working + line.waiting.length === 0) lines.delete(project_id);
  };
  const end = (project_id: number, line: Line) => {
    working -= 1;
    line.working -= 1;
    forget(project_id, line);
    const next = nextOf(lines, per_project);
    if (!next) return;
    begin(...next);
    next[1].waiting.shift()?.();
  };
  return async (project_id, refuse) => {
    const line = lines.get(project_id) ?? { working: 0, waiting: [] };
    lines.set(project_id, line);
    if (working < total && line.working < per_project) begin(project_id, line);
    else
      await waitIn(line.waiting, per_project * WAITING_PER_PLACE, refuse).finally(() =>
        forget(project_id, line),
      );
    return () => end(project_id, line);
  };
}

/** Of the projects that wait and may begin, the one that has least under way; of those, who was served longest ago. */
function nextOf(lines: Map<number, Line>, per_project: number): [number, Line] | undefined {
  return [...lines]
    .filter(([, { working, waiting }]) => waiting.length > 0 && working < per_project)
    .sort(([, left], [, right]) => left.working - right.working)[0];
}

function waitIn(waiting: (() => void)[], most: number, refuse: () => Failure): Promise<void> {
  return new Promise((resolve, reject) => {
    if (waiting.length >= most) return reject(refuse());
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(refuse());
    }, WAIT_MS);
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    waiting.push(start);
  });
}

function refuse(what: string): Failure {
  return new Failure(
    "RATE_LIMIT_EXCEEDED",
    `Too many ${what} of this project are under way; wait ${RETRY_SECONDS} s and try again.`,
    { retry_after_seconds: RETRY_SECONDS },
  );
}
