import { comparedWith, FILTER_NAMES, type FilterName, readScope, type Scope } from "./scope.ts";

/** The filters that other pages of the menu are opened without. */
export const NOT_IN_MENU: readonly FilterName[] = ["mentioned", "not_mentioned", "naming"];

/** The scope that the menu opens other pages with: as it was before a figure narrowed this one, and without these. */
export function menuScope(search: Record<string, unknown>): Scope {
  const { menu, ...own } = readScope(search);
  const scope = { ...(menu ?? own) };
  for (const name of NOT_IN_MENU) delete scope[name];
  return scope;
}

const DAY_NAMES = ["range", "from", "to", "compare", "vs_from", "vs_to"] as const;
const SCOPE_NAMES = [...FILTER_NAMES, ...DAY_NAMES, "branded"] as const;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What days that a link sets are compared with, unless it says that itself. */
function comparedBy(scope: Scope, { from, to }: Record<string, unknown>) {
  const isOther = from !== scope.from || to !== scope.to;
  const isSet = typeof from === "string" && typeof to === "string" && isOther;
  // Days are compared with chosen ones only where they are fixed themselves, in whatever time zone.
  return isSet && scope.vs_from ? comparedWith(scope, { from, to }, "UTC") : {};
}

/** The address that a link leads to from a page of a scope; where it sets days or filters, the menu keeps those of before. */
export function withScope(scope: Scope, search: Record<string, unknown>): Record<string, unknown> {
  const isOther = SCOPE_NAMES.some((name) => name in search && !isSame(search[name], scope[name]));
  const menu = isOther && !scope.menu && { menu: scope };
  return { ...scope, ...menu, ...comparedBy(scope, search), ...search };
}

/**
 * An address whose scope a page's own controls changed: the menu opens other pages with the change, too, unless it is `ofPage`
 * alone.
 */
export function changeScope(
  before: Record<string, unknown>,
  change: object,
  { ofPage = false }: { ofPage?: boolean } = {},
) {
  const { menu } = readScope(before);
  const isForAll = menu && !ofPage;
  return { ...before, ...change, ...(isForAll && { menu: readScope({ ...menu, ...change }) }) };
}

/** Whether what a scope says under a name is of this page alone, as the menu opens others without it. */
export const isOfPage = (scope: Scope, name: FilterName | "branded"): boolean =>
  scope.menu !== undefined && !isSame(scope[name], scope.menu[name]);
