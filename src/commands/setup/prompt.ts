import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** Questions on a terminal. */
export type TerminalPrompt = Disposable & {
  /** The line that was typed, without spaces around it. Rejects if the operator leaves. */
  ask(question: string): Promise<string>;
  /** The same for a secret, which is not shown. */
  askSecretly(question: string): Promise<string>;
  /** Whether the operator has left with Ctrl-C or Ctrl-D. */
  isLeft(): boolean;
};

/** Asks on this terminal until `signal` aborts or the operator presses Ctrl-C or Ctrl-D. */
export function openPrompt(input: Readable, output: Writable, signal: AbortSignal): TerminalPrompt {
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
    ask: async (question) => (await lines.question(question, { signal: ended })).trim(),
    async askSecretly(question) {
      output.write(question);
      isHidden = true;
      try {
        return (await lines.question('', { signal: ended })).trim();
      } finally {
        isHidden = false;
        output.write('\n');
      }
    },
    isLeft: () => ended.aborted,
    [Symbol.dispose]: () => lines.close(),
  };
}
