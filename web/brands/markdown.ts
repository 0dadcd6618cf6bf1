import type { Nodes, Root } from "mdast";
import { type CompileContext, type Extension, fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** A run of a text: from `at` in its value on, its characters are in the source from `from` on. */
type Run = { at: number; from: number };
/** Where a node's text comes from in the Markdown, in UTF-16 offsets. */
type Traced = { data?: { runs?: Run[] } };
type Token = Parameters<NonNullable<NonNullable<Extension["enter"]>["data"]>>[0];

/** The tree of a GitHub-flavoured Markdown, whose texts know where in the source they are. */
export function parseMarkdown(source: string): Root {
  // A byte order mark would be dropped, and with it every offset moved; a space in its place is not.
  return fromMarkdown(source.replace(/^\uFEFF/, " "), {
    extensions: [gfm()],
    // Transforms would turn addresses into links again, from texts that are then nowhere in the
    // source.
    mdastExtensions: [...gfmFromMarkdown().map((one) => ({ ...one, transforms: [] })), tracing],
  });
}

/** Notes for each piece of a text, while it is put together, where it begins in the source. */
const tracing: Extension = {
  exit: {
    data(token) {
      note(this, token);
      this.config.exit["codeTextData"]?.call(this, token);
    },
    characterEscapeValue(token) {
      note(this, token);
      this.config.exit["codeTextData"]?.call(this, token);
    },
  },
  enter: {
    characterReference(token) {
      this.config.enter["codeTextData"]?.call(this, token);
      note(this, token);
    },
  },
};

function note(context: CompileContext, token: Token): void {
  const text = context.stack.at(-1);
  if (text?.type !== "text") return;
  const traced = text as Traced;
  traced.data ??= {};
  traced.data.runs ??= [];
  traced.data.runs.push({ at: text.value.length, from: token.start.offset });
}

/**
 * The source offset of each character of a node's value; undefined where it is not known. Exact for texts;
 * of code and HTML, the lines that are in the source unchanged.
 */
export function offsetsOf(node: Nodes, source: string): (number | undefined)[] {
  if (!("value" in node)) return [];
  const offsets = Array.from<number | undefined>({ length: node.value.length });
  const runs = (node as Traced).data?.runs ?? linesIn(node.value, node.position, source);
  for (const [index, { at, from }] of runs.entries()) {
    const end = runs[index + 1]?.at ?? node.value.length;
    // A character reference stands for a character that need not be one of its own.
    const isReference: boolean = source[from] === "&" && node.value[at] !== "&";
    for (let step = 0; at + step < end; step++) {
      const offset = isReference ? from : from + step;
      if (isReference || source[offset] === node.value[at + step]) offsets[at + step] = offset;
    }
  }
  return offsets;
}

/** The lines of a value that are at its place in the source unchanged. */
function linesIn(value: string, position: Nodes["position"], source: string): Run[] {
  let from = position?.start.offset ?? 0;
  const end = position?.end.offset ?? from;
  let at = 0;
  return value.split("\n").flatMap((line) => {
    const run = { at, from: source.indexOf(line, from) };
    at += line.length + 1;
    if (run.from < 0 || run.from + line.length > end) return [];
    from = run.from + line.length;
    return [run];
  });
}
