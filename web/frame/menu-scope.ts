import { type FilterName, readScope, type Scope } from "../scope.ts";

/** The filters that other pages of the menu are opened without. */
export const NOT_IN_MENU: readonly FilterName[] = ["mentioned", "not_mentioned", "naming"];

/** The scope that the menu opens other pages with: as it was before a figure narrowed this one, and without these. */
export function menuScope(search: Record<string, unknown>): Scope {
  const { menu, ...own } = readScope(search);
  const scope = { ...(menu ?? own) };
  for (const name of NOT_IN_MENU) delete scope[name];
  return scope;
}
