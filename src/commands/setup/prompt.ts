import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** Questions on a terminal. */
export type TerminalPrompt = ReturnType<typeof openPrompt>;

/** Asks on this terminal until `signal` aborts or the operator presses Ctrl-C or Ctrl-D. */
export function openPrompt(input: Readable, output: Writable, signal: AbortSignal) {
  const leaving = new AbortController();
  const ended = AbortSignal.any([signal, leaving.signal]);
  let isHidden = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (isHidden) done();
      else output.write(chunk, done);
    },
  });
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 });
  const leave = () => leaving.abort();
  lines.once('SIGINT', leave).once('close', leave);
  return {
    /** The line that was typed, without spaces around it. Rejects if the operator leaves. */
    ask: async (question: string) => (await lines.question(question, { signal: ended })).trim(),
    /** The same for a secret, which is not shown. */
    async askSecretly(question: string) {
      output.write(question);
      isHidden = true;
      try {
        return (await lines.question('', { signal: ended })).trim();
      } finally {
        isHidden = false;
        output.write('\n');
      }
    },
    /** Whether nothing more is asked: `signal` has aborted, or the operator left with Ctrl-C or Ctrl-D. */
    isLeft: () => ended.aborted,
    [Symbol.dispose]: () => lines.close(),
  };
}
