import pino from "pino";
import { fieldsHere } from "./log-fields.ts";
import { readableLine } from "./readable-line.ts";

/** Lines for people where standard output is a terminal, else JSON lines there, or in `file`; fields that hold secrets are cut out wherever they are. */
export function makeLog(level: string, file?: string): pino.Logger {
  const secret = [
    "password",
    "token",
    "key",
    "secret",
    "authorization",
    "cookie",
    "api_key",
    "code",
  ];
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: fieldsHere,
    timestamp: timeField,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
    serializers: {
      error: (error) => (error instanceof Error ? pino.stdSerializers.err(error) : error),
    },
  };
  if (!file && process.stdout.isTTY) {
    return pino(options, { write: (line) => void process.stdout.write(readableLine(line)) });
  }
  // Written in pieces of 4 KB, or after 200 ms: a write for each line costs more than the line. Exits flush.
  const destination = pino.destination(
    file ? { dest: file } : { sync: false, minLength: 4_096, periodicFlush: 200 },
  );
  return pino(options, destination);
}

let millisecond = 0;
let field = "";

/** The time as a field of a line; lines of one millisecond share its text, which takes as long as the rest of the line. */
function timeField(): string {
  const now = Date.now();
  if (now !== millisecond) {
    millisecond = now;
    field = `,"time":"${new Date(now).toISOString()}"`;
  }
  return field;
}
