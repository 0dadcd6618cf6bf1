import type { Command } from "commander";

/** Adds `start` and `worker`, which `bin/earshot.js` runs with settings of their own. */
export function addServeCommands(program: Command): void {
  program
    .command("start")
    .description("Serve the dashboard, the REST API and MCP; settings are environment variables")
    .action(async () => void (await import("../main.ts")));
  program
    .command("worker")
    .description(
      "Run jobs and captures in a process of their own, next to WORKER=off earshot start",
    )
    .action(async () => void (await import("../worker.ts")));
}
