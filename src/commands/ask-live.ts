import { createInterface } from "node:readline/promises";
import type * as z from "zod";
import type { EngineSupports } from "#core/answer-engine.ts";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { run } from "#core/run.ts";
import { listTargetsForUser } from "#domain/capture/targets/list-targets.ts";
import type { Target } from "#domain/capture/targets/target.ts";
import { tryTarget } from "#domain/capture/targets/try-target.ts";
import { openProject, print, tell, withInstallation } from "./open-command.ts";

// As many assistants as a page may hold.
const PAGE = 1_000;

type Wanted = { project?: string; yes?: boolean };
type Tried = z.output<typeof tryTarget.output>;

/**
 * Asks each active assistant of a project one question, through the engine that captures use, and prints what held and
 * what did not, without anything of the project: no name, no address, no key. Sets the exit code to 1 where one does
 * not answer.
 */
export async function askLive({ project, yes = false }: Wanted): Promise<void> {
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    const { data } = await run(listTargetsForUser, context, { limit: PAGE });
    const targets = data.filter(({ is_active }) => is_active);
    if (targets.length === 0) {
      throw new Failure("NOT_FOUND", "There is no active assistant to ask; add one first.");
    }
    await confirm(targets, yes);
    print(`Earshot ${opened.config.VERSION}, ${context.now().toISOString().slice(0, 10)}`);
    let silent = 0;
    for (const target of targets) silent += (await askOne(context, target)) ? 0 : 1;
    print();
    print(silent === 0 ? "All of them answer." : `${silent} of ${targets.length} do not answer.`);
    if (silent > 0) process.exitCode = 1;
  });
}

/** Says what it costs, and goes on only where somebody agrees. */
async function confirm(targets: readonly z.output<typeof Target>[], yes: boolean): Promise<void> {
  const known = targets.map(({ estimated_cost_usd }) => estimated_cost_usd);
  const usd = known.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const unknown = known.filter((each) => each === null).length;
  const rest = unknown === 0 ? "" : `, and ${unknown} without a known price`;
  const question = `One question to each of ${targets.length} assistants costs about ${usd.toFixed(4)} USD${rest}, billed by their providers.`;
  tell(`${question}`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new Failure("VALIDATION_ERROR", "Add --yes to ask them.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question("Ask them? [y/N] ").finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure("VALIDATION_ERROR", "Nothing was asked.");
}

/** Asks one and prints what came of it; whether it answered. */
async function askOne(context: ProjectContext, target: z.output<typeof Target>): Promise<boolean> {
  const { provider, requested_model, model_id, estimated_cost_usd } = target;
  const tried = await run(tryTarget, context, { model_id });
  const supports = context.providers.get(provider)?.engine.supports;
  print();
  print(`${provider} ${requested_model ?? ""}`.trim());
  for (const [mark, says] of supports ? findingsOf(tried, supports, estimated_cost_usd) : []) {
    print(`  ${mark.padEnd(7)} ${says}`);
  }
  return tried.is_working;
}

type Mark = "held" | "NOT" | "note";

/** What was promised of an engine, and whether this answer keeps it. */
function findingsOf(
  tried: Tried,
  supports: EngineSupports,
  estimated_usd: number | null,
): [Mark, string][] {
  if (!tried.is_working) return [["NOT", tried.message]];
  const { search_ran, search_queries, source_count, served_model, asked_without } = tried;
  const ran = search_ran === null ? "not told whether it ran" : search_ran ? "ran" : "did not run";
  const failed = tried.search_asked === "forced" && search_ran === false;
  const held = (is_held: boolean): Mark => (is_held ? "held" : "NOT");
  const findings: [Mark, string][] = [
    ["held", tried.message],
    [held(!failed), `search: ${tried.search_asked ?? "unknown"}, ${ran}`],
  ];
  if (search_ran && supports.search_queries) {
    findings.push([held(search_queries.length > 0), `queries told: ${search_queries.length}`]);
  }
  if (search_ran && supports.cited) {
    findings.push([held(source_count > 0), `sources told: ${source_count}`]);
  }
  const { location } = tried.probe ?? {};
  if (location) findings.push([held(location !== "refused"), `country: ${location}`]);
  if (asked_without.length > 0) findings.push(["NOT", `refused: ${asked_without.join(", ")}`]);
  findings.push(["note", `served by: ${served_model ?? "not told"}`]);
  const cost = tried.cost_usd === null ? "unknown" : `${tried.cost_usd} USD`;
  const guess = estimated_usd === null ? "no estimate" : `estimate ${estimated_usd} USD`;
  findings.push(["note", `cost: ${cost}, ${tried.cost_basis} (${guess})`]);
  return findings;
}
