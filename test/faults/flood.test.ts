import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { begin, chunk } from '../support/chat-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ask, askForEvents, type Exchange, until } from './asking.ts';
import { type Fault, type Misdeed, WELL } from './fault.ts';
import { type StruckUpstream, strike } from './struck-upstream.ts';
import { COMPLETION, PAGE, searxngReply } from './usual-replies.ts';

/** Never reached by what ends by itself, however busy the machine is. */
const PATIENT_MS = 60_000;
/** For what only the deadline ends. */
const DEADLINE_MS = 12_000;
const HTML = 'text/html; charset=utf-8';

// Made before the tests begin, which share this process: to pack them takes it a second.
const PAGE_BOMB = gzipSync(Buffer.alloc(1_900_000, ' '), { level: 9 });
const SEARCH_BOMB = gzipSync(Buffer.alloc(100_000_000, ' '), { level: 9 });
const WORDS = Array.from({ length: 400_000 }, (_, at) => `w${(at * 7919) % 99_991}`).join(' ');
const LONG_PAGE = gzipSync(`<p>${WORDS.repeat(4)}`);

const doing = (misdeed: Misdeed): Fault => ({ ...WELL, misdeed });

/** The servers, the question, and the properties that the answer must have. */
type Play = {
  readonly search?: Fault;
  readonly page?: Fault;
  readonly model?: Fault;
  readonly settings?: Readonly<Record<string, string>>;
  readonly ask?: (url: string) => Promise<Exchange>;
  hold(told: Exchange, upstreams: Readonly<Record<'search' | 'page' | 'model', StruckUpstream>>): void;
};

/** Asks once while an upstream fails and once afterwards; nothing may be in progress at the end. */
async function play({ search = WELL, page = WELL, model = WELL, settings, ask: asking = ask, hold }: Play) {
  await using pages = await strike(page, PAGE);
  await using searches = await strike(search, searxngReply(pages.origin));
  await using models = await strike(model, COMPLETION);
  await using service: TestService = await startTestService({
    SEARCH_PRIMARY_URL: searches.origin,
    MODEL_BASE_URL: `${models.origin}/v1`,
    MODEL_NAME: 'm',
    READ_PAGES: 'on',
    PAGE_ALLOW: '127.0.0.0/8',
    ANSWER_DEADLINE_MS: String(PATIENT_MS),
    ...settings,
  });
  const told = await asking(service.url);
  assert.ok(told.tookMs < PATIENT_MS, `${Math.round(told.tookMs)} ms`);
  hold(told, { search: searches, page: pages, model: models });
  const all = [pages, searches, models];
  await until('every upstream is left', () => all.every(({ underWay }) => underWay === 0));
  for (const upstream of all) await upstream.heal();
  await until('all is well again', async () => {
    const { status, error } = await ask(service.url);
    return status === 200 && error === null;
  });
}

/** Words of an answer, forever, this many milliseconds apart. */
const talksForEver =
  (everyMs: number, words: string): Misdeed =>
  (_request, response) => {
    begin(response);
    const talk = setInterval(() => response.write(chunk({ content: words })), everyMs);
    response.on('close', () => clearInterval(talk));
  };

describe('what has no end is ended', { concurrency: 2 }, () => {
  test('a page that is a gzip bomb is left out before it is unpacked', async () => {
    await play({
      page: doing((_request, response) => {
        response.writeHead(200, { 'content-type': HTML, 'content-encoding': 'gzip' }).end(PAGE_BOMB);
      }),
      ask: askForEvents,
      hold({ error, pages, answer }) {
        assert.deepEqual([error, pages.read, pages.skipped.length], [null, 0, 2]);
        for (const reason of pages.skipped) assert.match(reason, /unpacks to more than 200 times its size/);
        assert.equal(answer?.sources.length, 2);
      },
    });
  });

  test('a page that unpacks slowly and endlessly is read only up to the maximum length', async () => {
    await play({
      page: doing((_request, response) => {
        response.writeHead(200, { 'content-type': HTML, 'content-encoding': 'gzip' }).end(LONG_PAGE);
      }),
      ask: askForEvents,
      hold: ({ error, pages }) => assert.deepEqual([error, pages.read + pages.skipped.length], [null, 2]),
    });
  });

  test('pages whose name does not resolve only use up the time for reading', async () => {
    const { contentType, body } = searxngReply('http://nowhere.invalid');
    await play({
      search: doing((_request, response) => {
        response.writeHead(200, { 'content-type': contentType }).end(body);
      }),
      settings: { READ_TIMEOUT_MS: '400' },
      ask: askForEvents,
      hold({ error, pages, answer }, { page }) {
        assert.deepEqual([error, pages.read, pages.skipped.length, page.asked], [null, 0, 2, 0]);
        for (const reason of pages.skipped) assert.match(reason, /is not public or does not exist|in time/);
        assert.match(answer?.answer ?? '', /salamander/);
      },
    });
  });

  test('a model that writes slowly and endlessly is cut after its last sentence in time', async () => {
    await play({
      model: doing(talksForEver(50, 'And it grows [1]. And ')),
      settings: { MODEL_TIMEOUT_MS: '60000', ANSWER_DEADLINE_MS: String(DEADLINE_MS) },
      hold({ answer, error, tookMs }) {
        assert.match(error ?? '', /cut/);
        assert.match(answer?.answer ?? '', /^And it grows \[1\]\..*\.$/s);
        assert.ok(tookMs >= DEADLINE_MS / 2);
      },
    });
  });

  test('a model that writes quickly and endlessly is cut by the length of its text', async () => {
    await play({
      model: doing(
        talksForEver(1, 'And it grows another leg, and another one, and one more [1]. '.repeat(20)),
      ),
      hold({ answer, error }) {
        assert.match(error ?? '', /kept writing without end/);
        assert.ok((answer?.answer.length ?? 0) < 17_000);
      },
    });
  });

  test('a model that thinks endlessly is cut by its own time limit', async () => {
    await play({
      model: doing((_request, response) => {
        begin(response);
        const think = setInterval(() => response.write(chunk({ reasoning_content: 'hm ' })), 20);
        response.on('close', () => clearInterval(think));
      }),
      settings: { MODEL_TIMEOUT_MS: '1000' },
      hold: ({ answer, error }) => {
        assert.match(error ?? '', /did not finish within 1 s/);
        assert.equal(answer?.sources.length, 2);
      },
    });
  });

  test('a search result that is a gzip bomb is dropped', async () => {
    await play({
      search: doing((_request, response) => {
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        response.writeHead(200, headers).end(SEARCH_BOMB);
      }),
      hold: ({ error, answer }) => {
        assert.match(error ?? '', /larger than 2000000 bytes/);
        assert.equal(answer?.search_engine, 'none');
      },
    });
  });
});
