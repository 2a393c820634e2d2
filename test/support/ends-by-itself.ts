import { after } from 'node:test';

/** How long a process may go on after its last test, in milliseconds. Only what was left open lasts that long. */
const GRACE_MS = 30_000;

/**
 * Loaded before each test file: ends its process with an error, and names what is still open, when the tests are over and the
 * process is not. Without it, one server that a test forgot to close keeps `npm test` running forever.
 */
function endLeftovers(): void {
  // The timer itself keeps nothing running: it fires only in a process that something else keeps running.
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`The tests of this file are over, but it left something open: ${open}\n`);
    process.exit(1);
  }, GRACE_MS).unref();
}

// The process that starts the test files loads this too, and has no tests of its own.
if (process.env.NODE_TEST_CONTEXT !== undefined) after(endLeftovers);
