import { resolve } from "node:path";
import { renderMermaidSVG } from "beautiful-mermaid";
import { defineConfig } from "vitepress";
import { readSite, slugOf } from "../pages.ts";

const OUT = resolve(import.meta.dirname, "../../../out");

// biome-ignore lint/style/noDefaultExport: VitePress reads it so.
export default defineConfig({
  title: "Earshot",
  description: "What AI assistants say about your brand: dashboard, REST API and MCP server.",
  lang: "en",
  srcDir: resolve(OUT, "site-pages"),
  outDir: process.env["SITE_OUT"] ?? resolve(OUT, "site"),
  cacheDir: resolve(OUT, "site-cache"),
  base: (process.env["SITE_BASE"] ?? "/") as "/",
  head: [["link", { rel: "icon", href: `${process.env["SITE_BASE"] ?? "/"}icon.svg` }]],
  markdown: {
    // What is in the pages is text, as on a Git host: no HTML, no attributes, no smileys.
    html: false,
    linkify: false,
    anchor: { slugify: slugOf },
    config(md) {
      md.core.ruler.disable("emoji");
      const { text, code_inline, fence } = md.renderer.rules;
      const keepBraces =
        (rule: typeof text): typeof text =>
        (...given) =>
          (rule?.(...given) ?? "").replaceAll("{{", "&#123;&#123;");
      Object.assign(md.renderer.rules, {
        text: keepBraces(text),
        code_inline: keepBraces(code_inline),
      });
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info = "", content = "" } = tokens[index] ?? {};
        return info === "mermaid" ? draw(content) : (fence?.(tokens, index, ...rest) ?? "");
      };
      // What is set off by blanks alone looks like any other block.
      md.renderer.rules.code_block = (...given) => md.renderer.rules.fence?.(...given) ?? "";
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            combineWith: "AND",
            fuzzy: 0.1,
            // What is so comes before why it is so.
            boostDocument: (id: string) => (id.includes("/decisions/") ? 0.3 : 1),
          },
        },
      },
    },
    outline: { level: [2, 3] },
    sidebar: readSite().sidebar.map(({ part, places }) => ({
      text: part,
      items: places,
      collapsed: part === "Decisions" || part === "Change it",
    })),
    docFooter: { prev: "Before", next: "Next" },
  },
});

/** A diagram in the colours of the page; its own would fetch a typeface. */
function draw(text: string): string {
  const svg = renderMermaidSVG(text, { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)" });
  const quiet = svg.replace(/@import [^;]*;[^;]*;[^;]*;|@import url\([^)]*\);/, "");
  const html = JSON.stringify(quiet).replaceAll("&", "&amp;").replaceAll("'", "&#39;");
  return `<div class="diagram" v-html='${html}'></div>`;
}
