import * as z from "zod";
import { encodeId } from "#core/id.ts";
import { job, upkeep } from "#core/job.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { addDays, Day, dayIn } from "#core/period.ts";
import { readRecalculation } from "#domain/answers/facts/recalculation-queries.ts";
import { claimWeeks, findReceiver, noteWritten } from "#domain/mailings/choice-queries.ts";
import { letterLater, writeLetter } from "#domain/mailings/letter.ts";
import { MAILING_ATTEMPTS } from "#domain/mailings/receiver.ts";
import { unsubscribeLink } from "#domain/mailings/unsubscribe.ts";
import { listPromptRows } from "#domain/prompts/prompt-queries.ts";
import { readWeek } from "./read-week.ts";
import { weekUpTo } from "./week.ts";
import { weekLetter } from "./week-mail.ts";

/** What `sendWeek` is known by. */
const SEND_WEEK = { name: "send_week", attempts: MAILING_ATTEMPTS, work: "project" } as const;

const NAMING = { filter: { is_branded: true }, page: { limit: 1, offset: 0 } };
/** A week waits so long for answers that are read again. */
const AGAIN_MS = 600_000;

/** Has the week mailed to those who asked for it, once: on Monday morning of their project, or on Tuesday if nobody did. */
export const sendWeeks = upkeep({
  name: "send_weeks",
  cron: "*/10 * * * *",
  async handler({ db, mail, now, queueOn }) {
    if (!mail) return;
    for (let count = -1; count !== 0; ) {
      count = await db.transaction().execute(async (trx) => {
        const due = await claimWeeks(trx, now());
        for (const one of due) await queueOn(trx).add(SEND_WEEK, one);
        return due.length;
      });
    }
  },
});

/** Composes a week for one person, who may read the project at that moment, and has it sent. */
export const sendWeek = job({
  ...SEND_WEEK,
  input: z.strictObject({ project_id: z.int(), user_id: z.int(), monday: Day }),
  async handler(context, { monday, ...asker }) {
    const { project_id } = asker;
    const now = context.now();
    const receiver = await findReceiver(context.db, asker, { mailing: "week", now });
    if (!receiver) return;
    const { timezone, project_name } = receiver;
    // Half read again, the two weeks are of no one measure. On Tuesday it goes out, and says so.
    if (dayIn(timezone, now) === monday && (await readRecalculation(context.db, { project_id }))) {
      const run_at = new Date(now.getTime() + AGAIN_MS);
      return context.queueOn(context.db).add(SEND_WEEK, { monday, ...asker }, { run_at });
    }
    const days = weekUpTo(addDays(monday, -1), { timezone, now });
    const project = { project_id, timezone };
    const query = { ...days, branded: "exclude" as const, filters: [], rows: [] };
    const { week, left_out } = await atOneMoment({ ...context, project }, async (db) => ({
      week: await readWeek(db, project, { query, now }),
      left_out: (await listPromptRows(db, project, NAMING)).total_count,
    }));
    // Of a project that nothing is asked for there is nothing to tell.
    const { answers } = week.population;
    if (answers + (week.own?.previous_total ?? 0) + week.runs.planned === 0) return;
    const page = `${context.server.base_url}/projects/${encodeId("prj", project_id)}/week`;
    const { subject, letter } = weekLetter(week, {
      ...{ project_name, left_out, url: `${page}?week=${days.date_to}` },
      unsubscribe: unsubscribeLink(context, { ...asker, mailing: "week" }),
    });
    const words = { subject, ...writeLetter(letter) };
    const by = { asker, mailing: "week" as const, last_day: addDays(monday, 1) };
    await context.db.transaction().execute(async (db) => {
      if (await noteWritten(db, { ...asker, monday }))
        await letterLater({ ...context, db }, by, words);
    });
  },
});
