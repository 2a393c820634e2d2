import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { EvalRecord } from '../../packages/eval/record.ts';
import { readRecords } from '../../packages/eval/run-folder.ts';
import { evaluate } from '../../src/commands/eval.ts';
import type { ChatCall } from './chat-server.ts';

/** A folder with a set of questions and the runs of it; it is removed at the end. */
export type EvalFolder = AsyncDisposable & {
  readonly path: string;
  /** Runs `sayso eval SET` with more arguments in this process; its answers are in `out`. */
  run(args?: readonly string[], options?: EvalOptions): Promise<EvalOutcome>;
  records(out?: string): Promise<EvalRecord[]>;
};

/** How a run is started. */
export type EvalOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The name of the folder of the run. */
  readonly out?: string;
};

/** What a run printed. */
type EvalOutcome = { readonly status: number; readonly printed: string; readonly shown: string };

/** Settings that reach nothing outside of this machine. */
const OFFLINE = { SEARCH_TERTIARY_URL: 'off' };

/** Writes a set into a new folder. */
export async function writeSet(rows: readonly object[]): Promise<EvalFolder> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-eval-'));
  const set = join(folder.path, 'set.jsonl');
  await writeFile(set, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const outOf = (name = 'run') => join(folder.path, name);
  return {
    path: folder.path,
    records: (out) => Array.fromAsync(readRecords(outOf(out))),
    async run(args = [], { environment = {}, signal = new AbortController().signal, out } = {}) {
      let [printed, shown] = ['', ''];
      const output = {
        print: (line: string) => {
          printed += `${line}\n`;
        },
        progress: { write: (text: string) => (shown += text) },
      };
      const { version } = packageFile;
      const command = { version, environment: { ...OFFLINE, ...environment }, ...output };
      const all = [set, '--out', outOf(out), ...args];
      return { status: await evaluate({ ...command, args: all }, signal), printed, shown };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A question with its own pages, of which the first answers it, and its number in the text. */
export function questionWithPages(at: number): object {
  const page = (name: string, text: string) => ({ url: `https://${name}.test/${at}`, title: name, text });
  return {
    id: `q${at}`,
    question: `What is the name of ship number ${at}?`,
    answers: [`Marigold ${at}`],
    pages: [
      page('ships', `The name of ship number ${at} is Marigold ${at}. It was built in Bergen.`),
      page('ports', `Ship number ${at} sails between two ports of the north.`),
    ],
  };
}

/** The number of the ship that a prompt asks about. */
export function shipOf({ body }: ChatCall): number {
  const { messages } = body as { readonly messages: readonly { readonly content: unknown }[] };
  const prompt = JSON.stringify(messages.at(-1)?.content);
  return Number(/name of ship number (\d+)\?/.exec(prompt)?.[1]);
}
