import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageReasonClass } from './page-reasons.ts';

test('every reason of the service has a class, and other words never appear', () => {
  const classes = [
    ['it did not arrive in time', 'too_late'],
    ['no answer within 1500 ms', 'too_late'],
    ['it answered with status 403', 'status'],
    ['its address is not public', 'not_public'],
    ['it redirects more than 5 times', 'redirect'],
    ['it is larger than 2000000 bytes', 'too_large'],
    ['its content type video/mp4 cannot be read', 'kind'],
    ['it is image/png, which is not read', 'kind'],
    ['it is not text, although its type says so', 'kind'],
    ['it shows no text', 'no_text'],
    ['it could not be read', 'unreadable'],
    ['connection refused', 'connection'],
    ['host name not found', 'connection'],
    ['whatever a later version says', 'other'],
  ] as const;
  for (const [reason, name] of classes) assert.equal(pageReasonClass(reason), name, reason);
});
