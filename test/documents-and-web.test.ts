import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { indexFolder } from '@sayso/collections';
import { parse } from 'yaml';
import { readContent } from '../src/read/content.ts';
import { startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

type Environment = Readonly<Record<string, string>>;

/** Many results, so that the web alone has enough for every question. */
const WEB = Array.from({ length: 12 }, (_, at) => ({
  url: `https://animals${at}.test/axolotl`,
  title: `Axolotl ${at}`,
  content: `The axolotl is a salamander that keeps its gills for life, says page ${at}.`,
}));

/** The settings of a file for a set-up, with its lines for documents. */
const linesIn = async (file: string): Promise<Environment> => {
  const text = await readFile(new URL(`../deploy/env/${file}`, import.meta.url), 'utf8');
  return parseEnv(text.replaceAll(/^#(?=SEARCH_SECONDARY)/gm, '')) as Environment;
};

/** The settings of a service in Compose, where `compose.yaml` takes precedence over `.env`. */
async function inCompose(): Promise<Environment> {
  const { services } = parse(await readFile(new URL('../compose.yaml', import.meta.url), 'utf8'));
  return { ...(await linesIn('compose-ollama.env')), ...services.sayso.environment };
}

/** The settings of `npm start`, by hand, with a SearXNG and documents. */
function withNpm(): Promise<Environment> {
  return linesIn('searxng-ollama.env');
}

/** A service with these settings, whose SearXNG and index are on this machine. */
async function startWith(environment: Environment) {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-both-'));
  await mkdir(join(root.path, 'notes'));
  await writeFile(join(root.path, 'notes', 'quokka.md'), '# Quokka\n\nThe quokka lives on Rottnest Island.');
  const file = join(root.path, 'notes.sqlite');
  await indexFolder({ folder: join(root.path, 'notes'), file }, readContent, new AbortController().signal);
  const web = await startSearchServer(withResults(WEB));
  const here = (value: string) =>
    value.startsWith('file:')
      ? `file:${file}`
      : value.replace(/^http:\/\/(?:searxng:8080|localhost:8888)$/, web.url);
  const local = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)]));
  const service = await startTestService({
    ...local,
    ...{ HOST: '127.0.0.1', PORT: '0', REDIS_URL: '', MODEL_PROVIDER: 'extractive' },
  });
  return {
    web,
    async ask(query: string) {
      const reply = await fetch(`${service.url}/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      type Reply = { answer: string; search_engine: string; sources: readonly { url: string }[] };
      const { answer, sources, search_engine } = (await reply.json()) as Reply;
      return { answer, engine: search_engine, urls: sources.map(({ url }) => url) };
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      await web[Symbol.asyncDispose]();
      await root.remove();
    },
  };
}

for (const [name, settings] of [
  ['Compose', inCompose],
  ['the README', withNpm],
] as const)
  test(`with the lines of ${name}, one service answers from documents and from the web`, async () => {
    await using service = await startWith(await settings());
    const own = await service.ask('Where does the quokka live?');
    assert.match(own.answer, /Rottnest Island/);
    assert.ok(own.urls.some((url) => url.includes('/documents/secondary/quokka.md')));
    const found = await service.ask('What is an axolotl?');
    assert.match(found.answer, /salamander/);
    assert.equal(found.engine, 'engine_a');
    const both = await service.ask('Where does the quokka live, and what is an axolotl?');
    assert.ok(
      both.urls.some((url) => url.includes('/documents/secondary/')),
      both.urls.join(),
    );
    assert.ok(
      both.urls.some((url) => url.includes('animals')),
      both.urls.join(),
    );
    assert.ok(service.web.asked.includes('Where does the quokka live?'), service.web.asked.join());
    service.web.script = withStatus(500);
    assert.match((await service.ask('On which island does the quokka live?')).answer, /Rottnest \*\*Island/);
  });
