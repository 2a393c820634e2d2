import { fieldOf } from '../../src/lib/text/own-value.ts';
import { begin, type ChatScript, chunk, DONE, usage } from './chat-server.ts';
import { streaming } from './model-server.ts';

/** A call that a model wants; the arguments are JSON, or what a bad model takes for it. */
export type WantedCall = { readonly name: string; readonly arguments: string; readonly id?: string };

/** Streams calls as OpenAI's interface does: the name first, then the arguments in pieces. */
export function calling(...calls: readonly WantedCall[]): ChatScript {
  return (response) => {
    begin(response);
    for (const [index, { id = `call_${index}`, name, arguments: text }] of calls.entries()) {
      const named = { index, id, type: 'function', function: { name, arguments: '' } };
      response.write(chunk({ role: 'assistant', content: null, tool_calls: [named] }));
      for (const piece of text.match(/[\s\S]{1,5}/g) ?? [])
        response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
    response.end(`${chunk({}, 'tool_calls')}${usage(50, 10)}${DONE}`);
  };
}

/** Follows one script when functions are offered, and otherwise writes an answer. */
export function choosing(
  choice: ChatScript,
  answer: ChatScript = streaming('It lives in lakes [1].'),
): ChatScript {
  return (response, call, count) =>
    (fieldOf(call.body, 'tools') === undefined ? answer : choice)(response, call, count);
}
