import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService } from './service.ts';

/** A folder with notes, and a file of sources that names it. */
export async function makePlace(settings = '') {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-own-web-'));
  const notes = join(root.path, 'notes');
  await mkdir(notes);
  await writeFile(join(notes, 'quokka.md'), '# Quokka\n\nThe quokka lives on Rottnest Island.');
  const file = join(root.path, 'sources.yml');
  const write = (text: string) => writeFile(file, text);
  await write(`collections:\n  notes:\n    sources: [{ folder: ${notes} }]\n${settings}`);
  return { root: root.path, notes, file, write, [Symbol.asyncDispose]: () => root.remove() };
}

/** Two collections with a document about the quokka each; `more` is added to the second one. */
export async function makeTwo(more = '') {
  const place = await makePlace();
  const secret = join(place.root, 'secret');
  await mkdir(secret);
  const text = '---\nkeywords: notes\n---\n# Quokka plan\n\nThe quokka lives in our cellar.';
  await writeFile(join(secret, "plan's.md"), text);
  const write = (limits: string) =>
    place.write(`collections:
  notes: { sources: [{ folder: ${place.notes} }] }
  secret:
    sources: [{ folder: ${secret} }]
${limits}`);
  await write(more);
  return { ...place, secret, write };
}

type Reply = {
  readonly status: number;
  readonly answer: string;
  readonly error: string;
  /** The paths of the sources. */
  readonly urls: readonly string[];
};

/** A service that searches the sources of a file. */
export async function startOver(
  { file }: { readonly file: string },
  environment: Readonly<Record<string, string>> = {},
) {
  const service = await startTestService({
    SEARCH_PRIMARY_URL: 'off',
    SOURCES_FILE: file,
    MODEL_PROVIDER: 'extractive',
    ANSWER_CACHE_SECONDS: '0',
    ...environment,
  });
  const send = (path: string, body: object, key = '') =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
  const get = (path: string, key = '') =>
    fetch(`${service.url}${path}`, key === '' ? {} : { headers: { authorization: `Bearer ${key}` } });
  const ask = async (query: string, more: object = {}, key = ''): Promise<Reply> => {
    const reply = await send('/api/ask', { query, ...more }, key);
    const body = (await reply.json()) as { sources?: { url: string }[]; answer?: string; error: string };
    const { sources = [], answer = '', error } = body;
    const urls = sources.map(({ url }) => url.replace(service.url, '').replace(/\?until=.*/, ''));
    return { status: reply.status, answer, error, urls };
  };
  const finds = async (query: string, path: string, key = '') =>
    (await ask(query, {}, key)).urls.includes(`/documents/own/${path}`);
  return { ...service, send, get, ask, finds, [Symbol.asyncDispose]: () => service.stop() };
}
