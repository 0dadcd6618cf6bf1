import { upkeep } from "#core/job.ts";
import { deviceSince } from "#domain/accounts/device.ts";
import { sweepDevices } from "#domain/accounts/device-queries.ts";
import { sweepInvitations } from "#domain/accounts/invitation-queries.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { sweepLimits, sweepSessions } from "#domain/accounts/session-queries.ts";
import { sweepOAuth } from "./connection-queries.ts";

/** Deletes sessions, remembered browsers, invitations, codes, tokens and grants that are over, and clients without a grant after a day. */
export const SWEEP_IDENTITY = upkeep({
  name: "sweep_identity",
  attempts: 3,
  cron: "17 * * * *",
  async handler({ db, now }) {
    const { time } = await sweepTime({ db, now });
    await sweepSessions(db, time);
    await sweepInvitations(db, time);
    await sweepLimits(db);
    await sweepDevices(db, deviceSince(time));
    await sweepOAuth(db, time);
  },
});
