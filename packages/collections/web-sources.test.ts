import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { refreshFeed } from './feed.ts';
import { HostBusy } from './host.ts';
import { refresh } from './keeper.ts';
import { refreshList } from './list.ts';
import { refreshSite } from './site.ts';
import { parseSources, type SourceSettings } from './sources-file.ts';
import { openForWriting } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { readLocalWeb, startLocalWeb } from './testing/local-web.ts';

const { signal } = new AbortController();

/** An index in a folder of its own, and one source in it. */
async function makeStore() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-own-'));
  const store = openSqliteStore(openForWriting(join(folder.path, 'own.sqlite'), 'live'));
  return {
    source: await store.source('docs', 'one'),
    find: async (text: string) =>
      (await store.search({ text, limit: 10 })).map(({ url, path }) => url ?? path),
    async [Symbol.asyncDispose]() {
      await store.close();
      await folder.remove();
    },
  };
}

function sourceOf<Kind extends 'site' | 'feed'>(
  lines: string,
): Extract<SourceSettings, Record<Kind, string>> {
  const [collection] = parseSources(`collections: { docs: { sources: [ ${lines} ] } }`).collections;
  return collection?.sources[0] as Extract<SourceSettings, Record<Kind, string>>;
}

const page = (title: string, text: string, ...links: string[]) =>
  `<title>${title}</title><p>${text}</p>${links.map((link) => `<a href="${link}">next</a>`).join('')}`;

test('a site is read from its beginning, below its path, and each page once', async () => {
  await using web = await startLocalWeb({
    '/docs/': page(
      'Start',
      'The wombat digs.',
      'a',
      '/docs/a#part',
      '/docs/b?utm_source=x',
      '/other',
      'https://else.example/',
    ),
    '/docs/a': page('A', 'The quokka smiles.', 'b', './'),
    '/docs/b': page('B', 'The numbat eats termites.'),
    '/other': page('Other', 'Elsewhere.'),
  });
  await using own = await makeStore();
  await refreshSite(sourceOf<'site'>(`{ site: "${web.origin}/docs/" }`), own.source, readLocalWeb(), signal);
  assert.deepEqual(web.paths().sort(), ['/docs/', '/docs/a', '/docs/b']);
  assert.deepEqual(await own.find('numbat'), [`${web.origin}/docs/b`]);
  assert.deepEqual(await own.source.counts(), { documents: 3, refused: 0, pending: 0 });
});

test('a second look asks only for what changed, and forgets what is gone', async () => {
  const etag =
    (text: string) =>
    (request: { headers: Record<string, unknown> }, response: import('node:http').ServerResponse) => {
      const mark = `"${text.length}"`;
      if (request.headers['if-none-match'] === mark) return void response.writeHead(304).end();
      response.writeHead(200, { 'content-type': 'text/html', etag: mark }).end(text);
    };
  const pages: Record<string, string | ReturnType<typeof etag>> = {
    '/': etag(page('Start', 'The wombat digs.', '/a', '/b')),
    '/a': etag(page('A', 'The quokka smiles.')),
    '/b': etag(page('B', 'The numbat eats.')),
  };
  await using web = await startLocalWeb(pages);
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/" }`);
  await refreshSite(site, own.source, readLocalWeb(), signal);
  pages['/a'] = etag(page('A', 'The bilby hops about.'));
  delete pages['/b'];
  await refreshSite(site, own.source, readLocalWeb(), signal);
  assert.deepEqual(await own.find('bilby'), [`${web.origin}/a`]);
  assert.deepEqual([await own.find('quokka'), await own.find('numbat')], [[], []]);
  assert.deepEqual(await own.find('wombat'), [`${web.origin}/`]);
});

test('pages that have several languages are read in the one of their collection', async () => {
  const inLanguage = (
    request: { headers: Record<string, unknown> },
    response: import('node:http').ServerResponse,
  ) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      request.headers['accept-language'] === 'de'
        ? page('Tier', 'Der Wombat gräbt.')
        : page('Animal', 'It digs.'),
    );
  };
  const feed = (_: unknown, response: import('node:http').ServerResponse) =>
    response.end(`<rss><channel><item><link>${web.origin}/entry</link></item></channel></rss>`);
  await using web = await startLocalWeb({ '/': inLanguage, '/entry': inLanguage, '/feed': feed });
  await using own = await makeStore();
  const kinds = [`site: "${web.origin}/"`, `feed: "${web.origin}/feed"`, `list: ["${web.origin}/"]`];
  const [docs] = parseSources(
    `collections: { docs: { language: de, sources: [ ${kinds.map((kind) => `{ ${kind} }`)} ] } }`,
  ).collections;
  const reading = { ...readLocalWeb(), readFile: () => assert.fail('no file'), copies: '' };
  for (const source of docs?.sources ?? []) {
    assert.equal((await refresh(source, own.source, reading, signal)).problem, null);
    assert.ok((await own.find('gräbt')).length > 0, source.name);
  }
});

test('robots.txt, nofollow and noindex are obeyed, and endless links end', async () => {
  let calls = 0;
  const maze = (_: unknown, response: import('node:http').ServerResponse) => {
    calls++;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      page(
        `Day ${calls}`,
        `Nothing on day ${calls}.`,
        `/calendar?day=${calls}`,
        `/deep/${'x/'.repeat(calls)}`,
      ),
    );
  };
  await using web = await startLocalWeb({
    '/robots.txt': (_, response) =>
      response.end('User-agent: *\nDisallow: /private/\n\nUser-agent: sayso\nDisallow: /secret/'),
    '/': page('Start', 'Hello.', '/secret/a', '/hidden', '/calendar', '/loop/loop/loop/loop/'),
    '/hidden': `<meta name="robots" content="noindex,nofollow">${page('Hidden', 'The unlisted.', '/behind')}`,
    '/behind': page('Behind', 'Behind it.'),
    '/secret/a': page('Secret', 'Secret.'),
    '/calendar': maze,
  });
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/", pages: 300, depth: 100 }`);
  await refreshSite(site, own.source, readLocalWeb(), signal);
  assert.ok(!web.paths().includes('/secret/a') && !web.paths().includes('/behind'));
  assert.deepEqual(await own.find('unlisted'), []);
  assert.ok(calls <= 52, `${calls} pages of one calendar`);
  const { documents } = await own.source.counts();
  await refreshSite(site, own.source, readLocalWeb(), signal);
  assert.equal((await own.source.counts()).documents, documents, 'another look finds no more of them');
});

test('a robots.txt whose rules would take long to compare is not compared, and its site not read', async () => {
  await using web = await startLocalWeb({
    '/robots.txt': (_, response) =>
      response.end(`User-agent: *\n${`Disallow: /${'*a'.repeat(400)}$\n`.repeat(100)}`),
    '/': page('Start', 'The quokka smiles.'),
  });
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/" }`);
  await assert.rejects(
    refreshSite(site, own.source, readLocalWeb(), signal),
    /the site cannot be read: its robots.txt has too many rules with \*/,
  );
  assert.deepEqual(web.paths(), []);
});

test('a redirect and a canonical address are read where they lead, and a copy of a text is left out', async () => {
  await using web = await startLocalWeb({
    '/': page('Start', 'Hello.', '/old', '/print', '/copy', '/away'),
    '/old': (_, response) => response.writeHead(301, { location: '/new' }).end(),
    '/away': (_, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
    '/new': page('New', 'The quoll is spotted.'),
    '/print': `<link rel="canonical" href="/new">${page('Print', 'The quoll is spotted, in print.')}`,
    '/copy': page('Copy', 'The quoll is spotted.'),
  });
  await using own = await makeStore();
  await refreshSite(sourceOf<'site'>(`{ site: "${web.origin}/" }`), own.source, readLocalWeb(), signal);
  assert.equal((await own.find('quoll')).length, 1);
  assert.equal(web.paths().filter((path) => path === '/new').length, 2, 'once by redirect, once by itself');
});

test('a host that asks to wait is left alone, and a later look goes on where it was', async () => {
  let isBusy = true;
  await using web = await startLocalWeb({
    '/': page('Start', 'Hello.', '/a', '/b'),
    '/a': page('A', 'The quokka smiles.'),
    '/b': (_, response) => {
      if (isBusy) response.writeHead(429, { 'retry-after': '7200' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('B', 'The numbat eats.'));
    },
  });
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/" }`);
  const look = () => refreshSite(site, own.source, readLocalWeb(), signal);
  await assert.rejects(
    look(),
    (error) => error instanceof HostBusy && error.untilMs > Date.now() + 7_000_000,
  );
  assert.deepEqual(await own.find('quokka'), [`${web.origin}/a`]);
  isBusy = false;
  const before = web.paths().length;
  await look();
  assert.deepEqual(web.paths().slice(before), ['/b']);
  assert.deepEqual(await own.find('numbat'), [`${web.origin}/b`]);
});

test('one page that always asks to wait holds up none of the others', async () => {
  const busy = (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(503, { 'retry-after': '0' }).end();
  await using web = await startLocalWeb({
    '/': page('Start', 'Hello.', '/a', '/z'),
    '/a': busy,
    '/z': page('Z', 'The numbat eats.'),
  });
  await using own = await makeStore();
  await refreshSite(sourceOf<'site'>(`{ site: "${web.origin}/" }`), own.source, readLocalWeb(), signal);
  assert.deepEqual(web.paths(), ['/', '/a', '/a', '/z']);
  assert.deepEqual(await own.find('numbat'), [`${web.origin}/z`]);
});

test('a host that fails is left alone after a few pages, what is known of it stays, and it says why', async () => {
  const links = Array.from({ length: 20 }, (_, at) => `/${at}`);
  const pages: Parameters<typeof startLocalWeb>[0] = Object.fromEntries(
    links.map((link) => [link, page(link, `The quokka ${link} smiles.`)]),
  );
  pages['/'] = page('Start', 'Hello.', ...links);
  await using web = await startLocalWeb(pages);
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/" }`);
  await refreshSite(site, own.source, readLocalWeb(), signal);
  const before = await own.source.counts();
  for (const path of Object.keys(pages)) pages[path] = (_, response) => response.writeHead(500).end();
  const asked = web.paths().length;
  await assert.rejects(
    refreshSite(site, own.source, readLocalWeb(), signal),
    (error) => error instanceof HostBusy && /fails: it answered with status 500/.test(error.message),
  );
  assert.equal(web.paths().length - asked, 5);
  assert.deepEqual(await own.source.counts(), before);
});

test('a list goes on with other hosts while one asks to wait', async () => {
  await using slow = await startLocalWeb({
    '/': (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end(),
  });
  await using web = await startLocalWeb({
    '/a': page('A', 'The quokka smiles.'),
    '/to': (_, response) => response.writeHead(302, { location: `${slow.origin}/` }).end(),
  });
  await using own = await makeStore();
  const list = [`${slow.origin}/`, `${web.origin}/to`, `${web.origin}/a`];
  await assert.rejects(refreshList(list, own.source, readLocalWeb(), signal), HostBusy);
  assert.deepEqual(await own.find('quokka'), [`${web.origin}/a`]);
});

test('a site that names far more addresses than are read is not remembered without end', async () => {
  const many = (_: unknown, response: import('node:http').ServerResponse) => {
    const links = Array.from({ length: 500 }, () => `/${Math.random()}`);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(page(`P ${links[0]}`, `On ${links[0]}.`, ...links));
  };
  await using web = await startLocalWeb({ '/': many });
  await using own = await makeStore();
  const added: number[] = [];
  const counting = {
    ...own.source,
    async add(items: Parameters<typeof own.source.add>[0]) {
      const count = await own.source.add(items);
      added.push(count);
      return count;
    },
  };
  await refreshSite(
    sourceOf<'site'>(`{ site: "${web.origin}/", pages: 10 }`),
    counting,
    readLocalWeb(),
    signal,
  );
  assert.ok(added.reduce((sum, count) => sum + count, 0) <= 31, `${added}`);
});

test('two visits of one host are never at once, and a pause lies between them', async () => {
  let open = 0;
  let most = 0;
  const slow = (_: unknown, response: import('node:http').ServerResponse) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('P', `Page ${Math.random()}`));
    }, 20);
  };
  await using web = await startLocalWeb({ '/a': slow, '/b': slow, '/c': slow });
  const { visitor } = readLocalWeb(60);
  await Promise.all(['/a', '/b', '/c'].map((path) => visitor.visit(new URL(path, web.origin), {}, signal)));
  assert.equal(most, 1);
  const times = web.requests.map(({ atMs }) => atMs);
  for (const [at, ms] of times.slice(1).entries())
    assert.ok(ms - (times[at] ?? 0) >= 55, `${ms - (times[at] ?? 0)} ms`);
});

test('a sitemap names the pages, and pages whose date has not changed are not asked for', async () => {
  let b = '2026-01-01';
  await using web = await startLocalWeb({
    '/sitemap.xml': (_, response) => {
      const entry = (path: string, date: string) =>
        `<url><loc>${web.origin}${path}</loc><lastmod>${date}</lastmod></url>`;
      const foreign = '<url><loc>https://else.example/</loc></url>';
      response.end(`<urlset>${entry('/a', '2026-01-01')}${entry('/b', b)}${foreign}</urlset>`);
    },
    '/a': page('A', 'The quokka smiles.', '/c'),
    '/b': page('B', 'The numbat eats.'),
    '/c': page('C', 'Not listed.'),
  });
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/", sitemap: "${web.origin}/sitemap.xml" }`);
  await refreshSite(site, own.source, readLocalWeb(), signal);
  assert.deepEqual(web.paths(), ['/sitemap.xml', '/a', '/b']);
  b = '2026-02-01';
  await refreshSite(site, own.source, readLocalWeb(), signal);
  assert.deepEqual(web.paths().slice(3), ['/sitemap.xml', '/b']);
});

test('pictures in a sitemap are no pages, and a part of it that fails now takes no page away', async () => {
  let fails = false;
  await using web = await startLocalWeb({
    '/sitemap.xml': (_, response) =>
      response.end(`<sitemapindex><sitemap><loc>${web.origin}/part.xml</loc></sitemap></sitemapindex>`),
    '/part.xml': (_, response) => {
      const image = `<image:image><image:loc>${web.origin}/a.jpg</image:loc></image:image>`;
      if (fails) response.writeHead(500).end();
      else response.end(`<urlset><url><loc>${web.origin}/a</loc>${image}</url></urlset>`);
    },
    '/a': page('A', 'The quokka smiles.'),
  });
  await using own = await makeStore();
  const site = sourceOf<'site'>(`{ site: "${web.origin}/", sitemap: "${web.origin}/sitemap.xml" }`);
  await refreshSite(site, own.source, readLocalWeb(), signal);
  assert.deepEqual(web.paths(), ['/sitemap.xml', '/part.xml', '/a']);
  fails = true;
  await assert.rejects(refreshSite(site, own.source, readLocalWeb(), signal), /status 500/);
  assert.deepEqual(await own.find('quokka'), [`${web.origin}/a`]);
});

test('a site, sitemap or list that only leads to a log-in page says so, and a sitemap takes no page away', async () => {
  let isOpen = true;
  await using web = await startLocalWeb({
    '/sitemap.xml': (_, response) =>
      response.end(isOpen ? `<urlset><url><loc>${web.origin}/a</loc></url></urlset>` : page('Log in', '')),
    '/a': page('A', 'The quokka smiles.'),
    '/in/': (_, response) => response.writeHead(302, { location: '/log-in' }).end(),
    '/log-in': page('Log in', 'Name'),
  });
  const look = (site: string, own: Awaited<ReturnType<typeof makeStore>>) =>
    refreshSite(sourceOf<'site'>(`{ site: "${web.origin}${site}" }`), own.source, readLocalWeb(), signal);
  await using closed = await makeStore();
  await assert.rejects(look('/in/', closed), /^Error: no page can be read: .*\/in\/: it is at .*\/log-in$/);
  await assert.rejects(
    refreshList([`${web.origin}/gone`], closed.source, readLocalWeb(), signal),
    /^Error: no page can be read: .*\/gone: it answered with status 404$/,
  );
  await using own = await makeStore();
  await look(`/", sitemap: "${web.origin}/sitemap.xml`, own);
  isOpen = false;
  await assert.rejects(look(`/", sitemap: "${web.origin}/sitemap.xml`, own), /names no page of its host/);
  assert.deepEqual(await own.find('quokka'), [`${web.origin}/a`]);
});

test('a feed brings its articles with their dates, and keeps those that leave it', async () => {
  const entry = (name: string, date: string) =>
    `<item><title>Title of ${name}</title><link>/${name}</link><pubDate>${date}</pubDate></item>`;
  let items = entry('one', 'Tue, 10 Nov 2026 04:00:00 GMT');
  await using web = await startLocalWeb({
    '/feed.xml': (_, response) =>
      response.end(`<rss version="2.0"><channel><title>F</title>${items}</channel></rss>`),
    '/feed.json': (_, response) =>
      response.end(
        JSON.stringify({
          version: '1.1',
          items: [null, 'none', { url: '/three', title: 'Three', date_published: '2026-11-12' }],
        }),
      ),
    '/one': page('', 'The quokka smiles.'),
    '/two': page('Two', 'The numbat eats.'),
    '/three': page('Three', 'The bilby hops.'),
  });
  await using own = await makeStore();
  const feed = sourceOf<'feed'>(`{ feed: "${web.origin}/feed.xml", keep: 2 }`);
  await refreshFeed(feed, own.source, readLocalWeb(), signal);
  assert.deepEqual(await own.find('quokka'), [`${web.origin}/one`]);
  assert.deepEqual(await own.find('title of one'), [`${web.origin}/one`]);
  items = entry('two', 'Wed, 11 Nov 2026 04:00:00 GMT');
  await refreshFeed(feed, own.source, readLocalWeb(), signal);
  assert.deepEqual(web.paths().filter((path) => path === '/one').length, 1);
  assert.equal((await own.find('quokka')).length + (await own.find('numbat')).length, 2);
  await refreshFeed({ ...feed, feed: `${web.origin}/feed.json` }, own.source, readLocalWeb(), signal);
  assert.deepEqual([await own.find('quokka'), await own.find('bilby')], [[], [`${web.origin}/three`]]);
});

test('a feed that is none says so', async () => {
  await using web = await startLocalWeb({ '/': page('No feed', 'Nothing.') });
  await using own = await makeStore();
  const broken = (path: string) =>
    refreshFeed(sourceOf<'feed'>(`{ feed: "${web.origin}${path}" }`), own.source, readLocalWeb(), signal);
  await assert.rejects(broken('/'), /no RSS, Atom, RDF or JSON Feed/);
  await assert.rejects(broken('/missing'), /the feed cannot be read: it answered with status 404/);
});

test('hostile feeds, sitemaps and pages take no more time than their length', async () => {
  const hostile = ['<a>'.repeat(300_000), `${'<i>'.repeat(200_000)}${'</b>'.repeat(200_000)}`];
  for (const text of hostile) {
    const html = { 'content-type': 'text/html' };
    await using web = await startLocalWeb({
      '/feed.xml': (_, response) => response.end(text),
      '/sitemap.xml': (_, response) => response.end(text),
      '/': (_, response) => response.writeHead(200, html).end(`<a href="/a">next</a>${text}`),
      '/a': page('A', 'The quokka smiles.'),
    });
    await using own = await makeStore();
    const read = (source: string) =>
      refreshSite(sourceOf<'site'>(source), own.source, readLocalWeb(), signal);
    const begun = process.cpuUsage();
    const feed = sourceOf<'feed'>(`{ feed: "${web.origin}/feed.xml" }`);
    await assert.rejects(refreshFeed(feed, own.source, readLocalWeb(), signal), /too deeply/);
    const sitemap = `{ site: "${web.origin}/", sitemap: "${web.origin}/sitemap.xml" }`;
    await assert.rejects(read(sitemap), /too deeply/);
    await read(`{ site: "${web.origin}/" }`);
    assert.deepEqual(await own.find('quokka'), [`${web.origin}/a`]);
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 8_000_000, `${(user + system) / 1_000} ms`);
  }
});

test('a feed is read in the encoding that it states, by its header or in its first line', async () => {
  const feed = (encoding = '') =>
    Buffer.from(
      `<?xml version="1.0"${encoding}?><rss><channel><item><title>Ein Kängururattenhaus</title><link>/a</link></item></channel></rss>`,
      'latin1',
    );
  for (const [type, stated] of [
    ['text/xml; charset=ISO-8859-1', ''],
    ['text/xml', ' encoding="ISO-8859-1"'],
  ] as const) {
    await using web = await startLocalWeb({
      '/feed': (_, response) => response.writeHead(200, { 'content-type': type }).end(feed(stated)),
      '/a': page('', 'The quokka smiles.'),
    });
    await using own = await makeStore();
    await refreshFeed(sourceOf<'feed'>(`{ feed: "${web.origin}/feed" }`), own.source, readLocalWeb(), signal);
    assert.deepEqual(await own.find('Kängururattenhaus'), [`${web.origin}/a`]);
  }
});

test('the pages of a list are read, stay while a host fails, and go when the list does', async () => {
  let fails = false;
  await using web = await startLocalWeb({
    '/a': (_, response) => {
      if (fails) response.writeHead(500).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('A', 'The quokka smiles.'));
    },
    '/b': page('B', 'The numbat eats.'),
  });
  await using own = await makeStore();
  await refreshList([`${web.origin}/a`, `${web.origin}/b`], own.source, readLocalWeb(), signal);
  fails = true;
  await assert.rejects(
    refreshList([`${web.origin}/a`], own.source, readLocalWeb(), signal),
    /no page can be read, such as: it answered with status 500/,
  );
  assert.deepEqual(await own.find('quokka'), [`${web.origin}/a`]);
  assert.deepEqual(await own.find('numbat'), []);
});
