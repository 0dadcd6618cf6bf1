import type { AnyJob } from "#core/job.ts";
import { sendMail } from "#domain/accounts/send-mail.ts";
import { detectAgain } from "#domain/answers/facts/detect-again.ts";
import { detectOutdated } from "#domain/answers/facts/detect-outdated.ts";
import { askCanaries, askCanariesOf } from "#domain/capture/health/ask-canaries.ts";
import { checkHealth, watchHealth } from "#domain/capture/health/check-health.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { concludeRun } from "#domain/capture/runs/complete-run.ts";
import { readModelLists, readModelListsOf } from "#domain/capture/targets/read-model-lists.ts";
import { fillDemoDays } from "#domain/demo/fill-demo.ts";
import { sendWeek, sendWeeks } from "#domain/digest/send-weeks.ts";
import { judgeProject, judgeProjects } from "#domain/judging/judge-project.ts";
import { measureJudgeJob } from "#domain/judging/measure-judge.ts";
import { sendAlert, sweepMailedAlerts } from "#domain/mailings/send-alert.ts";
import { sendLetter } from "#domain/mailings/send-letter.ts";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { SWEEP_ONBOARDING } from "#domain/onboarding/sweep-onboarding.ts";
import { addImportedPrompts } from "#domain/prompts/imports/add-imported-prompts.ts";
import { suggest } from "#domain/suggestions/suggest.ts";
import { REBUILD_ROLLUPS } from "#domain/sums/rebuild-rollups.ts";
import { deleteExpired, deleteExpiredOf } from "#domain/tenancy/delete-expired.ts";
import { eraseProject } from "#domain/tenancy/erase-project.ts";
import { sendReset } from "#domain/tenancy/send-reset.ts";
import { watchClock } from "#domain/tenancy/watch-clock.ts";
import { deliverWebhook, sweepWebhooks } from "#domain/webhooks/deliver-webhook.ts";

/** Every kind of work in the background. */
export const schedule: readonly AnyJob[] = [
  watchClock,
  SWEEP_IDENTITY,
  SWEEP_ONBOARDING,
  REBUILD_ROLLUPS,
  detectAgain,
  detectOutdated,
  suggest,
  addImportedPrompts,
  planCaptures,
  fillDemoDays,
  concludeRun,
  watchHealth,
  askCanaries,
  askCanariesOf,
  checkHealth,
  readModelLists,
  readModelListsOf,
  deliverWebhook,
  sweepWebhooks,
  sendMail,
  sendReset,
  sendWeeks,
  sendWeek,
  sendLetter,
  sendAlert,
  sweepMailedAlerts,
  eraseProject,
  deleteExpired,
  deleteExpiredOf,
  judgeProjects,
  judgeProject,
  measureJudgeJob,
];
