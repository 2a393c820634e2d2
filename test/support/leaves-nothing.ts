import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after } from 'node:test';

/**
 * Fails if, after all tests of a file, something still listens to the signal that they all received: a
 * deadline that was not disposed of keeps its timer and this listener as long as the caller's signal exists.
 */
export function assertNothingListens(signal: AbortSignal): void {
  after(() => assert.equal(getEventListeners(signal, 'abort').length, 0, 'listeners are left on the signal'));
}
