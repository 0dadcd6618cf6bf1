const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key with the one held beside it for commands, as this keyboard names them. */
export const commandKeys = (key: string) => `${isMac ? "⌘" : "Ctrl"} ${key}`;
