import type { Command } from "commander";
import { bundlePlaces, openBundle } from "#adapters/dashboard-bundle.ts";
import { readConfig } from "../config.ts";

/** `build`: makes the dashboard's files ahead, for images that run without the parts to build it with. */
export function addBuildCommand(program: Command): void {
  program
    .command("build")
    .description("Build the dashboard ahead (npm start does it by itself when its sources changed)")
    .action(async () => {
      const { state, ready } = openBundle({
        places: bundlePlaces(readConfig().DATA_DIR),
        say: (_, message) => process.stdout.write(`${message}\n`),
      });
      await ready;
      if (state.problem) throw new Error(state.problem);
      process.stdout.write("The dashboard is built.\n");
    });
}
