/**
 * Read ahead of each process of tests: one that is still there when its time is over says what holds it, and fails, so that
 * a run ends whatever hangs. `EARSHOT_TEST_MINUTES`: how long it has.
 */
const minutes = Number(process.env["EARSHOT_TEST_MINUTES"] ?? 15);

setTimeout(() => {
  const held = [...new Set(process.getActiveResourcesInfo())].join(", ");
  process.stderr.write(`${process.argv[1]} does not end: after ${minutes} min it holds ${held}\n`);
  process.exit(1);
}, minutes * 60_000).unref();
