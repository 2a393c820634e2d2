import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';
import { PEERTUBE_ID, peerTubeReplies, serveVideos } from './support/video-sites.ts';

/** A line of captions for each second; most say nothing of the question, and begin with their second. */
const CAPTIONS = Array.from({ length: 100 }, (_, second) => {
  const time = `00:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}.000`;
  const filler = `${second} people walk around and talk about the weather of the week before.`;
  const text = second === 83 ? 'Molten glass for lenses is poured at 1420 degrees.' : filler;
  return `${time} --> 09:59:59.000\n${text}\n`;
});
const ANY_TIME = {
  READ_PAGES: 'on',
  READ_TIMEOUT_MS: '60000',
  ANSWER_DEADLINE_MS: '120000',
  PAGE_ALLOW: '127.0.0.1',
  MODEL_PROVIDER: 'extractive',
};

/** The service, with one result of the search: the page of a video. */
async function startWithVideo() {
  await using opened = new AsyncDisposableStack();
  const replies = peerTubeReplies([{ language: 'en' }], {
    '/lazy-static/video-captions/en.vtt': `WEBVTT\n\n${CAPTIONS.join('\n')}`,
  });
  const site = opened.use(await serveVideos(replies));
  const url = `${site.url}/videos/watch/${PEERTUBE_ID}`;
  const search = opened.use(
    await startSearchServer(withResults([{ url, title: 'Lenses', content: 'A film.' }])),
  );
  const service = opened.use(await startTestService({ SEARCH_PRIMARY_URL: search.url, ...ANY_TIME }));
  return Object.assign(opened.move(), { url, address: service.url });
}

function ask(address: string, path: string, accept = 'application/json'): Promise<Response> {
  const body = JSON.stringify({ query: 'At how many degrees is molten glass for lenses poured?' });
  const headers = { 'content-type': 'application/json', accept };
  return fetch(`${address}${path}`, { method: 'POST', headers, body });
}

test('an answer from a video cites the second at which it is said', async () => {
  await using running = await startWithVideo();
  const reply = await ask(running.address, '/api/ask?events=support,answer-end', 'text/event-stream');
  const sent = toSseEvents(await reply.text()).filter(({ data }) => data !== '');
  const events = new Map(sent.map(({ event, data }) => [event, JSON.parse(data)]));
  const { answer, html_answer: html, sources } = events.get('answer-end');
  assert.match(answer, /1420 degrees/);
  assert.equal(sources[0].url, running.url);
  const [citation] = events.get('support').citations;
  assert.match(citation.quote, /1420 degrees/);
  assert.deepEqual([citation.url, citation.second], [`${running.url}?start=1m23s`, 83]);
  assert.match(
    html,
    new RegExp(`class="citation" href="${running.url.replaceAll('.', '\\.')}\\?start=1m23s"`),
  );
});

test('the passages of a video have their seconds', async () => {
  await using running = await startWithVideo();
  const reply = await ask(running.address, '/api/context');
  const [source] = (await reply.json()).sources;
  for (const { text, second, url } of source.passages) {
    const expected = text.startsWith('Molten') ? 83 : Number(/\d+/.exec(text)?.[0]);
    assert.deepEqual(
      [second, url],
      [expected, `${running.url}?start=${Math.floor(second / 60)}m${second % 60}s`],
    );
  }
  assert.ok(source.passages.some(({ text }: { text: string }) => text.includes('1420')));
});
