import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from '../random.ts';

const LINKS_A_PAGE = 10;
const WORDS = 'copper glacier harbour violin orbit lichen turbine archive meadow canyon tariff'.split(' ');
/** Rules for all and for this agent; the longest rule counts (RFC 9309). */
const ROBOTS = `User-agent: *\nDisallow: /docs/\n\nUser-agent: sayso\nDisallow: /docs/private/
Allow: /docs/private/open\nDisallow: /*.pdf$`;
/** What the first page links to besides pages: rules, traps and errors. */
const OTHERS = [
  ...['private/a', 'private/open', 'paper.pdf', 'calendar?m=0', 'days/1', 'deep/', 'loop/loop/loop/'],
  ...['chain/1', 'round', 'away', 'inward', 'inward/169.254.169.254', 'slow', 'endless', 'huge', 'cut'],
  ...['status/404', 'status/500', 'busy/429', 'busy/503', 'busy/503/always'],
];
/** Pages among these that can be read: the open one, the slow one, and two that ask to wait once. */
export const READABLE_OTHERS = 4;
export const TRAP = /\/docs\/(?:calendar|days|deep|loop)|sid=/;

const NOTHING = { requests: 0, unchanged: 0, against: 0, traps: 0, mostAtOnce: 0 };

/** A site of so many generated pages below `/docs/` on this machine. */
export async function startSite(pages: number) {
  /** What was asked for; `against` counts what robots.txt, Retry-After or the network of the service forbid. */
  let seen = { ...NOTHING };
  let open = 0;
  let busyUntilMs = 0;
  let version = 0;
  const asked = new Map<string, number>();
  const site = createServer((request, response) => {
    const path = request.url ?? '/';
    const isForbidden = path.startsWith('/docs/private/') && !path.startsWith('/docs/private/open');
    if (isForbidden || path.endsWith('.pdf') || Date.now() < busyUntilMs) seen.against++;
    if (TRAP.test(path)) seen.traps++;
    seen.requests++;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++open);
    response.once('close', () => open--);
    answer(path, request, response);
  });
  const inside = createServer((_, response) => {
    seen.against++;
    response.end('The secret of the network.');
  });
  const origin = await listen(site);
  const inner = await listen(inside);

  function answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    const [, , kind = '', name = '', more = ''] = path.split(/[/?]/);
    const at = Number(name);
    const html = (text: string, headers = {}) =>
      void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);
    const endless = (text: string, ...next: (string | number)[]) =>
      html(`<title>${path}</title>${text} ${next.map((link) => `<a href="${link}">next</a>`).join('')}`);
    const end = (status: number, headers = {}) => void response.writeHead(status, headers).end();
    const kinds: Readonly<Record<string, () => void>> = {
      calendar: () => endless(`Nothing in ${path}.`, `?m=${times}${Math.random()}`),
      days: () => endless(`Nothing on ${path}.`, at + 1, at + 12),
      deep: () => endless(path, `${path}a/`),
      loop: () => endless(path, `${path}loop/`),
      copy: () => html(pageAt(at)),
      print: () => html(`<link rel="canonical" href="/docs/${at}">${pageAt(at)}`),
      chain: () => end(302, { location: at > 3 ? '/docs/7' : `/docs/chain/${at + 1}` }),
      round: () => end(301, { location: '/docs/round' }),
      away: () => end(302, { location: 'http://example.invalid/' }),
      inward: () => end(302, { location: name === '' ? inner : `http://${name}/latest/meta-data/` }),
      slow: () => void setTimeout(() => html('<title>Slow</title>The slow page.'), 2_000),
      endless: () => void write(response, '. ', 200),
      huge: () => void write(response, 'more and more '.repeat(50_000), 1),
      cut: () =>
        void response.writeHead(200, { 'content-length': '5000' }).write('<p>', () => response.destroy()),
      private: () => html(`<title>${path}</title>The page ${path}.`),
      busy() {
        if (times > 1 && more !== 'always') return html(`<title>Late</title>The page ${path}, at last.`);
        busyUntilMs = Date.now() + 950;
        end(at, { 'retry-after': '1' });
      },
      status: () => end(at),
    };
    if (path === '/robots.txt') return void response.end(ROBOTS);
    if (path.startsWith('/sitemap')) return void response.end(sitemap(Number(/\d+/.exec(path)?.[0] ?? -1)));
    const etag = `"${versionOf(Number(kind))}"`;
    if (!/^\d*$/.test(kind)) (kinds[kind] ?? (() => end(404)))();
    else if (isDeleted(Number(kind))) end(410);
    else if (request.headers['if-none-match'] !== etag) html(pageAt(Number(kind)), { etag });
    else end(304);
    if (response.statusCode === 304) seen.unchanged++;
  }

  const versionOf = (at: number) => (at % 100 === 1 ? version : 0);
  const isDeleted = (at: number) => version > 0 && at % 100 === 2;

  function pageAt(at: number): string {
    const { pick } = createRandom(at * 7 + 1);
    const words = Array.from({ length: 150 }, () => pick(WORDS)).join(' ');
    const children = Array.from({ length: LINKS_A_PAGE }, (_, each) => at * LINKS_A_PAGE + each + 1);
    const links = children.filter((each) => each < pages);
    const named = links.map((each) => `${each}${each % 3 === 0 ? `?sid=${Math.random()}` : ''}`);
    const others = at === 0 ? OTHERS : at % 20 === 0 ? [`copy/${at}`, `print/${at}`] : [];
    const shown = [...named, ...others].map((link) => `<a href="/docs/${link}">more</a>`).join(' ');
    return `<title>Page ${at}</title><p>Number ${at}, version ${versionOf(at)}: ${words}.</p>${shown}`;
  }

  /** The index of ten sitemaps, or one of these. */
  function sitemap(part: number): string {
    const ten = Array.from(
      { length: 10 },
      (_, at) => `<sitemap><loc>${origin}/sitemap${at}.xml</loc></sitemap>`,
    );
    if (part < 0) return `<sitemapindex>${ten.join('')}</sitemapindex>`;
    const all = Array.from({ length: pages / 10 }, (_, each) => (part * pages) / 10 + each);
    const entry = (at: number) =>
      `<url><loc>${origin}/docs/${at}</loc><lastmod>2026-01-0${1 + versionOf(at)}</lastmod></url>`;
    return `<urlset>${all
      .filter((at) => !isDeleted(at))
      .map(entry)
      .join('')}</urlset>`;
  }

  return {
    origin,
    /** What was asked for since the last call. */
    take() {
      const taken = seen;
      seen = { ...NOTHING };
      return taken;
    },
    /** Changes one page of a hundred, and deletes another. */
    change: () => void version++,
    [Symbol.dispose]() {
      for (const server of [site, inside]) server.close().closeAllConnections();
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A body that never ends. */
function write(response: ServerResponse, piece: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write(piece), everyMs);
  response.once('close', () => clearInterval(timer));
}
