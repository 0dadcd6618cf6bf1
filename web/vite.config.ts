import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** What nearly everybody opens first. */
const FIRST = ["/frame/frame.tsx", "/pages/overview/overview.tsx"];

/** The page names the script of what is opened first, so that it comes with the script that would ask for it. */
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
      return [...files]
        .filter((name) => !html.includes(name))
        .map((name) => ({
          tag: "link",
          injectTo: "head" as const,
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` },
        }));
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
      output: {
        codeSplitting: {
          groups: [
            { name: "icons", test: /@tabler/, minShareCount: 2 },
            { name: "common", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
