import pino from "pino";

/** JSON lines on standard output; fields that hold secrets are cut out wherever they stand. */
export function makeLog(level: string): pino.Logger {
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
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
    serializers: {
      error: (error) => (error instanceof Error ? pino.stdSerializers.err(error) : error),
    },
  });
}
