import { type LocalServer, serve } from './local-server.ts';

/** A host with pages of text, and the number of requests to it. */
type PageHost = LocalServer & { readonly pagesAsked: () => number };

/** One of 50,625 invented words, determined by its position in the text. */
function wordOf(place: string): string {
  let hash = 7;
  for (const char of place) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  const syllables = [
    'ba',
    'de',
    'fi',
    'go',
    'hu',
    'ka',
    'le',
    'mi',
    'no',
    'pu',
    'ra',
    'se',
    'ti',
    'vo',
    'zu',
  ];
  return [1, 15, 225, 3375].map((unit) => syllables[Math.floor(hash / unit) % 15]).join('');
}

/** A page with different sentences for every path, of about 50 KB if they are not counted. */
export function pageAt(path: string, count = 450): string {
  const sentences = Array.from({ length: count }, (_, at) => {
    const words = Array.from({ length: 8 }, (_each, place) => wordOf(`${path} ${at} ${place}`));
    return `In lake ${path} lives ${words.slice(0, 4).join(' ')}, next to ${words.slice(4).join(' ')}.`;
  });
  const paragraphs = sentences.map((sentence) => `<p>${sentence}</p>`).join('\n');
  return `<!doctype html><html lang="en"><title>Lake ${path}</title><article>${paragraphs}</article>`;
}

/** Serves such a page on every path. */
export async function startPageHost(): Promise<PageHost> {
  let count = 0;
  const server = await serve(({ url = '/' }, response) => {
    count++;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageAt(url));
  });
  return { ...server, pagesAsked: () => count };
}

/** Search results, one for each page of a host. */
export function resultsAt(host: PageHost, count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    url: `${host.url}/${at}`,
    title: `Lake ${at}`,
    content: `What lives in lake ${at}, the axolotl among others.`,
  }));
}
