import * as z from "zod";
import { job } from "#core/job.ts";
import { deviceSince } from "#domain/accounts/device.ts";
import { sweepDevices } from "#domain/accounts/device-queries.ts";
import { sweepChallenges } from "#domain/accounts/passkeys/passkey-queries.ts";
import { sweepResets } from "#domain/accounts/reset-queries.ts";
import { sweepStarted } from "#domain/accounts/second-factor/started-sign-in-queries.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { sweepSessions } from "#domain/accounts/session-queries.ts";
import { sweepSignOnRequests } from "#domain/accounts/sign-on/sign-on-queries.ts";
import { sweepOAuth } from "./connection-queries.ts";

/** Deletes sessions, remembered browsers, codes, tokens and grants that are over, and clients without a grant after a day. */
export const SWEEP_IDENTITY = job({
  name: "sweep_identity",
  input: z.object({}),
  attempts: 3,
  work: "upkeep",
  cron: "17 * * * *",
  async handler({ db, now }) {
    const { time } = await sweepTime({ db, now });
    await sweepSessions(db, time);
    await sweepDevices(db, deviceSince(time));
    await sweepResets(db, time);
    await sweepStarted(db, time);
    await sweepSignOnRequests(db, time);
    await sweepChallenges(db, time);
    await sweepOAuth(db, time);
  },
});
