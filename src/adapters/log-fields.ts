import { AsyncLocalStorage } from "node:async_hooks";

type Fields = Readonly<Record<string, string>>;
const current = new AsyncLocalStorage<Fields>();

/** Does work; every line that is logged of it, also by what it calls and leaves running, has these fields. */
export function withFields<Result>(fields: Fields, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...fields }, work);
}

/** The fields that lines have here, as an object of the caller's own. */
export function fieldsHere(): Record<string, string> {
  return { ...current.getStore() };
}
