import pino from "pino";
import { fieldsHere } from "./log-fields.ts";

/** JSON lines on standard output, or in `file`; fields that hold secrets are cut out wherever they are. */
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
  // Written in pieces of 4 KB, or after 200 ms: a write for each line costs more than the line. Exits flush.
  const destination = pino.destination(
    file ? { dest: file } : { sync: false, minLength: 4_096, periodicFlush: 200 },
  );
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: fieldsHere,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
    serializers: {
      error: (error) => (error instanceof Error ? pino.stdSerializers.err(error) : error),
    },
  };
  return pino(options, destination);
}
