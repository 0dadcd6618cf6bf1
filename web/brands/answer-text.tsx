import { Tooltip } from "@mantine/core";
import type { Definition, Nodes, RootContent, Table } from "mdast";
import { Fragment, type ReactNode, useMemo } from "react";
import { Scroll } from "../widgets/scroll.tsx";
import { WebLink } from "../words/web-link.tsx";
import { directionOf } from "./direction.ts";
import { isDrawable } from "./drawable.ts";
import { parseMarkdown } from "./markdown.ts";
import { apart, cut, cutPlain, type Mark, type Piece } from "./mentions.ts";

/** A brand as its marks in an answer show it, or, without a position, what was searched for. */
export type Marked = { name: string; color: string; isOwn: boolean; position: number | null };
type Page = {
  source: string;
  marks: readonly Mark<Marked>[];
  definitions: ReadonlyMap<string, Definition>;
};

/** An answer's Markdown as text, nothing of it run or loaded, with the places that name brands marked. */
export function AnswerText({
  source,
  marks = [],
}: {
  source: string;
  marks?: readonly Mark<Marked>[];
}) {
  const root = useMemo(() => (isDrawable(source) ? parseMarkdown(source) : null), [source]);
  const placed = apart(marks);
  if (!root) return <PlainText source={source} marks={placed} />;
  const definitions = new Map(
    root.children.flatMap((node) =>
      node.type === "definition" ? [[node.identifier, node] as const] : [],
    ),
  );
  const page = { source, marks: placed, definitions };
  const direction = directionOf(root);
  return (
    <div className="answer" dir={direction}>
      {root.children.map((node, index) => {
        const own = directionOf(node, direction);
        const part = show(node, page);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tree is drawn once, from one text.
          <Fragment key={index}>{own === direction ? part : <div dir={own}>{part}</div>}</Fragment>
        );
      })}
    </div>
  );
}

function PlainText({ source, marks }: { source: string; marks: readonly Mark<Marked>[] }) {
  return (
    <div className="answer">
      <p className="dim">
        This answer is too long or too deeply nested to format, so it is shown as plain text.
      </p>
      <p className="as-is">{showPieces(cutPlain(source, marks))}</p>
    </div>
  );
}

function showAll(nodes: readonly Nodes[], page: Page): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree is drawn once, from one text.
    <Fragment key={index}>{show(node as RootContent, page)}</Fragment>
  ));
}

function show(node: RootContent, page: Page): ReactNode {
  const inner = "children" in node ? showAll(node.children, page) : null;
  switch (node.type) {
    case "paragraph":
      return <p>{inner}</p>;
    case "heading":
      // All of one level below the page's own headings: answers skip levels as they please.
      return <h3 className={`depth-${node.depth}`}>{inner}</h3>;
    case "strong":
      return <strong>{inner}</strong>;
    case "emphasis":
      return <em>{inner}</em>;
    case "delete":
      return <del>{inner}</del>;
    case "blockquote":
      return <blockquote>{inner}</blockquote>;
    case "list":
      return node.ordered ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case "listItem":
      return (
        <li>
          {typeof node.checked === "boolean" && (node.checked ? "☑ " : "☐ ")}
          {inner}
        </li>
      );
    case "table":
      return <AnswerTable table={node} page={page} />;
    case "thematicBreak":
      return <hr />;
    case "break":
      return <br />;
    case "code":
      return (
        <pre>
          <code>{showPieces(cut(node, page.source, page.marks))}</code>
        </pre>
      );
    case "inlineCode":
      return <code>{showPieces(cut(node, page.source, page.marks))}</code>;
    case "html":
      return /^<br\s*\/?>$/i.test(node.value) ? (
        <br />
      ) : (
        showPieces(cut(node, page.source, page.marks))
      );
    case "text":
      return showPieces(cut(node, page.source, page.marks));
    default:
      return showReference(node, inner, page);
  }
}

/** What points elsewhere: links, and images as links, which are never loaded. */
function showReference(node: RootContent, inner: ReactNode, { definitions }: Page): ReactNode {
  switch (node.type) {
    case "link":
      return <WebLink url={node.url}>{node.children.length > 0 ? inner : node.url}</WebLink>;
    case "linkReference":
      return <WebLink url={definitions.get(node.identifier)?.url}>{inner}</WebLink>;
    case "image":
      return <WebLink url={node.url}>Image: {node.alt || node.url}</WebLink>;
    case "imageReference":
      return (
        <WebLink url={definitions.get(node.identifier)?.url}>Image: {node.alt || "…"}</WebLink>
      );
    case "footnoteReference":
      return <sup>[{node.label ?? node.identifier}]</sup>;
    case "footnoteDefinition":
      return (
        <div className="footnote">
          <sup>[{node.label ?? node.identifier}]</sup> {inner}
        </div>
      );
    default:
      return inner;
  }
}

function AnswerTable({ table, page }: { table: Table; page: Page }) {
  const [head, ...rows] = table.children;
  const align = (index: number) => table.align?.[index] ?? "start";
  return (
    // An answer may have several, which a screen reader tells apart.
    <Scroll label={`Table at line ${table.position?.start.line ?? 1}`}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => {
              const Cell = cell.children.length > 0 ? "th" : "td";
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place.
                <Cell key={index} style={{ textAlign: align(index) }}>
                  {showAll(cell.children, page)}
                </Cell>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place.
            <tr key={at}>
              {row.children.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place.
                <td key={index} style={{ textAlign: align(index) }}>
                  {showAll(cell.children, page)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function showPieces(pieces: readonly Piece<Marked>[]): ReactNode {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place.
    <Fragment key={index}>{showPiece(piece)}</Fragment>
  ));
}

function showPiece({ text, mark }: Piece<Marked>): ReactNode {
  if (!mark) return text;
  const { name, color, isOwn, position } = mark.of;
  return (
    <Tooltip
      label={`${name}${isOwn ? ", your brand" : ""}: ${position === null ? "what you searched for" : `named as number ${position}`}`}
    >
      <mark
        className={isOwn ? "mention own" : "mention"}
        style={{ "--brand": color } as React.CSSProperties}
      >
        {text}
      </mark>
    </Tooltip>
  );
}
