import { useEffect } from "react";
import { useHere } from "../../here.tsx";
import { readScope, type Scope, type ScopeChange } from "../../scope.ts";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { readFilesScope } from "./files-scope.ts";

/** What was chosen for the files of a project, until the dashboard is loaded anew: who looks at another page comes back to it. */
const chosen = new Map<string, Scope>();

/** The days and filters of exported files; at first those that were chosen last, or those of the page before. */
export function useFilesScope() {
  const { project_id, scope } = useHere();
  const [own, setOwn] = useOwnSearch(readFilesScope);
  const files = own.files ?? chosen.get(project_id) ?? scope;
  useEffect(() => {
    if (own.files) chosen.set(project_id, own.files);
  }, [project_id, own.files]);
  const setScope = (change: ScopeChange) => setOwn({ files: readScope({ ...files, ...change }) });
  return { files, setScope };
}
