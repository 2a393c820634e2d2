import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChatMessages } from './chat-messages.ts';

test('messages become plain text', () => {
  const messages = toChatMessages([
    { role: 'system', content: 'Be short.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Who built' },
        { type: 'text', text: ' it?' },
      ],
    },
  ]);
  assert.deepEqual(messages, [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Who built it?' },
  ]);
});
