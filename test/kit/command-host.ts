import { runCommand } from "../../src/commands/run-command.ts";

/** What became of a command. */
export type Ran = { code: number; output: string; errors: string };

// A process that runs one command after the other: half of what a process of its own costs is to read the product.
process.on("message", async (words: string[]) => {
  const ran: Ran = { code: 0, output: "", errors: "" };
  process.exitCode = 0;
  const [output, errors] = [capture(process.stdout), capture(process.stderr)];
  await runCommand(words);
  Object.assign(ran, { code: process.exitCode, output: output.end(), errors: errors.end() });
  process.send?.(ran);
});

/** Keeps what is written to a stream instead of writing it, until it ends. */
function capture(stream: NodeJS.WriteStream): { end(): string } {
  const { write } = stream;
  let text = "";
  stream.write = ((piece: string | Uint8Array, ...rest: unknown[]) => {
    text += piece;
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  }) as typeof write;
  return {
    end() {
      stream.write = write;
      return text;
    },
  };
}
