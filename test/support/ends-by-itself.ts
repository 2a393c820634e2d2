import { after } from 'node:test';

/**
 * How long a process may run after its last test, in milliseconds. Only something left open lasts that long.
 */
const GRACE_MS = 30_000;

/**
 * Loaded before each test file: if the process is still running after its tests, ends it with an error and
 * names the open resources. Otherwise a single server that a test forgot to close would keep `npm test`
 * running forever.
 */
function endLeftovers(): void {
  // The timer itself does not keep the process running.
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`The tests of this file are over, but it left something open: ${open}\n`);
    process.exit(1);
  }, GRACE_MS).unref();
}

// The process that starts the test files loads this as well, and has no tests.
if (process.env.NODE_TEST_CONTEXT !== undefined) after(endLeftovers);
