import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The arguments of the text benchmarks. */
export type BenchArguments = {
  /** Folder with the data. */
  readonly data: string;
  /** File for one JSON line per result; null for none. */
  readonly dump: string | null;
  /** File with other texts as JSON lines; null for the texts of the data. */
  readonly input: string | null;
  /** Whether a part is repeated in a browser, if the benchmark supports that. */
  readonly browser: boolean;
};

/** Reads the command line. Prints where the data belong, and exits with status 2 if there are none. */
export function readArguments(needed: string): BenchArguments {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      dump: { type: 'string' },
      input: { type: 'string' },
      browser: { type: 'boolean', default: false },
    },
  });
  const data = values.data ?? '';
  if (data === '' || !existsSync(`${data}/${needed}`)) {
    console.error(`This bench needs its data: --data FOLDER, where FOLDER/${needed} is.`);
    process.exit(2);
  }
  return { data, dump: values.dump ?? null, input: values.input ?? null, browser: values.browser };
}
