import pino from "pino";
import { fieldsHere } from "./log-fields.ts";
import { readableLine } from "./readable-line.ts";

const SECRETS = new Set([
  "password",
  "token",
  "key",
  "secret",
  "authorization",
  "cookie",
  "api_key",
  "code",
]);

/** Lines for people where standard output is a terminal, else JSON lines there, or in `file`; fields that hold secrets are cut out, also of the objects in a line. */
export function makeLog(level: string, file?: string): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: fieldsHere,
    timestamp: timeField,
    formatters: { log: cutSecrets },
    // Errors are shown by then, whichever field they are in.
    serializers: { err: (shown) => shown },
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

type Fields = Record<string, unknown>;

/** Fields without secrets, theirs and those of the objects in them; errors as pino shows them. pino's `redact` takes as long as all else of a line. */
function cutSecrets(fields: Fields): Fields {
  return cut(fields, (value) => {
    if (value instanceof Error) return cut(pino.stdSerializers.err(value));
    return isPlain(value) ? cut(value) : value;
  });
}

/** Whether a value has fields of its own: what shows itself in another way, such as a day or an address, has not. */
const isPlain = (value: unknown): value is object =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !("toJSON" in value);

function cut(fields: object, show = (value: unknown) => value): Fields {
  const shown: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    shown[name] = SECRETS.has(name) && value !== undefined ? "[secret]" : show(value);
  }
  return shown;
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
