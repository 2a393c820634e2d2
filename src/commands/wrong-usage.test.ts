import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongUsage } from './help.ts';

test('wrong usage gets one sentence about the mistake, and the usage', () => {
  const long = new Error(
    "Unknown option '--x'. To specify a positional argument starting with a '-', write '-- --x'.",
  );
  assert.equal(wrongUsage('sayso ask', long).message, "Unknown option '--x'.\nUsage: sayso ask");
  assert.equal(wrongUsage('sayso ask', new Error('No.')).message, 'No.\nUsage: sayso ask');
  assert.equal(wrongUsage('sayso ask').message, 'Usage: sayso ask');
  assert.equal(wrongUsage('sayso ask').code, 'invalid-question');
});
