// What a platform's pages say of the fields that our files for it use, written down by hand on 2026-11-23 and strict: a
// field that is not here is one that nobody has looked up. Their own schemas are on the network, where tests do not go.

type Schema = Record<string, unknown>;

const text = { type: "string", minLength: 1 };
const strict = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  ...{ type: "object", additionalProperties: false },
  ...{ properties, required },
});
const list = (items: Schema): Schema => ({ type: "array", minItems: 1, items });
const duration = { type: "string", pattern: "^[0-9]+(ms|s|m)$" };

/** docs.railway.com/config-as-code/reference: one file for each service. */
export const RAILWAY = strict(
  {
    $schema: { const: "https://railway.com/railway.schema.json" },
    build: strict({ builder: { enum: ["RAILPACK", "DOCKERFILE"] }, dockerfilePath: text }),
    deploy: strict({
      startCommand: text,
      healthcheckPath: { type: "string", pattern: "^/" },
      healthcheckTimeout: { type: "integer", minimum: 1 },
      restartPolicyType: { enum: ["ON_FAILURE", "ALWAYS", "NEVER"] },
      restartPolicyMaxRetries: { type: "integer", minimum: 0 },
    }),
  },
  ["build", "deploy"],
);

const database = strict(
  { name: text, property: { enum: ["connectionString", "host", "port", "user", "password"] } },
  ["name", "property"],
);
const variable = {
  oneOf: [
    strict({ key: text, value: text }, ["key", "value"]),
    strict({ key: text, generateValue: { const: true } }, ["key", "generateValue"]),
    strict({ key: text, sync: { const: false } }, ["key", "sync"]),
    strict({ key: text, fromDatabase: database }, ["key", "fromDatabase"]),
    strict({ fromGroup: text }, ["fromGroup"]),
  ],
};
/** render.com/docs/blueprint-spec. Variables of a group cannot be asked for, nor be of a database. */
export const RENDER = strict(
  {
    databases: list(
      strict({ name: text, databaseName: text, user: text, plan: text }, ["name", "plan"]),
    ),
    envVarGroups: list(
      strict({ name: text, envVars: list({ oneOf: variable.oneOf.slice(0, 2) }) }, [
        ...["name", "envVars"],
      ]),
    ),
    services: list({
      ...strict(
        {
          type: { enum: ["web", "worker", "pserv"] },
          name: text,
          runtime: { const: "docker" },
          plan: { enum: ["starter", "standard", "pro"] },
          dockerfilePath: text,
          dockerContext: text,
          dockerCommand: text,
          healthCheckPath: { type: "string", pattern: "^/" },
          envVars: list(variable),
        },
        ["type", "name", "runtime", "plan", "dockerCommand", "envVars"],
      ),
      // Only a web service is asked how it is.
      if: { properties: { type: { const: "worker" } } },
      // biome-ignore lint/suspicious/noThenProperty: so is it called in JSON Schema.
      then: { properties: { healthCheckPath: false } },
    }),
  },
  ["databases", "services"],
);

/** fly.io/docs/reference/configuration, in YAML, which flyctl reads as well. */
export const FLY = strict(
  {
    app: text,
    primary_region: { type: "string", pattern: "^[a-z]{3}$" },
    kill_signal: { enum: ["SIGINT", "SIGTERM"] },
    kill_timeout: duration,
    build: strict({ dockerfile: text, "build-target": text }),
    env: { type: "object", additionalProperties: { type: "string" } },
    processes: { type: "object", additionalProperties: text },
    http_service: strict(
      {
        processes: list(text),
        internal_port: { type: "integer" },
        force_https: { type: "boolean" },
        auto_stop_machines: { enum: ["off", "stop", "suspend"] },
        auto_start_machines: { type: "boolean" },
        min_machines_running: { type: "integer", minimum: 0 },
        checks: list(
          strict({
            method: { enum: ["GET"] },
            path: { type: "string", pattern: "^/" },
            interval: duration,
            timeout: duration,
            grace_period: duration,
          }),
        ),
      },
      ["internal_port", "processes"],
    ),
    vm: list(
      strict({
        processes: list(text),
        size: {
          type: "string",
          pattern: "^(shared|performance)-cpu-[0-9]+x$|^performance-[0-9]+x$",
        },
        memory: { type: "string", pattern: "^[0-9]+(mb|gb)$" },
      }),
    ),
  },
  ["app", "build", "http_service"],
);
