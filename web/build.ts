import { join } from "node:path";
import { build } from "vite";

/** Bundles the dashboard into the folder named by the first argument; the server runs this when sources changed. */
const out = process.argv[2] ?? join(import.meta.dirname, "dist");
await build({
  configFile: join(import.meta.dirname, "vite.config.ts"),
  logLevel: "warn",
  build: { outDir: out },
});
