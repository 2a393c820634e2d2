import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChatMessages } from './chat-messages.ts';

test('messages become plain text, with the calls and results of one API', () => {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'light', input: { on: true } } as const;
  const messages = toChatMessages(
    [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Turn it' },
          { type: 'text', text: ' on.' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }, call] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'light',
            output: { type: 'text', value: 'done' },
          },
        ],
      },
    ],
    {
      toCall: ({ toolName, input }) => ({ name: toolName, input }),
      toResult: ({ toolCallId }) => ({ of: toolCallId }),
    },
  );
  assert.deepEqual(messages, [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Turn it on.' },
    { role: 'assistant', content: 'Yes.', tool_calls: [{ name: 'light', input: { on: true } }] },
    { role: 'tool', content: 'done', of: 'a' },
  ]);
});
