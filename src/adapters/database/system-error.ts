/** Tells whether an error is the operating system's with one of these codes ("ENOENT", ...). */
export function isSystemError(error: unknown, ...codes: string[]): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && codes.includes(error.code);
}
