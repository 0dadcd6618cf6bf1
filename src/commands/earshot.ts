import { outliveReaders } from "../early-stop.ts";
import { runCommand } from "./run-command.ts";

outliveReaders();
await runCommand(process.argv.slice(2));
