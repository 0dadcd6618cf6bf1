import {
  type Query as CacheQuery,
  notifyManager,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { ask, askAll, type Listing, type Whole } from "./asking.ts";
import { call, type InputOf, namesOfCalls, type OperationName, type OutputOf } from "./call.ts";

type Query<Name extends OperationName> = UseQueryOptions<
  OutputOf<Name>,
  Error,
  OutputOf<Name>,
  readonly [Name, InputOf<Name>]
>;
type Asking<Name extends OperationName> = Pick<Query<Name>, "refetchInterval"> & {
  enabled?: boolean;
  fresh?: boolean;
  /** What others change while one looks: asked again every few seconds, and whenever it is looked at again. */
  watched?: boolean;
  beside?: Beside;
};
/** What is missing where it fails, for the note of its page, if not what is known of the question; false: its part says so. */
type Beside = string | false | undefined;
/** How what others change is asked for. */
const WATCHED = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: 10_000 };
const metaOf = (beside: Beside) => (beside === undefined ? {} : { meta: { beside } });

/**
 * What stays on a page while a changed question is answered: the last answer, unless it is of another project, or its rows
 * are of another dimension. Drawn by the new one, these would all have the same key, and React leaves such elements behind.
 */
export function keepAlike(input: unknown) {
  const split = (asked: unknown) => {
    const { project_id, dimensions } = asked as { project_id?: string; dimensions?: string[] };
    return `${project_id} ${dimensions}`;
  };
  return <Data>(last: Data | undefined, of: { queryKey: QueryKey } | undefined) =>
    of && split(of.queryKey[1]) === split(input) ? last : undefined;
}

/** Asks the server and keeps the answer; the last one stays on the page while a changed question is answered. */
export function useAsk<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  options: Asking<Name> = {},
) {
  const { fresh, watched, beside, ...rest } = options;
  return useQuery({
    ...ask(name, input),
    ...metaOf(beside),
    ...(!fresh && { placeholderData: keepAlike(input) }),
    ...(watched && WATCHED),
    ...rest,
  });
}

/** Asks for every page of a list and keeps the rows of all of them. */
export function useAskAll<Name extends Listing>(
  name: Name,
  input: Whole<Name>,
  { enabled = true, watched, beside }: Pick<Asking<Name>, "enabled" | "watched" | "beside"> = {},
) {
  const asked = { ...askAll(name, input), ...metaOf(beside), ...(watched && WATCHED), enabled };
  return useQuery({ ...asked, placeholderData: keepAlike(input) });
}

/** What `read` finds in the cache of questions; draws again when that is another. Events of one moment are one look. */
export function useCache<Found extends string | boolean>(
  read: (client: QueryClient) => Found,
): Found {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => {
      let isDue = false;
      const look = () => {
        isDue = false;
        onChange();
      };
      return client.getQueryCache().subscribe(() => {
        if (!isDue) notifyManager.schedule(look);
        isDue = true;
      });
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => read(client));
}

/** Whether something on the page is still the answer to the question before. */
export const useShowsOld = (): boolean =>
  useCache((client) =>
    client
      .getQueryCache()
      .findAll({ type: "active", fetchStatus: "fetching", predicate: hasNoData })
      .some(({ observers }) => observers.some((one) => one.getCurrentResult().isPlaceholderData)),
  );

const hasNoData = ({ state }: CacheQuery) => state.data === undefined;

/** Whether a question that is on the page has failed and has nothing to show. */
const hasFailed = ({ state }: CacheQuery) => state.errorUpdateCount > 0 && state.data === undefined;

/** The questions on the page that have failed, those that are asked again, too. */
export const failedOf = (client: QueryClient): CacheQuery[] =>
  client.getQueryCache().findAll({ type: "active", predicate: hasFailed });

/** Asks again what failed with an error, and all that failed of the same name: whoever presses once means all of it. */
export function useAgain(): (asked: { error: Error | null; refetch?(): unknown }) => void {
  const client = useQueryClient();
  return ({ error, refetch }) => {
    const failed = client.getQueryCache().findAll({
      type: "active",
      predicate: (query) => hasFailed(query) || query.state.error !== null,
    });
    const names = failed.filter(({ state }) => state.error === error).map(nameOf);
    const alike = failed.filter((query) => names.includes(nameOf(query)));
    if (alike.length === 0) return void refetch?.();
    for (const query of alike) void query.fetch().catch(() => {});
  };
}

const nameOf = ({ queryKey }: CacheQuery) => queryKey[0];

/** True once all that was asked is answered, or after a second: what takes long and stands further down waits for it. */
export function useLastTurn(): boolean {
  // Not useIsFetching: its number would draw the page again at each question and answer.
  const isQuiet = useCache((client) => client.isFetching() === 0);
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTurn(true), isQuiet ? 50 : 1_000);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  return isTurn;
}

/**
 * Changes something on the server. `changes` names the operations whose answers it makes stale; everything of
 * that name is asked again, and so is the audit log, which tells of every change. `inTurn`: each waits for the one before;
 * `isOnce`: what is sent again while its dialog is open, as no answer came, is done once.
 */
export function useChange<Name extends OperationName>(
  name: Name,
  changes: readonly OperationName[],
  { inTurn = false, isOnce = false } = {},
) {
  const client = useQueryClient();
  const [nameOf] = useState(namesOfCalls);
  return useMutation({
    ...(inTurn && { scope: { id: name } }),
    mutationFn: (input: InputOf<Name>) =>
      call(name, input, { once: isOnce ? nameOf(input) : undefined }),
    onSuccess: () => makeStale(client, [...changes, "list_audit"]),
  });
}

/** What was answered to these questions is asked again where a page shows it. */
export const makeStale = (client: QueryClient, names: readonly string[]) =>
  Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));

/** The project in the address. */
export function useProjectId(): string {
  const { project_id } = useParams({ strict: false }) as { project_id?: string };
  return project_id ?? "";
}
