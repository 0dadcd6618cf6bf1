import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { Hono } from "hono";
import * as yaml from "yaml";
import { clientAddress } from "#transports/shared/middleware.ts";
import { SETTINGS } from "../../src/config.ts";
import { FLY, RAILWAY, RENDER } from "../kit/platform-schemas.ts";
import { makeWorld } from "../kit/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into any file.
const read = (file: string): any => yaml.parse(readFileSync(join("deploy", file), "utf8"));
const ajv = new Ajv({ allErrors: true });
function assertFits(schema: object, value: unknown, name: string): void {
  const isFit = ajv.validate(schema, value);
  assert.ok(isFit, `${name}: ${ajv.errorsText()}`);
}

const FILES: [string, object][] = [
  ["railway/web.json", RAILWAY],
  ["railway/worker.json", RAILWAY],
  ["render.yaml", RENDER],
  ["fly.yaml", FLY],
];

test("the files of each platform have only fields that it documents, and a wrong one is seen", () => {
  for (const [file, schema] of FILES) {
    const value = read(file);
    assertFits(schema, value, file);
    assert.equal(ajv.validate(schema, { ...value, replica: 1 }), false, file);
  }
  const wrong = [
    [RAILWAY, "railway/web.json", (it: ReturnType<typeof read>) => delete it.deploy],
    [RENDER, "render.yaml", (it) => (it.services[1].healthCheckPath = "/readyz")],
    [RENDER, "render.yaml", (it) => (it.services[0].envVars[2].value = "both")],
    [FLY, "fly.yaml", (it) => (it.http_service.internal_port = "8787")],
  ] as [object, string, (it: ReturnType<typeof read>) => void][];
  for (const [schema, file, spoil] of wrong) {
    const value = read(file);
    spoil(value);
    assert.equal(ajv.validate(schema, value), false, file);
  }
});

test("each runs what the image runs, with settings that there are, and finds what it is built from", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const [, command = ""] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const web = (JSON.parse(command) as string[]).join(" ");
  const worker = web.replace("main.ts", "worker.ts");
  const [render, fly] = [read("render.yaml"), read("fly.yaml")];
  assert.deepEqual(
    [
      ...["web", "worker"].map((name) => read(`railway/${name}.json`).deploy.startCommand),
      ...render.services.map((one: { dockerCommand: string }) => one.dockerCommand),
      ...Object.values(fly.processes),
    ],
    [web, worker, web, worker, web, worker],
  );
  for (const [, file = ""] of worker.matchAll(/(src\/\w+\.ts)/g)) assert.ok(existsSync(file), file);

  type Variable = { key?: string; fromGroup?: string; fromDatabase?: { name: string } };
  const groups = new Map<string, Variable[]>(
    render.envVarGroups.map((one: { name: string; envVars: Variable[] }) => [
      one.name,
      one.envVars,
    ]),
  );
  const databases = render.databases.map(({ name }: { name: string }) => name);
  for (const { name, envVars } of render.services as { name: string; envVars: Variable[] }[]) {
    const all = envVars.flatMap((one) =>
      one.fromGroup ? (groups.get(one.fromGroup) ?? assert.fail(one.fromGroup)) : [one],
    );
    const keys = all.map(({ key }) => key ?? "");
    for (const needed of ["DATABASE_URL", "ENCRYPTION_KEY", "BASE_URL"])
      assert.ok(keys.includes(needed), `${name} has no ${needed}`);
    for (const key of keys) assert.ok(SETTINGS.includes(key), key);
    for (const { fromDatabase } of all)
      if (fromDatabase) assert.ok(databases.includes(fromDatabase.name));
  }
  for (const key of Object.keys(fly.env)) assert.ok(SETTINGS.includes(key), key);
  assert.equal(String(fly.http_service.internal_port), fly.env.PORT);
  assert.match(dockerfile, new RegExp(`AS ${fly.build["build-target"]}$`, "m"));
  assert.ok(existsSync(join("deploy", dirname(fly.build.dockerfile), "Dockerfile")));
  // Its builder refuses a Dockerfile that names a volume.
  assert.doesNotMatch(dockerfile, /^VOLUME/m);
});

test("a process of Fly takes requests until its proxy has seen that it stops, and is not killed before it ends", () => {
  const { env, http_service, kill_timeout } = read("fly.yaml");
  const [check] = http_service.checks;
  const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);
  assert.ok(Number(env.DRAIN_SECONDS) > seconds(check.interval) + seconds(check.timeout));
  assert.ok(seconds(kill_timeout) >= Number(env.DRAIN_SECONDS) + 9);
});

test("behind Fly's proxy, which adds the app's own address last, the visitor's is taken", async () => {
  const app = new Hono<{ Variables: { client_address?: string } }>();
  app.use(clientAddress(Number(read("fly.yaml").env.TRUSTED_PROXIES)));
  app.get("/", (c) => c.text(c.get("client_address") ?? "none"));
  // fly.io/docs/networking/request-headers: "the last address (rightmost) will be a shared or dedicated IP address assigned to your app".
  const claimed = "203.0.113.9, 198.51.100.7, 66.241.124.1";
  const answer = await app.request("/", { headers: { "x-forwarded-for": claimed } });
  assert.equal(await answer.text(), "198.51.100.7");
});

test("a platform's question whether it is well is answered, whatever host it asks for", async () => {
  const { app } = await makeWorld();
  const paths = [
    read("railway/web.json").deploy.healthcheckPath,
    read("render.yaml").services[0].healthCheckPath,
    ...read("fly.yaml").http_service.checks.map(({ path }: { path: string }) => path),
  ];
  for (const path of paths) {
    for (const host of ["healthcheck.railway.app", "10.0.0.7:8787"]) {
      const answer = await app.request(`http://${host}${path}`, { headers: { host } });
      assert.equal(answer.status, 200, `${host}${path}`);
    }
  }
});

test("the chart's values and its sets of them fit its schema, which helm reads, and wrong ones do not", () => {
  const schema = JSON.parse(readFileSync("deploy/helm/values.schema.json", "utf8"));
  const values = read("helm/values.yaml");
  const sets = ["values-small.yaml", "values-large.yaml"].map((name) => read(`helm/${name}`));
  for (const set of [{}, ...sets]) {
    const merged = Object.fromEntries(
      Object.entries<object | string>(values).map(([name, value]) => [
        name,
        typeof value === "object" ? { ...value, ...set[name] } : (set[name] ?? value),
      ]),
    );
    assert.deepEqual(
      Object.keys(set).filter((name) => !(name in values)),
      [],
    );
    assertFits(schema, merged, JSON.stringify(set));
  }
  for (const wrong of [
    { ...values, replicas: 2 },
    { ...values, web: { ...values.web, replicas: "2" } },
    { ...values, web: { ...values.web, drainSeconds: 60 } },
    { ...values, worker: { ...values.worker, memory: "1GB" } },
  ]) {
    assert.equal(ajv.validate(schema, wrong), false);
  }
  // What a template names is in the schema, and the other way round.
  const named = ["web", "worker"].flatMap((name) => [
    ...readFileSync(`deploy/helm/templates/${name}.yaml`, "utf8").matchAll(/\.Values\.([\w.]+)/g),
  ]);
  const paths = new Set(named.map(([, path = ""]) => path));
  const known = Object.entries<{ properties?: object }>(schema.properties).flatMap(
    ([name, { properties }]) =>
      properties ? Object.keys(properties).map((inner) => `${name}.${inner}`) : [name],
  );
  assert.deepEqual([...paths].sort(), known.filter((name) => name !== "global").sort());
});
