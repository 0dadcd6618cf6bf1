import { type Document, LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import { distinctIssues, explainInput } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { ProjectFile } from "./project-file.ts";

const CHARACTERS_MAX = 20_000_000;

/** Something in the file that cannot be, and where. */
export type Problem = { path: readonly PropertyKey[]; message: string };
export type ReadFile = {
  file: ProjectFile;
  /** The refusal of a file, a line for each problem: `project.yaml:12: brands[0].name: is required`. */
  refuse(problems: readonly Problem[]): Failure;
};

/** A project file read from YAML; a Failure names the lines of what is wrong and says what is legal. */
export function readProjectFile(text: string, name: string): ReadFile {
  if (text.length > CHARACTERS_MAX) {
    throw new Failure("VALIDATION_ERROR", `${name}: is longer than ${CHARACTERS_MAX} characters`);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}: `;
  if (document.errors.length > 0) {
    const told = document.errors.slice(0, 5).map(({ pos, message }) => at(pos[0]) + message);
    throw new Failure("VALIDATION_ERROR", told.join("\n"));
  }
  /** Where the value at a path stands, or what is around it where there is none. */
  const offsetOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { range?: number[] } | undefined;
      if (node?.range) return node.range[0] ?? 0;
    }
    return 0;
  };
  const refuse = (problems: readonly Problem[]) =>
    new Failure(
      "VALIDATION_ERROR",
      problems.map(({ path, message }) => at(offsetOf(path)) + message).join("\n"),
    );
  const raw = toValue(document, name);
  const parsed = ProjectFile.safeParse(raw);
  if (parsed.success) return { file: parsed.data, refuse };
  throw refuse(
    distinctIssues(parsed.error).map((issue) => ({
      path: issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path,
      message: explainInput(new z.ZodError([issue]), ProjectFile, raw).message,
    })),
  );
}

/**
 * What a document says; refused are few lines that refer to each other and stand for more than a machine holds, and those
 * that refer to themselves.
 */
function toValue(document: Document, name: string): unknown {
  try {
    const value: unknown = document.toJS();
    JSON.stringify(value);
    return value;
  } catch (cause) {
    const what = `${name}: its anchors cannot be resolved: ${(cause as Error).message}`;
    throw new Failure("VALIDATION_ERROR", what, { cause });
  }
}
