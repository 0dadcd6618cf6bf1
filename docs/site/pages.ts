import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { extname, join, posix, resolve } from "node:path";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

const ROOT = resolve(import.meta.dirname, "../..");
const DECISIONS = "docs/decisions";
/** A longer file is offered, not shown. */
const SHOWN_CHARACTERS = 40_000;

/** Every page by what somebody wants of it; the decisions follow by themselves. */
const PARTS: [part: string, pages: string[]][] = [
  ["Start", ["docs/self-hosting", "docs/dashboard", "docs/engines"]],
  ["Use", ["docs/export", "docs/views", "docs/automation", "docs/webhooks"]],
  [
    "Interfaces",
    ["docs/api", "docs/mcp", "clients/typescript/README", "clients/n8n-nodes-earshot/README"],
  ],
  [
    "Operate",
    ["docs/deploy", "docs/identity", "docs/scale", "docs/performance", "docs/attacks", "SECURITY"],
  ],
  [
    "How it counts",
    ["docs/methodology", "docs/detection", "docs/accuracy", "bench/accuracy/README"],
  ],
  [
    "Change it",
    [
      ...["CONTRIBUTING", "ARCHITECTURE", "docs/states", "docs/testing-with-other-clients"],
      ...["docs/mcp-verification", "docs/mcp-evaluation", "CODE_OF_CONDUCT", "CHANGELOG", "NOTICE"],
    ],
  ],
];

type Place = { text: string; link: string };

/**
 * `pages`: text by path in the site. `files`: of the repository, offered at `/files/` and their path. `sidebar`: places
 * by part. `problems`: a sentence for each link or anchor that leads nowhere, and for each page that stands nowhere.
 */
type Site = {
  pages: Map<string, string>;
  files: string[];
  sidebar: { part: string; places: Place[] }[];
  problems: string[];
};

/**
 * Reads the pages of a repository as those of the site: a link to another page leads to it, one to a file or folder to
 * a page that shows it.
 */
export function readSite(root: string = ROOT): Site {
  const list = (pattern: string) => globSync(pattern, { cwd: root }).map(asPosix).sort();
  const decisions = list(`${DECISIONS}/*.md`);
  const parts: typeof PARTS = PARTS.map(([part, names]) => [
    part,
    names.map((one) => `${one}.md`).filter((file) => existsSync(join(root, file))),
  ]);
  parts.push(["Decisions", decisions]);
  const placed = parts.flatMap(([, files]) => files);
  const site: Site = { pages: new Map(), files: [], sidebar: [], problems: [] };
  for (const file of list("{*,docs/*}.md"))
    if (file !== "README.md" && !placed.includes(file))
      site.problems.push(`${file} has no place in the sidebar.`);

  const waiting = ["README.md", ...placed];
  const readAs = {
    page(file: string) {
      const text = rewriteLinks(read(root, file), (url) => {
        const { target, problem } = resolveLink(root, file, url);
        if (problem) site.problems.push(`${file}: ${url} ${problem}.`);
        if (!target) return { url };
        if (!waiting.includes(target.path)) waiting.push(target.path);
        const isPage = kindOf(root, target.path) === "page";
        const title = isPage ? { title: titleOf(read(root, target.path)) } : {};
        return { url: addressOf(root, target.path) + target.anchor, ...title };
      });
      return file === "README.md" ? asFront(text) : text;
    },
    folder(folder: string) {
      const files = list(`${folder}/**`).filter((one) => !statSync(join(root, one)).isDirectory());
      waiting.push(...files.filter((one) => !waiting.includes(one)));
      const lines = files.map((one) => `- [${one}](${addressOf(root, one)})`);
      return `---\nsearch: false\n---\n# ${folder}\n\n${lines.join("\n")}\n`;
    },
    file(file: string) {
      const text = read(root, file);
      const shown = `\n\`\`\`\`\`\`${LANGUAGES[extname(file)] ?? "txt"}\n${text.trimEnd()}\n\`\`\`\`\`\`\n`;
      const up = "../".repeat(`source/${file}`.split("/").length - 1);
      const offered = `[The file itself](${up}files/${file}){target="_self"}`;
      return `---\nsearch: false\n---\n# ${file}\n\n${offered}\n${text.length > SHOWN_CHARACTERS ? "" : shown}`;
    },
  };
  // What is shown may lead on to more.
  for (const path of waiting) {
    const kind = kindOf(root, path);
    if (kind === "file" || kind === "picture") site.files.push(path);
    if (kind !== "picture") site.pages.set(pathOf(root, path), readAs[kind](path));
  }
  site.sidebar = parts.map(([part, files]) => ({
    part,
    places: files.map((file) => ({
      text: titleOf(read(root, file)),
      link: addressOf(root, file),
    })),
  }));
  return site;
}

const LANGUAGES: Record<string, string> = {
  ...{ ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".ts": "ts", ".sql": "sql" },
  ...{ ".service": "ini", ".conf": "nginx", ".target": "ini" },
};

const asPosix = (path: string) => path.replaceAll("\\", "/");
const read = (root: string, file: string) => readFileSync(join(root, file), "utf8");

function kindOf(root: string, path: string): "page" | "folder" | "file" | "picture" {
  if (statSync(join(root, path)).isDirectory()) return "folder";
  if (extname(path) === ".md") return "page";
  return /\.(png|svg|jpe?g|webp)$/.test(path) ? "picture" : "file";
}

/** Where a path of the repository is in the site. */
function pathOf(root: string, path: string): string {
  const kind = kindOf(root, path);
  if (path === "README.md") return "index.md";
  if (kind === "page")
    return path
      .replace(/^docs\//, "")
      .replace(/\/README\.md$/, ".md")
      .toLowerCase();
  return kind === "folder" ? `source/${path}/index.md` : `source/${path}.md`;
}

const addressOf = (root: string, path: string) =>
  kindOf(root, path) === "picture"
    ? `/files/${path}`
    : `/${pathOf(root, path).replace(/(index)?\.md$/, (_, index) => (index ? "" : ".html"))}`;

/** What a link of a page leads to in the repository; neither for one that leads out of it. */
function resolveLink(root: string, file: string, url: string) {
  if (/^[a-z][a-z\d+.-]*:/.test(url)) return {};
  const [to = "", anchor] = url.split("#");
  const path = to ? posix.join(posix.dirname(file), to).replace(/\/$/, "") : file;
  if (path.startsWith("..") || !existsSync(join(root, path))) return { problem: "leads nowhere" };
  const target = { path, anchor: anchor ? `#${anchor}` : "" };
  const known = anchor && extname(path) === ".md" ? listAnchors(read(root, path)) : [];
  return anchor && !known.includes(anchor) ? { target, problem: "is no heading" } : { target };
}

const parsed = new Map<string, Root>();

/** What a page holds; fields ahead of it, as a skill has them, are blank. */
function parse(text: string): Root {
  const blank = (fields: string) => `${" ".repeat(fields.length - 1)}\n`;
  const root =
    parsed.get(text) ??
    fromMarkdown(text.replace(/^---\n.*?\n---\n/s, blank), {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
  parsed.set(text, root);
  return root;
}

/** Every node of these, the outer before the inner. */
function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

const textOf = (node: Nodes) =>
  [...walk(node)].map((one) => ("value" in one ? one.value : "")).join("");

/** An anchor as Git hosts make it of a heading. */
export const slugOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");

function listAnchors(text: string): string[] {
  const seen = new Map<string, number>();
  return [...walk(parse(text))]
    .filter((node) => node.type === "heading")
    .map((node) => {
      const slug = slugOf(textOf(node));
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before ? `${slug}-${before}` : slug;
    });
}

const titleOf = (text: string) => /^# (.*)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? "";

/** The text with each address of a link or picture replaced, and the name of a file that a link shows by its title. */
function rewriteLinks(
  text: string,
  replace: (url: string) => { url: string; title?: string },
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const node of walk(parse(text))) {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if ((node.type !== "link" && node.type !== "image") || start === undefined) continue;
    const source = text.slice(start, end);
    if (!source.endsWith(`](${node.url})`)) continue;
    const { url, title } = replace(node.url);
    const shown = source.slice(0, -`](${node.url})`.length);
    const isName = title && `[${node.url}`.endsWith(shown.slice(1)) && /\.md$/.test(shown);
    pieces.push(text.slice(at, start), `${isName ? `[${title}` : shown}](${url})`);
    at = end ?? at;
  }
  return pieces.join("") + text.slice(at);
}

/** README as the front page: its title and first paragraph as large words, the rest as it is. */
function asFront(text: string): string {
  const [title, first] = parse(text).children;
  const question = first?.type === "paragraph" ? first.children[0] : undefined;
  if (title?.type !== "heading" || question?.type !== "strong")
    throw new Error("README.md does not begin with its name and its question.");
  const said = text.slice(question.position?.end.offset, first?.position?.end.offset);
  const hero = {
    name: textOf(title),
    text: textOf(question),
    tagline: said.replace(/\s+/g, " ").trim(),
    actions: [
      { theme: "brand", text: "Run it", link: "/self-hosting.html" },
      { theme: "alt", text: "Look around", link: "/dashboard.html" },
      { theme: "alt", text: "Script it", link: "/api.html" },
    ],
  };
  return `---\n${JSON.stringify({ layout: "home", hero })}\n---\n${text.slice(first?.position?.end.offset)}`;
}
