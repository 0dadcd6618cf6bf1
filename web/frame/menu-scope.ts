import { type FilterName, readScope, type Scope } from "../scope.ts";

/** The filters that other pages of the menu are opened without. */
export const NOT_IN_MENU: readonly FilterName[] = ["mentioned", "not_mentioned", "naming"];

/** The scope of an address as other pages of the menu are opened with it: without these. */
export function withoutBrands(search: Record<string, unknown>): Scope {
  const scope = readScope(search);
  for (const name of NOT_IN_MENU) delete scope[name];
  return scope;
}
