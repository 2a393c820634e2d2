import { createInterface } from 'node:readline';

/** Long enough to read and answer; a terminal that nobody watches gets the demo without a model. */
const TIMEOUT_MS = 20_000;
const YES = /^y(?:es)?$/i;

/** A terminal on which somebody may be asked. */
type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

/**
 * Asks whether a model of Ollama should write the answers; Enter means no, and so do the end of the input and
 * 20 seconds without an answer. Without a terminal or a model, it asks nothing.
 * @returns the name of the model, or undefined for no
 */
export async function offerModel(
  [model]: readonly string[],
  { input, output }: Terminal,
  timeoutMs: number = TIMEOUT_MS,
): Promise<string | undefined> {
  if (model === undefined || input.isTTY !== true || output.isTTY !== true) return undefined;
  output.write(`Ollama runs. Should its model ${model} write the answers? [y/N] `);
  const line = await nextLine(input, timeoutMs);
  if (line === null) output.write('\n');
  return YES.test(line?.trim() ?? '') ? model : undefined;
}

/** The next line of the input; null if there is none in time. Ctrl+C ends the program as always. */
function nextLine(input: NodeJS.ReadableStream, timeoutMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const lines = createInterface({ input, terminal: false });
  const timer = setTimeout(() => resolve(null), timeoutMs);
  lines.once('line', resolve).once('close', () => resolve(null));
  return promise.finally(() => {
    clearTimeout(timer);
    lines.close();
    // An input that is still read would keep the program alive.
    if ('unref' in input && typeof input.unref === 'function') input.unref();
  });
}
