import type { KyselyPlugin, OperationNode, QueryId } from "kysely";
import { RawNode } from "kysely";
import type { Database } from "#core/database.ts";

/** The same database, on which `then` runs to its end each time right after a statement that holds `words`. */
export function betweenStatements(
  db: Database,
  words: string,
  then: (time: number) => Promise<unknown>,
): Database {
  const found = new Set<QueryId>();
  let time = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (holds(node, words)) found.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (found.delete(queryId)) await then(++time);
      return result;
    },
  };
  return db.withPlugin(plugin);
}

function holds(node: OperationNode, words: string): boolean {
  if (!RawNode.is(node)) return false;
  return (
    node.sqlFragments.join("?").includes(words) || node.parameters.some((one) => holds(one, words))
  );
}
