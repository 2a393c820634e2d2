import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A command in a pseudo-terminal. */
export type TerminalRun = {
  /** Everything that was shown so far, without control sequences. */
  shown(): string;
  /** Waits until the text was shown after what was typed last. */
  sees(text: string): Promise<void>;
  type(keys: string): void;
  /** Its exit status. */
  readonly ended: Promise<number | null>;
};

/** Whether `script` of util-linux, which makes the terminal, is installed. */
export const hasTerminals =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

/** Runs a shell command in a terminal of its own. */
export function runInTerminal(
  command: string,
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): TerminalRun {
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, cwd });
  child.stdin.on('error', () => undefined);
  let output = '';
  let seen = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data: string) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences begin with one.
      output += data.replace(/\x1b\[[\d;?]*[A-Za-z]/g, '');
    });
  const closed = once(child, 'close');
  return {
    shown: () => output,
    async sees(text) {
      while (!output.includes(text, seen)) {
        const event = await Promise.race([once(child.stdout, 'data'), closed.then(() => null)]);
        if (event === null && !output.includes(text, seen))
          throw new Error(`"${text}" is not in:\n${output}`);
      }
      seen = output.indexOf(text, seen) + text.length;
    },
    type: (keys) => void child.stdin.write(keys),
    ended: closed.then(() => child.exitCode),
  };
}
