import { runCommand } from "./run-command.ts";

// Who reads it may have had enough, as head does; what is to be done is done.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
await runCommand(process.argv.slice(2));
