import { globSync, readFileSync } from "node:fs";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/**
 * What a page tells people to type: a line of a block, a whole block, or a line within a sentence. `isMarked`: in a block
 * that says its language.
 */
export type PageCommand = { page: string; text: string; language: "sh" | "sql"; isMarked: boolean };

const PAGES = ["*.md", "docs/*.md", "clients/*/README.md", "clients/skill/*/*.md"];
/** It says what was new, once. */
const PAST = "CHANGELOG.md";

/** Programs whose name opens a line to type, behind settings of its environment. */
const OPENS =
  /^\(?([A-Z_]+=\S+ +)*(export|npm|npx|node|cd|curl|nice|docker|helm|fly|kubectl|claude|codex|psql|createdb|useradd|systemctl|sudo|git|earshot|render|railway|apt-get|brew|cp|mv|rm|mkdir|chown|chmod|openssl|pg_dump|pg_restore|caddy|nginx) +[^ ]/;
const SQL = /^(alter|create|grant|revoke|drop|select|insert|update|delete|vacuum) [a-z_]+[ (][^ ]/;

/** Every command of the pages; `strange` are blocks without a language in which none is found. */
export function listCommands(): { commands: PageCommand[]; strange: string[] } {
  const commands: PageCommand[] = [];
  const strange: string[] = [];
  for (const page of globSync(PAGES, { exclude: [PAST] }).sort()) {
    for (const node of walk(fromMarkdown(readFileSync(page, "utf8")))) {
      if (node.type === "inlineCode") {
        const text = node.value.replace(/\s+/g, " ");
        if (OPENS.test(text)) commands.push({ page, text, language: "sh", isMarked: false });
        else if (SQL.test(text)) commands.push({ page, text, language: "sql", isMarked: false });
      } else if (node.type === "code") {
        const lines = node.value.split("\n").filter((line) => line && !line.startsWith("#"));
        if (node.lang === "sql") {
          commands.push({ page, text: node.value, language: "sql", isMarked: true });
        } else if (node.lang === "sh" && lines.some((line) => !OPENS.test(line))) {
          commands.push({ page, text: node.value, language: "sh", isMarked: true });
        } else if (node.lang === "sh" || (!node.lang && lines.some((line) => OPENS.test(line)))) {
          for (const line of lines) {
            const text = line.replace(/ +#.*$/, "").trim();
            commands.push({ page, text, language: "sh", isMarked: node.lang === "sh" });
          }
        } else if (!node.lang) strange.push(`${page}: ${node.value.split("\n")[0]}`);
      }
    }
  }
  return { commands, strange };
}

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}
