const LOOK_MS = 1_000;
const WAIT_SECONDS_MAX = 60;

/**
 * Looks each second whether a server is up and starts it again when it is not; a start that failed is tried again after
 * 1, 2, 4 and at last each 60 seconds. One line for each try. `clearInterval` of what it returns ends it.
 */
export function keepUp({
  isUp,
  startAgain,
  log,
}: {
  isUp(): boolean;
  startAgain(): Promise<void>;
  log: (message: string) => void;
}): NodeJS.Timeout {
  let is_busy = false;
  let wait_seconds = 1;
  let looks_to_skip = 0;
  const look = async () => {
    if (is_busy) return;
    if (looks_to_skip > 0) {
      looks_to_skip -= 1;
      return;
    }
    is_busy = true;
    try {
      if (isUp()) {
        wait_seconds = 1;
        return;
      }
      await startAgain();
      log("PostgreSQL ended unasked and was started again.");
    } catch (error) {
      log(
        `PostgreSQL ended unasked and did not start again; next try in ${wait_seconds} s: ${error}`,
      );
      looks_to_skip = wait_seconds - 1;
      wait_seconds = Math.min(wait_seconds * 2, WAIT_SECONDS_MAX);
    } finally {
      is_busy = false;
    }
  };
  return setInterval(() => void look(), LOOK_MS).unref();
}
