import { globSync, writeFileSync } from "node:fs";
import { join, matchesGlob, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const WITHOUT_BROWSER = [
  "src/**/*.test.ts",
  "web/**/*.test.ts",
  "test/{laws,processes,kit}/**/*.test.ts",
];
const IN_BROWSER = ["test/e2e/**/*.test.ts"];

/** Our tests below a folder; other people's packages bring their own, which are not for us to run. */
export function listTests(folder: string): { browser: string[]; others: string[] } {
  const list = (patterns: string[]) =>
    globSync(patterns, { cwd: folder, exclude: isForeign }).sort();
  return { browser: list(IN_BROWSER), others: list(WITHOUT_BROWSER) };
}

const isForeign = (path: string) => /(^|[\\/])node_modules([\\/]|$)/.test(path);

/** The files of one place share a process: to read the product is most of a short file. */
const TOGETHER = [
  "src/domain/capture/asking/**",
  "src/domain/capture/{later,health}/**",
  "src/domain/capture/**",
  "src/domain/{answers,backups}/**",
  "src/domain/{reports,sums,exports}/**",
  "src/domain/{accounts,brands,demo,detection}/**",
  "src/domain/{prompts,statistics,suggestions,tenancy,usage,webhooks}/**",
  "src/domain/**",
  "src/transports/{rest,mcp,shared}/**",
  "src/transports/**",
  "{src,web}/**",
  "test/laws/{api-properties,every,mcp-arguments,mcp-properties,paging,tenants}*.ts",
  "test/laws/{mcp-wire,oauth-flow,oauth-races,secret-trail}.test.ts",
  "test/laws/**",
  // Of about equal length; a Chromium that has read the dashboard serves all of a group.
  "test/e2e/{reports,brand-page,charts}.test.ts",
  "test/e2e/{leads-on,changes,retention}.test.ts",
  "test/e2e/{opened,prompts,suggestions}.test.ts",
  "test/e2e/{layouts,unsaved,ask-again}.test.ts",
  "test/e2e/{dashboard,reference,assistants}.test.ts",
  "test/e2e/{week,answers,keyboard,first-numbers}.test.ts",
  "test/e2e/{connections,filters,first-visit,heat-print,side-requests}.test.ts",
  "test/e2e/{passkeys,password-again,second-factor,sign-on,consent}.test.ts",
  "test/e2e/{settings,dialogs,project-settings}.test.ts",
  "test/e2e/{add-assistant,journey,onboarding,first-run,health}.test.ts",
  "test/e2e/{demo-read,outlines,paper}.test.ts",
  "test/e2e/{being-filled,newcomer,rivals-named,suggested-answers}.test.ts",
];

/** Files with a database of their own; the others of a process share one, a tenant each. */
export const APART = [
  // A server of their own.
  "test/e2e/**",
  // Workers take the tasks of every tenant.
  "src/domain/capture/*.test.ts",
  "src/domain/capture/{asking,budget,health,later,planning,runs}/*.test.ts",
  "src/domain/capture/targets/targets.test.ts",
  "src/domain/answers/races.test.ts",
  "src/domain/answers/facts/detect-outdated.test.ts",
  "src/domain/backups/*.test.ts",
  "src/domain/tenancy/{bootstrap,tenancy,waits-ahead,watch-clock}.test.ts",
  "src/transports/dashboard/progress.test.ts",
  // They count or change what all tenants share: what is swept, the sums, the audit of everybody, the server's settings.
  "src/domain/webhooks/webhooks.test.ts",
  "src/domain/digest/send-weeks.test.ts",
  "src/domain/digest/week-tries.test.ts",
  "src/transports/oauth/register.test.ts",
  "src/domain/oauth/sweep-identity.test.ts",
  "src/domain/onboarding/{ask-proposal,onboarding}.test.ts",
  "src/domain/reports/{changes,moment,uncounted-facts}.test.ts",
  "src/domain/sums/{catch-up,source-days,sums}.test.ts",
  "src/adapters/{mail,queue,worker-presence}.test.ts",
  "test/laws/{mcp-wire,oauth-flow,oauth-races,secret-trail}.test.ts",
  // What the page of signing in shows depends on all organisations.
  "test/laws/{false-sign-on,published-providers,sign-on}.test.ts",
  // The first owner takes the first organisation that nobody is in.
  "src/transports/pages/setup.test.ts",
  // Its mails would be sent by who works on jobs next.
  "src/transports/pages/code-guesses.test.ts",
  // What it prints holds for the first project alone.
  "test/laws/{api-guide,page-commands}.test.ts",
];

/** Files with a process of their own. */
export const ALONE = [
  // They are long by themselves.
  "src/adapters/dashboard-bundle.test.ts",
  "src/adapters/database/{embedded-postgres,postgres-access,postgres-binaries,postgres-loopback}.test.ts",
  "src/domain/reports/reports.test.ts",
  "test/laws/test-files.test.ts",
];

/** The files of each process, the longest first so that none is left over at the end. */
export function groupTests(files: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const isAlone = ALONE.some((pattern) => matchesGlob(file, pattern));
    const place = TOGETHER.find((pattern) => !isAlone && matchesGlob(file, pattern)) ?? file;
    groups.set(place, [...(groups.get(place) ?? []), file]);
  }
  const rank = (group: string[]) => Math.max(...group.map((file) => LONGEST.indexOf(file)));
  return [...groups.values()].sort((a, b) => rank(b) - rank(a) || b.length - a.length);
}

/** What takes long by itself or is in a long group, the longest last; that includes what mostly waits, beside which others work. */
export const LONGEST = [
  "test/processes/live-doctor.test.ts",
  "test/processes/onboarding-server.test.ts",
  "test/processes/metrics.test.ts",
  "test/processes/silent-connections.test.ts",
  "test/processes/start-failures.test.ts",
  "test/processes/traces.test.ts",
  "test/processes/stopping.test.ts",
  "test/processes/launcher.test.ts",
  "test/processes/package.test.ts",
  "test/e2e/newcomer.test.ts",
  "test/e2e/demo-read.test.ts",
  "test/e2e/keyboard.test.ts",
  "test/e2e/filters.test.ts",
  "test/e2e/retention.test.ts",
  "test/e2e/prompts.test.ts",
  "test/e2e/journey.test.ts",
  "test/e2e/assistants.test.ts",
  "test/processes/first-owner.test.ts",
  "test/processes/pooler.test.ts",
  "test/processes/rest-processes.test.ts",
  "src/transports/mcp/mcp.test.ts",
  "test/e2e/first-run.test.ts",
  "test/e2e/answers.test.ts",
  "src/adapters/dashboard-bundle.test.ts",
  "test/e2e/first-numbers.test.ts",
  "test/e2e/suggestions.test.ts",
  "test/e2e/health.test.ts",
  "test/processes/worker-outage.test.ts",
  "src/domain/capture/asking/turns.test.ts",
  "src/adapters/database/embedded-postgres.test.ts",
  "src/adapters/queue.test.ts",
  "test/processes/killed-workers.test.ts",
  "test/processes/killed-import.test.ts",
  "src/domain/reports/reports.test.ts",
  "test/laws/accuracy.test.ts",
  "test/e2e/consent.test.ts",
  "test/e2e/brand-page.test.ts",
  "src/domain/answers/races.test.ts",
  "test/laws/mcp-wire.test.ts",
  "src/domain/capture/health/health.test.ts",
  "src/transports/dashboard/downloads.test.ts",
  "src/domain/opportunities/opportunities.test.ts",
  "src/domain/detection/canonical-url.test.ts",
  "src/domain/capture/capture.test.ts",
  "src/domain/exports/exports.test.ts",
  "test/processes/reports-in-motion.test.ts",
  "src/domain/tenancy/delete-expired.test.ts",
  "test/processes/killed-later.test.ts",
  "test/processes/rolling-restart.test.ts",
  "test/e2e/add-assistant.test.ts",
  "test/processes/random-walk.test.ts",
  "test/laws/mcp-arguments.test.ts",
  "test/processes/commands.test.ts",
  "test/processes/upgrade.test.ts",
  "test/e2e/leads-on.test.ts",
  "test/e2e/layouts.test.ts",
  "test/e2e/opened.test.ts",
  "test/e2e/dashboard.test.ts",
  "test/e2e/reports.test.ts",
];

/** A file in `folder` that runs the tests of several, once all of them are read; its path. */
export function writeGroup(
  folder: string,
  name: string,
  files: readonly string[],
  isApart = (file: string) => APART.some((pattern) => matchesGlob(file, pattern)),
): string {
  const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(file)).href);
  const readings = files.map((file) =>
    isApart(file)
      ? `(await import(${urlOf("test/kit/test-database.ts")})).readApart(${urlOf(file)})`
      : `import(${urlOf(file)})`,
  );
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `import { before } from "node:test";
const read = async () => {
${readings.map((reading) => `  await ${reading};\n`).join("")}};
// Who waits for a file that cannot be read fails as it does; nobody waits for good.
const reading = read();
before(() => reading);
await reading;
`,
  );
  return path;
}
