import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** What nearly everybody opens first. */
const FIRST = ["/frame/frame.tsx", "/pages/overview/overview.tsx"];

/** What is read before anything that draws (first.ts), and what it stands on. */
const BEFORE =
  /web\/(first|asking|call|scope|words\/formats|brands\/trend-input|pages\/overview\/first-calls)\.ts|query-core|react-query.+queryOptions|router-core.+(qss|searchParams)|dayjs/;

/** The page begins with first.ts, and names the script of what is opened first, so that it comes with the script that would ask for it. */
const nameFirst: Plugin = {
  name: "name-first",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const files = new Set<string>();
      const add = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || files.has(name)) return;
        files.add(name);
        chunk.imports.forEach(add);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        const facade = chunk.type === "chunk" ? chunk.facadeModuleId : null;
        if (FIRST.some((one) => facade?.endsWith(one))) add(name);
      }
      const before = Object.values(bundle).find(({ name }) => name === "first");
      if (before?.type !== "chunk" || before.imports.some((name) => !name.includes("runtime")))
        throw new Error(
          `first.ts is not read by itself: what does it import, and is it in BEFORE?`,
        );
      const first = {
        tag: "script",
        injectTo: "head-prepend" as const,
        // Neither styles nor other scripts hold it up.
        attrs: { type: "module", async: true, crossorigin: true, src: `/${before.fileName}` },
      };
      const named = [...files]
        .filter((name) => !html.includes(name))
        .map((name) => ({
          tag: "link",
          injectTo: "head" as const,
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` },
        }));
      return [first, ...named];
    },
  },
};

/** How the dashboard is bundled; the server serves what comes out. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), nameFirst],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    // What eight pages or more share is one file, and so are icons: half as many requests for the first page.
    rolldownOptions: {
      input: ["index.html", "first.ts"].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: BEFORE, priority: 1 },
            { name: "icons", test: /@tabler/, minShareCount: 2 },
            { name: "common", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
