import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { withLockFile } from "#adapters/database/process-registry.ts";

test("a start that is stopped does not wait for who holds the lock, and leaves nothing", async () => {
  const data_dir = mkdtempSync(join(tmpdir(), "earshot-stop-"));
  after(() => rmSync(data_dir, { recursive: true }));
  const path = join(data_dir, "postgres.lock");
  const stopping = new AbortController();
  const reason = new Error("stopped by SIGINT");
  await withLockFile(path, { timeout_seconds: 1 }, async () => {
    const { signal: stopped } = stopping;
    const started = startEmbeddedPostgres({ data_dir, log: () => {}, stopped });
    setTimeout(() => stopping.abort(reason), 100);
    const late = wait(10_000, null, { ref: false }).then(() => assert.fail("it waits on"));
    await assert.rejects(Promise.race([started, late]), reason);
    assert.ok(existsSync(path), "the lock is the other's");
  });
  assert.deepEqual(readdirSync(data_dir), []);
  // Nor is anything begun where it was stopped before.
  const { signal: stopped } = stopping;
  await assert.rejects(startEmbeddedPostgres({ data_dir, log: () => {}, stopped }), reason);
  assert.deepEqual(readdirSync(data_dir), []);
});

test("a second signal ends what does not end by itself; one that npm passes on, too, is no second", async () => {
  const url = new URL("./early-stop.ts", import.meta.url).href;
  const script = `
    import { untilSignal } from ${JSON.stringify(url)};
    setInterval(() => {}, 1000);
    await untilSignal(async (stopped) => {
      stopped.addEventListener("abort", () => console.log("stopping"));
      console.log("ready");
      await new Promise(() => {});
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  const ended = once(child, "close");
  const told = child.stderr.toArray();
  await once(child.stdout, "data");
  child.kill("SIGINT");
  await once(child.stdout, "data");
  child.kill("SIGINT");
  await wait(1_500);
  assert.equal(child.exitCode, null);
  child.kill("SIGTERM");
  const late = wait(5_000, ["lives on"], { ref: false });
  assert.deepEqual(await Promise.race([ended, late]), [130, null]);
  assert.match(String(await told), /database may still run/);
});

test("a terminal that is closed stops the work as Ctrl-C does, and what it opened is closed", async () => {
  const url = new URL("./early-stop.ts", import.meta.url).href;
  const script = `
    import { untilSignal } from ${JSON.stringify(url)};
    const open = setInterval(() => {}, 1000);
    await untilSignal((stopped) => new Promise((done) => {
      stopped.addEventListener("abort", () => {
        console.log("closed");
        clearInterval(open);
        done();
      });
      console.log("ready");
    }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGHUP");
  const [[said], ended] = await Promise.all([once(child.stdout, "data"), once(child, "exit")]);
  assert.deepEqual([String(said), ended], ["closed\n", [129, null]]);
});

test("a process whose reader is gone stops as it would have", async () => {
  const url = new URL("./early-stop.ts", import.meta.url).href;
  const script = `
    import { outliveReaders, untilSignal } from ${JSON.stringify(url)};
    outliveReaders();
    const open = setInterval(() => console.log("at work"), 50);
    await untilSignal((stopped) => new Promise((done) => {
      stopped.addEventListener("abort", () => {
        clearInterval(open);
        setTimeout(() => { console.error("closed"); done(); }, 200);
      });
    }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  const said = child.stderr.toArray();
  await once(child.stdout, "data");
  child.stdout.destroy();
  await wait(300);
  child.kill("SIGHUP");
  assert.deepEqual(await once(child, "exit"), [129, null]);
  assert.equal(String(await said), "closed\n");
});
