import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findDoor } from "#adapters/database/find-door.ts";
import { makePool } from "#adapters/database/pool.ts";
import { noPostgres, type OwnPostgres, startPostgres } from "../kit/own-postgres.ts";

const OPENSSL = "openssl";
const HBA = `
local all all trust
hostnossl plain all all trust
hostssl encrypted all all trust
hostssl known all all cert
`;

/** A certificate for `name`, its key beside it, of an authority (itself without one). */
function certify({ folder }: OwnPostgres, file: string, name: string, authority?: string): void {
  const path = (name: string) => join(folder, name);
  const words = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  const of = authority ? ["-CA", path(`${authority}.crt`), "-CAkey", path(`${authority}.key`)] : [];
  const names = authority ? ["-addext", `subjectAltName=DNS:${name}`] : [];
  const files = ["-keyout", path(`${file}.key`), "-out", path(`${file}.crt`)];
  execFileSync(OPENSSL, [...words, "-subj", `/CN=${name}`, ...of, ...names, ...files], {
    stdio: "pipe",
  });
  const { uid, gid } = statSync(folder);
  chownSync(path(`${file}.key`), uid, gid);
}

test("sslmode, sslrootcert and a client's certificate mean what they mean to libpq", {
  skip: noPostgres,
}, async (t) => {
  const server = await startPostgres({}, undefined);
  const { folder } = server;
  certify(server, "root", "Authority");
  certify(server, "other", "Another authority");
  certify(server, "server", "localhost", "root");
  certify(server, "client", "earshot", "root");
  for (const name of ["plain", "encrypted", "known"]) await server.ask(`create database ${name}`);
  writeFileSync(join(folder, "data/pg_hba.conf"), HBA);
  await server.ask(`alter system set ssl_cert_file = '${folder}/server.crt'`);
  await server.ask(`alter system set ssl_key_file = '${folder}/server.key'`);
  await server.ask(`alter system set ssl_ca_file = '${folder}/root.crt'`);
  const setTls = async (value: string) => {
    await server.ask(`alter system set ssl = ${value}`);
    await server.ask("select pg_reload_conf()");
    while ((await server.ask("show ssl"))[0]?.ssl !== value);
  };
  await setTls("on");

  const connect = async (database: string, query: string, host?: string) => {
    const { connection, reach } = await findDoor(`${server.urlOf(database, host)}${query}`);
    const pool = makePool(connection, { size: 1, reach });
    const { rows } = await pool.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    await pool.end();
    return rows[0].ssl ? "TLS" : "plain";
  };
  const root = `sslrootcert=${folder}/root.crt`;
  const client = `sslcert=${folder}/client.crt&sslkey=${folder}/client.key`;
  const refused = /no pg_hba.conf entry/;
  const cases: [string, string, string | RegExp, string?][] = [
    ["encrypted", "", "TLS"],
    ["plain", "", "plain"],
    ["encrypted", "?sslmode=disable", refused],
    ["plain", "?sslmode=disable", "plain"],
    ["encrypted", "?sslmode=allow", "TLS"],
    ["plain", "?sslmode=allow", "plain"],
    ["encrypted", "?sslmode=prefer", "TLS"],
    ["plain", "?sslmode=prefer", "plain"],
    ["encrypted", "?sslmode=require", "TLS"],
    ["plain", "?sslmode=require", refused],
    ["encrypted", `?sslmode=require&${root}`, "TLS"],
    ["encrypted", `?sslmode=require&sslrootcert=${folder}/other.crt`, /certificate/],
    ["encrypted", "?sslmode=verify-ca", /sslrootcert/],
    ["encrypted", `?sslmode=verify-ca&${root}`, "TLS"],
    ["encrypted", `?sslmode=verify-full&${root}`, /IP: 127.0.0.1 is not in the cert's list/],
    ["encrypted", `?sslmode=verify-full&${root}`, "TLS", "localhost"],
    ["encrypted", "?sslmode=verify-full", /certificate/, "localhost"],
    ["encrypted", "?sslrootcert=system", /certificate/, "localhost"],
    ["encrypted", "?sslmode=require&sslrootcert=system", /verify-full/],
    ["known", `?sslmode=verify-full&${root}`, /certificate/, "localhost"],
    ["known", `?sslmode=verify-full&${root}&${client}`, "TLS", "localhost"],
    ["encrypted", "?sslmode=yes", /sslmode=yes is none of disable, allow/],
  ];
  for (const [database, query, expected, host] of cases) {
    await t.test(`${database}${query.replaceAll(folder, "")} ${host ?? ""}`, async () => {
      if (typeof expected === "string")
        assert.equal(await connect(database, query, host), expected);
      else await assert.rejects(connect(database, query, host), expected);
    });
  }
  await setTls("off");
  assert.equal(await connect("plain", "?sslmode=prefer"), "plain");
  await assert.rejects(connect("plain", "?sslmode=require"), /does not support SSL/);
});
