import { readScope, type Scope } from "../../scope.ts";

/**
 * The days and filters of exported files, under a name of their own in the address, where no other page looks; absent:
 * those that the tab was opened with.
 */
export function readFilesScope({ files }: Record<string, unknown>): { files?: Scope } {
  const isThere = typeof files === "object" && files !== null;
  return isThere ? { files: readScope(files as Record<string, unknown>) } : {};
}
