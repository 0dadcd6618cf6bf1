import type { Method } from "#core/operation.ts";

type Entry<Value> = { method: Method; path: string; value: Value };
/** What a path takes, by method, and the decoded values of its `{parameters}`. */
export type Match<Value> = { methods: ReadonlyMap<Method, Value>; raw: Record<string, string> };
type Pattern<Value> = { parts: string[]; methods: Map<Method, Value> };

/** Finds what a path takes: `/brands/{brand_id}` matches one segment in place of each parameter, fixed paths first. */
export function makeRouter<Value>(entries: readonly Entry<Value>[]) {
  const fixed = new Map<string, Map<Method, Value>>();
  const patterns = new Map<string, Pattern<Value>>();
  for (const { method, path, value } of entries) {
    if (path.includes("{")) {
      const pattern = patterns.get(path) ?? { parts: path.split("/"), methods: new Map() };
      patterns.set(path, pattern);
      pattern.methods.set(method, value);
    } else {
      fixed.set(path, (fixed.get(path) ?? new Map<Method, Value>()).set(method, value));
    }
  }
  return (path: string): Match<Value> | null => {
    const methods = fixed.get(path);
    if (methods) return { methods, raw: {} };
    const parts = path.split("/");
    for (const pattern of patterns.values()) {
      const raw = matchParts(pattern.parts, parts);
      if (raw) return { methods: pattern.methods, raw };
    }
    return null;
  };
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const raw: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (expected.startsWith("{")) {
      if (part === "") return null;
      raw[expected.slice(1, -1)] = part;
    } else if (part !== expected) return null;
  }
  return raw;
}
