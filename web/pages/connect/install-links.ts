const NAME = "earshot";

/** What opens Cursor and lets it add the MCP server at `address` (cursor.com/docs/mcp/install-links). */
export function cursorLink(address: string): string {
  const config = btoa(JSON.stringify({ url: address }));
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: NAME, config })}`;
}

/** The same of VS Code: all that it needs is one JSON text behind the question mark. */
export function vsCodeLink(address: string): string {
  const config = JSON.stringify({ name: NAME, type: "http", url: address });
  return `vscode:mcp/install?${encodeURIComponent(config)}`;
}

/** The same of VS Code's preview, which may be installed beside it. */
export function vsCodeInsidersLink(address: string): string {
  return vsCodeLink(address).replace(/^vscode:/, "vscode-insiders:");
}
