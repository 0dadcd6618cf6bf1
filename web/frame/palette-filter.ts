/** What one can go to: what it is called, and what else it is found by. */
type Action = { label?: string | undefined; keywords?: string | undefined };
type Group = { group: string; actions: Action[] };

/** So many are shown at once. */
const SHOWN_MAX = 12;

/**
 * What matches what was typed, by its name first: the first of each group, then the second, so that many names of one kind
 * hide no other; a group that is cut says so. All of `whole` is shown. Before anything is typed, the first group alone.
 */
export const filterOf =
  (whole: string) =>
  (typed: string, given: readonly Group[]): Group[] => {
    const query = typed.trim().toLowerCase();
    const groups = matching(query, given);
    if (query === "")
      return groups
        .slice(0, 1)
        .map(({ group, actions: all }) => ({ group, actions: all.slice(0, SHOWN_MAX) }));
    const isWhole = ({ group }: Group) => group === whole;
    const counts = new Map(groups.map((one) => [one, isWhole(one) ? one.actions.length : 0]));
    let left = SHOWN_MAX - [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (let round = 1; left > 0; round++) {
      const more = groups.filter((one) => !isWhole(one) && one.actions.length >= round);
      if (more.length === 0) break;
      for (const one of more.slice(0, left)) counts.set(one, round);
      left -= more.length;
    }
    return groups.flatMap((one) => {
      const { group, actions: all } = one;
      const count = counts.get(one) ?? 0;
      const name = count < all.length ? `${group}: ${count} of ${all.length}` : group;
      return count > 0 ? [{ group: name, actions: all.slice(0, count) }] : [];
    });
  };

/** Groups with what matches of them: those of which something is called so, then those that a keyword is of. */
function matching(query: string, groups: readonly Group[]): Group[] {
  const has = (text: string | undefined) => (text ?? "").toLowerCase().includes(query);
  const isCalled = ({ label }: Action) => has(label);
  const found = groups.map(({ group, actions }) => {
    const called = actions.filter(isCalled);
    const meant = actions.filter((one) => !isCalled(one) && has(one.keywords));
    return { called, one: { group, actions: [...called, ...meant] } };
  });
  return [
    ...found.filter(({ called }) => called.length > 0),
    ...found.filter(({ called }) => called.length === 0),
  ]
    .map(({ one }) => one)
    .filter(({ actions }) => actions.length > 0);
}
