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
  "src/domain/{capture,answers,backups}/**",
  "src/domain/{reports,sums,exports}/**",
  "src/domain/**",
  "src/transports/{rest,mcp,shared}/**",
  "src/transports/**",
  "{src,web}/**",
  "test/laws/{api-properties,every,mcp-arguments,mcp-properties,paging,tenants}*.ts",
  "test/laws/{mcp-wire,oauth-flow,oauth-races,secret-trail}.test.ts",
  "test/laws/**",
];

/** Files with a database of their own; the others of a process share one, a tenant each. */
export const APART = [
  // Workers take the tasks of every tenant.
  "src/domain/capture/*.test.ts",
  "src/domain/capture/{asking,health,later,planning,runs}/*.test.ts",
  "src/domain/capture/targets/targets.test.ts",
  "src/domain/answers/races.test.ts",
  "src/domain/backups/*.test.ts",
  "src/domain/tenancy/tenancy.test.ts",
  "src/transports/dashboard/progress.test.ts",
  // They count or change what all tenants share: what is swept, the sums, the audit of everybody, the server's settings.
  "src/domain/webhooks/webhooks.test.ts",
  "src/transports/oauth/register.test.ts",
  "src/domain/oauth/sweep-identity.test.ts",
  "src/domain/onboarding/{ask-proposal,onboarding}.test.ts",
  "src/domain/reports/{changes,moment}.test.ts",
  "src/domain/sums/{catch-up,sums}.test.ts",
  "src/adapters/{queue,worker-presence}.test.ts",
  "test/laws/{mcp-wire,oauth-flow,oauth-races,secret-trail}.test.ts",
  // What it prints holds for the first project alone.
  "test/laws/api-guide.test.ts",
];

/** Files with a process of their own. */
export const ALONE = [
  // They are long by themselves.
  "src/adapters/dashboard-bundle.test.ts",
  "src/adapters/database/{embedded-postgres,postgres-binaries}.test.ts",
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

/** What takes long by itself, the longest last; that includes what mostly waits, beside which others work. */
const LONGEST = [
  "test/processes/pooler.test.ts",
  "test/processes/first-owner.test.ts",
  "test/e2e/brand-page.test.ts",
  "test/e2e/suggestions.test.ts",
  "test/e2e/consent.test.ts",
  "test/e2e/first-run.test.ts",
  "test/e2e/health.test.ts",
  "test/e2e/add-assistant.test.ts",
  "test/laws/accuracy.test.ts",
  "test/laws/mcp-arguments.test.ts",
  "src/adapters/database/embedded-postgres.test.ts",
  "src/domain/reports/reports.test.ts",
  "test/processes/reports-in-motion.test.ts",
  "test/processes/killed-import.test.ts",
  "test/processes/killed-workers.test.ts",
  "test/processes/killed-later.test.ts",
  "test/processes/commands.test.ts",
  "test/processes/random-walk.test.ts",
  "test/e2e/reports.test.ts",
  "test/e2e/dashboard.test.ts",
  "test/e2e/opened.test.ts",
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
const { promise, resolve } = Promise.withResolvers();
before(() => promise);
${readings.map((reading) => `await ${reading};\n`).join("")}resolve();
`,
  );
  return path;
}
