import { upkeep } from "#core/job.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { deleteSessionsBefore } from "./onboarding-queries.ts";

const DAY_MS = 86_400_000;
/** For so long a session is still known as expired or used up. */
const KEPT_DAYS = 7;

/** Deletes onboarding sessions unused for a week. */
export const SWEEP_ONBOARDING = upkeep({
  name: "sweep_onboarding",
  attempts: 3,
  cron: "41 3 * * *",
  async handler({ db, now }) {
    const { time } = await sweepTime({ db, now });
    await deleteSessionsBefore(db, new Date(time.getTime() - KEPT_DAYS * DAY_MS));
  },
});
