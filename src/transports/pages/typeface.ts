import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ranges from "@fontsource-variable/inter/unicode.json" with { type: "json" };
import { Hono } from "hono";

const MONTH_SECONDS = 2_592_000;

/** The product's own typeface, served from our origin so that every page looks and measures alike on every machine. */
export function makeTypeface(): Hono {
  const app = new Hono();
  const style = [FALLBACK, ...Object.entries(ranges).map(writeFace)].join("\n");
  app.get("/pages/typeface.css", (c) => {
    c.header("Cache-Control", `public, max-age=${MONTH_SECONDS}`);
    return c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" });
  });
  for (const subset of Object.keys(ranges)) {
    const file = import.meta.resolve(
      `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
    );
    const bytes = new Uint8Array(readFileSync(fileURLToPath(file)));
    app.get(addressOf(subset), (c) => {
      c.header("Cache-Control", `public, max-age=${MONTH_SECONDS}`);
      return c.body(bytes, 200, { "Content-Type": "font/woff2" });
    });
  }
  return app;
}

const addressOf = (subset: string) => `/pages/inter-${subset}.woff2`;

/** Browsers load a file only where a page has a character of its range. */
function writeFace([subset, range]: [string, string]): string {
  return `@font-face{font-family:"Inter";font-weight:100 900;font-display:swap;src:url(${addressOf(subset)}) format("woff2");unicode-range:${range}}`;
}

/** Arial in the measures of Inter, so that nothing moves when the file arrives. */
const FALLBACK = `@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans");ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%;size-adjust:107.12%}`;
