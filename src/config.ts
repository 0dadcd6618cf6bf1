import { resolve } from "node:path";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { isPlan, type Plan } from "#core/plans.ts";
import { readVersion } from "./read-version.ts";

const ROOT = resolve(import.meta.dirname, "..");
const text = z.string().trim().min(1).optional();

/** An address of PostgreSQL, or the folder of its socket: pg takes any other text for a name of something. */
const databaseUrl = text.refine((url) => !url || /^(postgres(ql)?:\/\/|socket:|\/)/.test(url), {
  error: "must begin with postgres:// or postgresql://",
});

const SAMPLERS = [
  ...(["always_on", "always_off", "traceidratio"] as const),
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
] as const;

/** For how many days something is kept; null, which is what unset means: for ever. */
function keepDays(least: number) {
  return z.coerce.number().int().min(least).max(36_500).nullable().default(null);
}

const Environment = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
    BASE_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin, { error: "must be an origin like https://earshot.example.com, no path" })
      .transform((text) => new URL(text).origin)
      .optional(),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_READ_URL: databaseUrl,
    PGSSLMODE: text,
    DATABASE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
    DATABASE_POOL: z.coerce.number().int().min(5).max(500).default(10),
    REDIS_URL: text,
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.email().max(254).optional(),
    GIT_COMMIT: text,
    INIT_OWNER_EMAIL: z.email().optional(),
    INIT_OWNER_PASSWORD: z.string().min(12).max(1024).optional(),
    INIT_PROJECT_NAME: text,
    INIT_PROJECT_DOMAIN: text,
    INIT_API_KEY: text,
    PLAN: z
      .string()
      .refine(isPlan, { error: "must be a plan like brand/enterprise or agency/scale" })
      .default("brand/enterprise"),
    KEEP_ANSWERS_DAYS: keepDays(35),
    KEEP_RAW_BODIES_DAYS: keepDays(1),
    KEEP_RUNS_DAYS: keepDays(7),
    KEEP_AUDIT_DAYS: keepDays(30),
    RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(200),
    ENCRYPTION_KEY: text,
    ENCRYPTION_KEY_PREVIOUS: text,
    WORKER: z.enum(["on", "off"]).default("on"),
    DASHBOARD: z.enum(["on", "off"]).default("on"),
    ONBOARDING_MODEL: text,
    ONBOARDING_MODEL_KEY: text,
    ONBOARDING_MODEL_URL: z.url({ protocol: /^https?$/ }).optional(),
    CANARY_QUESTIONS: z.enum(["on", "off"]).default("on"),
    CAPTURE_SLOTS: z.coerce.number().int().min(0).max(64).default(8),
    ENGINES_ALLOW_PRIVATE: z.enum(["on", "off"]).optional(),
    OLLAMA_URL: z.url({ protocol: /^https?$/ }).optional(),
    LM_STUDIO_URL: z.url({ protocol: /^https?$/ }).optional(),
    VLLM_URL: z.url({ protocol: /^https?$/ }).optional(),
    SIGN_ON_ALLOW_PRIVATE: z.enum(["on", "off"]).default("off"),
    WEBHOOKS_ALLOW_PRIVATE: z.enum(["on", "off"]).default("off"),
    METRICS: z
      .string()
      .regex(/^(off|(.+:)?\d{1,5})$/, { error: "must be off, a port, or host:port" })
      .default("off")
      .transform(readAddress),
    MCP_ORIGINS: z.string().default("").transform(splitList),
    OAUTH_DROP_REDIRECT_URIS: z
      .string()
      .default("cursor://anysphere.cursor-mcp/oauth/callback")
      .transform(splitList),
    OAUTH_CLIENT_DOCUMENTS: z.enum(["on", "off"]).default("on"),
    OAUTH_REFRESH_RACE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(0),
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false"),
    OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/protobuf"]).optional(),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.enum(["http/protobuf"]).optional(),
    OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info"),
  })
  .refine((all) => !all.INIT_API_KEY || all.INIT_PROJECT_NAME, {
    path: ["INIT_API_KEY"],
    error: "needs INIT_PROJECT_NAME: a key belongs to a project",
  });

/** The names of all settings. */
export const SETTINGS = Object.keys(Environment.shape);

/** Settings of this process, read once from the environment. */
export type Config = Omit<z.output<typeof Environment>, "PLAN" | "BASE_URL"> & {
  PLAN: Plan;
  /** Public origin without a trailing slash. */
  BASE_URL: string;
  /** The deployed commit, which clients compare to see a new version. */
  VERSION: string;
};

/** Reads and checks the environment; an unusable value ends in a Failure that names the variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty value means unset: compose files pass variables through that way. Blanks would be the number 0.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim() !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join(".")}: ${issue.message}`,
    );
    throw new Failure(
      "UNAVAILABLE",
      `The environment has settings that cannot be used: ${problems.join("; ")}`,
    );
  }
  const { PLAN, BASE_URL, DATA_DIR, ...rest } = parsed.data;
  return {
    ...rest,
    PLAN: PLAN as Plan,
    DATA_DIR: resolve(DATA_DIR),
    BASE_URL: BASE_URL ?? `http://localhost:${rest.PORT}`,
    VERSION: readVersion(ROOT, environment),
  };
}

/** A variable that somebody else than Earshot names, as a file does for a key; an empty one is none. */
export function readVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Whether spans are sent to a collector: where one is named, unless they are switched off. */
export function wantsTraces(config: Config): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER: exporter } = config;
  const place = config.OTEL_EXPORTER_OTLP_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (OTEL_SDK_DISABLED === "true" || exporter === "none") return false;
  return exporter === "otlp" || place !== undefined;
}

/** Everything is served from the root, and clients compare the issuer letter by letter. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password;
}

/** Where to listen: on loopback unless a host is named; null: nowhere. */
function readAddress(text: string): { host: string; port: number } | null {
  if (text === "off") return null;
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

/** Values separated by blanks or commas. */
function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== "");
}
