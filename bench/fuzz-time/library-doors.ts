import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readArticle } from '@sayso/article';
import { closestPieces, indexDocuments, openStoreThreads, withSource } from '@sayso/collections';
import { createCitationFilter, toPlainAddress } from '@sayso/markdown';
import { newestDay, selectPassages } from '@sayso/passages';
import { createSentenceStream } from '@sayso/speech';
import { isFormula, judgeAnswer, statesValue } from '@sayso/verdicts';
import { type Door, MOST, PLAIN } from './door.ts';
import { LIBRARIES, takesOneText, textFunctions } from './exports.ts';

const PROSE = `<p>${PLAIN.repeat(20)}</p>`;
const STATEMENT = 'The axolotl lives in Mexico and weighs 300 grams [1].';
/** The characters that a model sends at once. */
const PIECE_CHARS = 4;
const PIECES_A_TURN = 64;

const MOST_CHARS: Readonly<Record<string, number>> = {
  article: MOST.page,
  text: MOST.pageText,
  instant: MOST.question,
  markdown: MOST.answer,
  speech: MOST.answer,
};

/** Every exported function of a library for which a text is enough. */
async function simpleDoors(): Promise<Door[]> {
  const doors: Door[] = [];
  for (const { library, module, name, parameters } of textFunctions()) {
    if (!takesOneText(parameters)) continue;
    const exported = await import(pathToFileURL(join(LIBRARIES, module)).href);
    const run: (text: string) => unknown = exported[name];
    doors.push({ ...door(library, name, run), isOnLoop: library !== 'article' });
  }
  return doors;
}

function door(library: string, name: string, run: (text: string) => unknown, maxChars?: number): Door {
  return {
    name: `${library} ${name}`,
    maxChars: maxChars ?? MOST_CHARS[library] ?? MOST.context,
    isOnLoop: true,
    folder: join(LIBRARIES, library),
    run,
  };
}

/** In pieces, as a model sends them; other work gets its turn between some of them. */
async function pieceByPiece(text: string, push: (piece: string) => unknown): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    push(text.slice(at, at + PIECE_CHARS));
    if (at % (PIECE_CHARS * PIECES_A_TURN) === 0) await setImmediate();
  }
}

const { signal: NEVER } = new AbortController();

/** Makes an index with a document of this text. */
async function indexText(text: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-fuzz-'));
  const documents = [{ url: null, path: 'a', title: text.slice(0, 300), text: `${PLAIN} ${text}` }];
  await indexDocuments({ documents, file: join(folder.path, 'index.sqlite') }, NEVER);
}

const escaped = (text: string) => text.replaceAll('"', '&quot;');
const styled = (css: string) =>
  `<html><head><style>${css}</style></head><body><div class=a id=a>${PROSE}</div></body></html>`;

/** Places in a page. Style sheets, scripts and attributes are shorter than a page, but cost more. */
const PAGES: Readonly<Record<string, readonly [number, (text: string) => string]>> = {
  'a body': [MOST.page, (text) => `<!doctype html><html><body>${text}</body></html>`],
  'a paragraph': [MOST.page, (text) => `<html><body><article>${PROSE}<p>${text}</p></article></body></html>`],
  paragraphs: [
    MOST.page,
    (text) =>
      `<html><body><main>${(text.match(/[\s\S]{1,80}/g) ?? []).map((line) => `<p>${line}</p>`).join('')}`,
  ],
  'a title and properties': [
    MOST.page,
    (text) => {
      const value = escaped(text.slice(0, MOST.page / 10));
      const names = ['og:title', 'og:site_name', 'article:published_time', 'description', 'author'];
      const metas = names.map((name) => `<meta property="${name}" name="${name}" content="${value}">`);
      return `<html lang="${value}"><head><title>${text}</title>${metas.join('')}</head><body>${PROSE}`;
    },
  ],
  'JSON-LD': [
    MOST.page,
    (text) => `<html><head><script type="application/ld+json">${text}</script></head><body>${PROSE}`,
  ],
  'a style sheet': [MOST.page / 4, styled],
  'a selector': [MOST.page / 4, (text) => styled(`${text}{display:none}`)],
  'values of styles': [
    MOST.page / 4,
    (text) =>
      styled(
        ['color', 'clip-path', 'transform', 'background', 'width', 'filter', '--a', 'font']
          .map((name) => `.a{${name}:${text.slice(0, MOST.page / 10)}}`)
          .join(''),
      ),
  ],
  'a media query': [MOST.page / 4, (text) => styled(`@media ${text}{.a{color:red}}`)],
  'an inline style': [
    MOST.page / 4,
    (text) => `<html><body><div style="${escaped(text)}">${PROSE}</div>${PROSE}</body></html>`,
  ],
};

/** The libraries' ways in: those that take a text alone are found in their exports, the others are listed. */
export async function libraryDoors(): Promise<readonly Door[]> {
  return [
    ...(await simpleDoors()),
    ...Object.entries(PAGES).map(([place, [maxChars, toPage]]) => ({
      ...door(
        'article',
        `readArticle (${place})`,
        (text) => readArticle(toPage(text), { full: true }),
        maxChars,
      ),
      isOnLoop: false,
    })),
    ...(['markdown', 'plain', 'json-ld'] as const).map((format) => ({
      ...door('article', `readArticle (${format})`, (text) => readArticle(text, { format })),
      isOnLoop: false,
    })),
    door('markdown', 'createCitationFilter', async (text) => {
      const filter = createCitationFilter(3);
      await pieceByPiece(text, (piece) => filter.push(piece));
      return filter.end();
    }),
    door('markdown', 'toPlainAddress', (text) => toPlainAddress(`https://a.example/${text}`, new Set())),
    door('speech', 'createSentenceStream', async (text) => {
      const stream = createSentenceStream(1, 'en');
      await pieceByPiece(text, (piece) => stream.push(piece));
      return stream.end();
    }),
    door(
      'passages',
      'selectPassages',
      (text) =>
        selectPassages(text.slice(0, MOST.question), [
          { url: 'https://a.example/', title: text.slice(0, 300), text },
          { url: 'https://b.example/', title: PLAIN, text: `${PLAIN} ${text}` },
        ]),
      MOST.pageText,
    ),
    door('passages', 'newestDay', (text) =>
      newestDay([{ publishedAt: text }, { publishedAt: '2026-01-01' }]),
    ),
    door('collections', 'indexDocuments', indexText, MOST.pageText),
    door('collections', 'withSource', (text) =>
      withSource(text, { place: 'https://a.example/', kind: 'site', collection: 'docs' }),
    ),
    door('collections', 'openStoreThreads', (text) => openStoreThreads(text, 'live').close()),
    door('collections', 'closestPieces', (text) =>
      closestPieces(
        { text, limit: 5 },
        { embed: null, vectors: { maker: async () => null, nearest: async () => [] } },
        NEVER,
      ),
    ),
    door('verdicts', 'statesValue', (text) => [
      isFormula({ text }),
      statesValue(text, '12 March 2001', 'en'),
    ]),
    door('verdicts', 'judgeAnswer (source)', (text) => judgeAnswer(STATEMENT, [{ text }])),
    door(
      'verdicts',
      'judgeAnswer (answer)',
      (text) => judgeAnswer(text, [{ text: STATEMENT }, { text: PLAIN }]),
      MOST.answer,
    ),
  ];
}
