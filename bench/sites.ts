// How a site is read: `npm run bench -- sites`. A site of 10,000 pages on this machine, with rules, traps and errors, is
// read three times, by its links and by its sitemap: anew, unchanged, and with one page of a hundred changed and another
// deleted. The pause between two visits is left out, except in the last line.
//
//   --pages N   a smaller or larger site
import { spawn } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createVisitor, openStore, parseSources, refresh } from '@sayso/collections';
import { loadSettings } from '../src/config/load.ts';
import { createCrawlGet } from '../src/net/crawl-get.ts';
import { openReading } from '../src/service/own-web.ts';
import { READABLE_OTHERS, startSite, TRAP } from './collections/site.ts';
import { residentMib } from './process-usage.ts';
import { type Line, printLines } from './table.ts';

const SECONDS_OF_PAUSE = 20;

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '10000' }, look: { type: 'string' } },
});
if (values.look === undefined) await measure(Number(values.pages));
else await look(values.look);

/** Looks at the source of a file until it has been read to its end, in a process of its own; prints how it went. */
async function look(text: string): Promise<void> {
  const source = parseSources(text).collections[0]?.sources[0];
  const { settings } = loadSettings(process.env);
  if (source === undefined || settings.sourcesFile === null) throw new Error('There is no source.');
  const reading = await openReading(settings, 'Sayso/bench', `${settings.sourcesFile}.copies`);
  const get = createCrawlGet({ userAgent: 'Sayso/bench', allow: settings.pageAllow });
  const hurried = { ...reading, visitor: createVisitor({ get, agent: 'Sayso', pauseMs: 0 }) };
  const store = await openStore(settings.sourcesFile);
  const own = await store.source('made', source.name);
  const begunMs = performance.now();
  let looks = 0;
  for (let problem: string | null = ''; problem !== null && looks < 20; looks++) {
    await setTimeout(Math.max(0, looks > 0 ? (await own.state()).nextAtMs - Date.now() : 0));
    ({ problem } = await refresh(source, own, hurried, new AbortController().signal));
  }
  const seconds = (performance.now() - begunMs) / 1_000;
  const { user, system } = process.cpuUsage();
  const items = await own.items(null, 1_000_000);
  const documents = items.filter(({ key, document }) => document !== null && !TRAP.test(key)).length;
  const [cpuSeconds, mib] = [(user + system) / 1e6, residentMib(process.pid)];
  console.log(JSON.stringify({ seconds, cpuSeconds, looks, mib, documents }));
  await store.close();
  await reading.close();
}

async function measure(pages: number): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-bench-'));
  const lines: Line[] = [];
  const add = (name: string, value: number, { atLeast = -Infinity, atMost = Infinity }) => {
    const goal = atLeast > -Infinity ? `at least ${atLeast}` : `at most ${atMost}`;
    lines.push({ name, value: `${value}`, goal, isMet: value >= atLeast && value <= atMost });
  };
  for (const kind of ['links', 'sitemap']) {
    const isByLinks = kind === 'links';
    using site = await startSite(pages);
    const start = `site: "${site.origin}/docs/", pages: ${pages * 2}`;
    const source = isByLinks ? start : `${start}, sitemap: "${site.origin}/sitemap.xml"`;
    const text = `collections: { made: { sources: [ { ${source} } ] } }`;
    const run = (file: string, ...args: string[]) => {
      const [PAGE_ALLOW, SOURCES_FILE] = [new URL(site.origin).host, join(folder.path, file)];
      const env = { ...process.env, PAGE_ALLOW, SOURCES_FILE };
      const all = ['--disable-warning=ExperimentalWarning', ...args];
      return spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    };
    let before = 0;
    for (const name of ['anew', 'unchanged', 'changed']) {
      if (name === 'changed') site.change();
      const child = run(`${kind}.sqlite`, import.meta.filename, '--look', text);
      const { seconds, cpuSeconds, looks, mib, documents } = JSON.parse(await textOf(child.stdout));
      const { requests, unchanged, against, traps, mostAtOnce } = site.take();
      const title = `${kind}, ${name}`;
      const speed = `${(requests / seconds).toFixed(0)} requests/s, ${cpuSeconds.toFixed(1)} s of CPU`;
      const value = `${requests} requests, ${speed}, ${looks} looks, ${mib.toFixed(0)} MiB`;
      lines.push({ name: title, value, goal: '', isMet: true });
      console.error(`${title}: ${value}, ${documents} documents`);
      const total = isByLinks ? pages + READABLE_OTHERS : pages;
      if (name === 'anew') add(`${title}: documents`, documents, { atLeast: total });
      if (name === 'unchanged' && isByLinks)
        add(`${title}: answers with 304`, unchanged, { atLeast: pages * 0.99 });
      if (name === 'changed') add(`${title}: documents gone`, before - documents, { atLeast: pages / 100 });
      add(`${title}: against robots.txt, Retry-After or the network`, against, { atMost: 0 });
      add(`${title}: most requests at once`, mostAtOnce, { atMost: 1 });
      add(`${title}: pages of traps`, traps, { atMost: 300 });
      before = documents;
    }
    await writeFile(join(folder.path, 'sources.yml'), text);
    const child = run('sources.yml', join(import.meta.dirname, '../bin/sayso.js'), 'sources', 'run');
    await setTimeout(SECONDS_OF_PAUSE * 1_000);
    child.kill();
    const { requests } = site.take();
    add('`sayso sources run`: requests a second', requests / SECONDS_OF_PAUSE, { atMost: 2 });
  }
  process.exitCode = printLines(lines) ? 0 : 1;
}
