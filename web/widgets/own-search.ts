import { useNavigate, useSearch } from "@tanstack/react-router";

/**
 * What a page keeps in the address in addition to the scope, read by `read`, and how it is changed.
 */
export function useOwnSearch<Own extends object>(
  read: (search: Record<string, unknown>) => Own,
): [Own, (change: { [Name in keyof Own]?: Own[Name] | undefined }) => void] {
  const search = read(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  // The router types each address by itself; this stands for all of them.
  const set = (change: object) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    } as never);
  return [search, set];
}
