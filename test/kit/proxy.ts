import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { freePort } from "./real-server.ts";
import { waitFor } from "./wait-for.ts";

const DEPLOY = resolve(import.meta.dirname, "../../deploy");

const lacks = (program: string, word: string) =>
  spawnSync(program, [word]).status === 0
    ? false
    : `There is no ${program} here (Debian's package has its name).`;
/** Why tests with a real proxy are skipped here; false: they are not. */
export const noNginx = lacks("nginx", "-v");
export const noCaddy = lacks("caddy", "version");
export const noOpenssl = lacks("openssl", "version");

type Started = { origin: string; port: number; folder: string };

/** Starts nginx with deploy/nginx.conf in front of two ports, on ports of its own and with a certificate of its own. */
export async function startNginx(ports: readonly [number, number]): Promise<Started> {
  const { folder, port } = await prepare();
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const files = ["-nodes", "-keyout", key, "-out", certificate];
  assert.equal(spawnSync("openssl", [...made, ...subject, ...files]).status, 0);
  const site = replaceAll(readFileSync(join(DEPLOY, "nginx.conf"), "utf8"), {
    "127.0.0.1:8787": `127.0.0.1:${ports[0]}`,
    "127.0.0.1:8788": `127.0.0.1:${ports[1]}`,
    "listen 80;": `listen 127.0.0.1:${await freePort()};`,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "earshot.example.com": "localhost",
    "/etc/ssl/earshot/fullchain.pem": certificate,
    "/etc/ssl/earshot/privkey.pem": key,
    "/var/log/nginx": folder,
  });
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const main = `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "errors")} warn; worker_processes 1;
    events { worker_connections 256; }
    http { access_log off; ${paths.join(" ")}\n${site} }`;
  writeFileSync(join(folder, "nginx.conf"), main);
  return run("nginx", ["-p", folder, "-e", join(folder, "errors"), "-c", "nginx.conf"], {
    folder,
    port,
  });
}

/** Starts caddy with deploy/Caddyfile in front of two ports, with a certificate of its own authority. */
export async function startCaddy(ports: readonly [number, number]): Promise<Started> {
  const { folder, port } = await prepare();
  const site = replaceAll(readFileSync(join(DEPLOY, "Caddyfile"), "utf8"), {
    "earshot.example.com {": `https://localhost:${port} {\n\ttls internal`,
    "127.0.0.1:8787": `127.0.0.1:${ports[0]}`,
    "127.0.0.1:8788": `127.0.0.1:${ports[1]}`,
  });
  const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n";
  writeFileSync(join(folder, "Caddyfile"), options + site);
  return run("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    folder,
    port,
  });
}

/** A changed text of a reference configuration; what is changed must be there. */
function replaceAll(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert(changed.includes(from), `the configuration has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), "earshot-proxy-"));
  chmodSync(folder, 0o755);
  return { folder, port: await freePort() };
}

async function run(
  program: string,
  words: string[],
  { folder, port }: { folder: string; port: number },
): Promise<Started> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(program, words, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (some: string) => {
    said += some;
  });
  after(async () => {
    const ended = new Promise((done) => child.once("close", done));
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const words2 = ["s_client", "-connect", `127.0.0.1:${port}`, "-servername", "localhost"];
  await waitFor(program, () => {
    assert(child.exitCode === null, said);
    return spawnSync("openssl", words2, { input: "" }).status === 0;
  });
  return { origin: `https://localhost:${port}`, port, folder };
}
