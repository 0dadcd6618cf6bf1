/** Tells whether an error is the operating system's with one of these codes ("ENOENT", ...). */
export function isSystemError(error: unknown, ...codes: string[]): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && codes.includes(error.code);
}

/** The result of work, or undefined where it throws a system error with one of these codes. */
export function unlessRefused<Result>(codes: string[], work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (isSystemError(error, ...codes)) return undefined;
    throw error;
  }
}
