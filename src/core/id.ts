import Sqids from "sqids";
import * as z from "zod";

export const ID_KINDS = {
  ...{ org: "organisation", usr: "user", prj: "project" },
  ...{ brd: "brand", prm: "prompt", top: "topic", tag: "tag" },
  ...{ cht: "chat", sug: "suggestion", act: "action" },
  key: "API key",
  ...{ run: "run", imp: "prompt import" },
  onb: "onboarding session",
  inv: "invitation",
  ...{ ses: "session", dev: "browser", psk: "passkey" },
  shr: "share link",
  whk: "webhook",
} as const;
export type IdKind = keyof typeof ID_KINDS;

const CACHE_MAX = 50_000;
const INTEGER_MAX = 2 ** 31 - 1;
const BODY_MAX = 40;
const codec = new Sqids({
  alphabet: "kVt3PqYbRw9sFzH5gDJnXaLmT2cQvN8eGyB7hKpZC4rWfMd6xSjU",
  minLength: 8,
  blocklist: new Set(),
});
const encoded = new Map<string, string>();
const decoded = new Map<string, number>();

function keep<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): Value {
  if (known.size >= CACHE_MAX) known.clear();
  known.set(key, value);
  return value;
}

/** The public id of row `number` of a kind: `encodeId("brd", 7)` is "brd_" and at least 8 letters or digits. */
export function encodeId(kind: IdKind, number: number): string {
  const key = `${kind}${number}`;
  return encoded.get(key) ?? keep(encoded, key, `${kind}_${codec.encode([number])}`);
}

/** The row number behind a public id, or 0, which no row has, when it cannot have been issued. */
export function decodeId(kind: IdKind, id: string): number {
  const body = id.slice(kind.length + 1);
  const known = decoded.get(body);
  if (known !== undefined) return known;
  const [number, ...rest] = body.length > BODY_MAX ? [] : codec.decode(body);
  // Answers are counted in 64 bits, all else in 32: PostgreSQL takes no greater number for a column.
  const most = kind === "cht" ? Number.MAX_SAFE_INTEGER : INTEGER_MAX;
  if (number === undefined || rest.length > 0 || number > most) return 0;
  if (codec.encode([number]) !== body) return 0;
  return number > INTEGER_MAX ? number : keep(decoded, body, number);
}

function kindWord(kind: IdKind): string {
  const word = ID_KINDS[kind];
  return `${/^[aeio]/i.test(word) ? "an" : "a"} ${word}`;
}

/** What every id of `kind` looks like, whether it was issued or not. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${kind}_[0-9A-Za-z]{1,${BODY_MAX}}$`);
}

/** An id of `kind` that is never issued, to show what one looks like: a real one would be copied. */
export const exampleId = (kind: IdKind): string => `${kind}_PqYbRw9s`;

/** An argument that names one thing of `kind`: a string with that prefix, decoded by `decodeId`. */
export function idInput(kind: IdKind) {
  return z.string().regex(idPattern(kind), {
    error: () => `must be the id of ${kindWord(kind)}, like "${exampleId(kind)}"`,
  });
}

/** A row number that leaves as the public id of `kind`. */
export function idOutput(kind: IdKind) {
  return z
    .int()
    .transform((number) => encodeId(kind, number))
    .pipe(z.string().meta({ description: `Id of ${kindWord(kind)}.`, example: exampleId(kind) }));
}

const MODEL = "mdl_";
const SLUG = "[a-z0-9][a-z0-9-]{0,59}";

/** The public id of the model with this slug: `encodeModelId("chatgpt")` is "mdl_chatgpt". */
export function encodeModelId(slug: string): string {
  return MODEL + slug;
}

/** The slug in a model's public id; a text that is no such id comes back as it is. */
export function decodeModelId(id: string): string {
  return id.startsWith(MODEL) ? id.slice(MODEL.length) : id;
}

/** An argument that names a model, read by `decodeModelId`. */
export const ModelId = z.string().regex(new RegExp(`^${MODEL}${SLUG}$`), {
  error: `must be the id of a model, like "${encodeModelId("chatgpt")}"`,
});

/** A model's slug that leaves as its public id. */
export const ModelIdOutput = z
  .string()
  .transform(encodeModelId)
  .pipe(z.string().meta({ description: "Id of a model.", example: encodeModelId("chatgpt") }));
