import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inspector } from './inspector.ts';

type RemoteObject = { readonly objectId: string; readonly value?: unknown; readonly description?: string };
type Property = { readonly name: string; readonly value: RemoteObject };
type Location = { readonly scriptId: string; readonly lineNumber: number };

/**
 * Records every async generator that yields a value with the given words: they all share one `next`, which
 * loops and `yield*` call. Runs in the service.
 */
const watch = (words: string) => `{
  const shared = Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})()));
  const { next } = shared;
  const seen = new Set();
  const hasWords = (value) => {
    const text = value instanceof Uint8Array ? Buffer.from(value).toString() : JSON.stringify(value);
    return text !== undefined && text.includes(${JSON.stringify(words)});
  };
  shared.next = function (...values) {
    const step = Reflect.apply(next, this, values);
    step.then(({ value }) => hasWords(value) && seen.add(this), () => {});
    return step;
  };
  globalThis.generatorsSeen = () => { shared.next = next; return [...seen]; };
}`;

/** The async generators of `src` that yield a value with `words` while `act` runs, as `file:line name`. */
export async function generatorsPassed(
  inspector: Inspector,
  { root, words, act }: { root: string; words: string; act: () => Promise<void> },
): Promise<readonly string[]> {
  const urls = new Map<string, string>();
  inspector.on('Debugger.scriptParsed', ({ scriptId, url }) => urls.set(String(scriptId), String(url)));
  await inspector.call('Debugger.enable');
  await inspector.call('Runtime.evaluate', { expression: watch(words) });
  await act();
  const { result } = await inspector.call('Runtime.evaluate', { expression: 'generatorsSeen()' });
  const generators = (await propertiesOf(inspector, result as RemoteObject)).own.filter(({ name }) =>
    /^\d+$/.test(name),
  );
  const passed: string[] = [];
  for (const { value } of generators) {
    const { internal } = await propertiesOf(inspector, value);
    const place = internal.get('[[GeneratorLocation]]')?.value as Location | undefined;
    const url = urls.get(place?.scriptId ?? '') ?? '';
    if (place === undefined || !url.startsWith('file:')) continue;
    const source = internal.get('[[GeneratorFunction]]')?.description ?? '';
    const name = /^async function\* ?(\w+)/.exec(source)?.[1] ?? '(no name)';
    const file = relative(root, fileURLToPath(url));
    if (file.startsWith('src/')) passed.push(`${file}:${place.lineNumber + 1} ${name}`);
  }
  await inspector.call('Debugger.disable');
  return passed;
}

async function propertiesOf(inspector: Inspector, { objectId }: RemoteObject) {
  const reply = await inspector.call('Runtime.getProperties', { objectId, ownProperties: true });
  const internal = (reply.internalProperties ?? []) as readonly Property[];
  return {
    own: reply.result as readonly Property[],
    internal: new Map(internal.map(({ name, value }) => [name, value])),
  };
}
