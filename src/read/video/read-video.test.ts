import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertNothingListens } from '../../../test/support/leaves-nothing.ts';
import { serve } from '../../../test/support/local-server.ts';
import { withPages } from '../../../test/support/page-fetching.ts';
import {
  json3,
  PEERTUBE_ID,
  PEERTUBE_PAGE,
  peerTubeReplies,
  serveVideos,
  type VideoReplies,
  type WatchTrack,
  watchPage,
  YOUTUBE_ID,
} from '../../../test/support/video-sites.ts';
import type { PageRead } from '../../core/service.ts';
import { placeInVideo } from '../../lib/text/video-place.ts';
import { createExtractorPool } from '../extractor-pool.ts';
import { createReadPage } from '../read-page.ts';

const signal = new AbortController().signal;
const pool = createExtractorPool({ maxThreads: 1, startMs: 60_000, maxMs: 60_000 });
after(() => pool.close());
assertNothingListens(signal);

const TIMES = { timeoutMs: 60_000 };

/** Reads a page with the real pool; every name is this machine. */
async function read(url: string, options: { language?: string; timeoutMs?: number } = {}): Promise<PageRead> {
  let outcome: PageRead | undefined;
  await withPages((pages) =>
    withPages(
      async (videos) => {
        const readPage = createReadPage(pages, pool, { videoPages: videos });
        outcome = await readPage(url, signal, { ...TIMES, ...options });
      },
      { mediaTypes: 'any' },
    ),
  );
  assert.ok(outcome !== undefined);
  return outcome;
}

function pageOf(outcome: PageRead) {
  assert.ok(outcome.status === 'read', JSON.stringify(outcome));
  return outcome.page;
}

/** The address at which the video of a page says these words. */
function addressAt({ text, video }: ReturnType<typeof pageOf>, words: string): string | undefined {
  assert.ok(text.includes(words), text);
  const url = placeInVideo(video, text.indexOf(words))?.url;
  return url?.replace(/:\d+\//, '/');
}

const track = (lang: string, kind?: 'asr'): WatchTrack => ({
  baseUrl: `/api/timedtext?v=${YOUTUBE_ID}&lang=${lang}${kind === undefined ? '' : '&kind=asr'}`,
  languageCode: lang,
  ...(kind !== undefined && { kind }),
});
const captionsAt = (lang: string, kind = '') =>
  `/api/timedtext?v=${YOUTUBE_ID}&lang=${lang}${kind === '' ? '' : '&kind=asr'}&fmt=json3`;

async function readYouTube(
  tracks: readonly WatchTrack[],
  captions: VideoReplies,
  { description = 'About lenses.', ...options }: { description?: string; language?: string } = {},
) {
  await using site = await serveVideos({
    [`/watch?v=${YOUTUBE_ID}`]: watchPage(tracks, description),
    ...captions,
  });
  const outcome = await read(`http://www.youtube.com:${site.port}/watch?v=${YOUTUBE_ID}&list=x`, options);
  return { ...outcome, asked: site.asked };
}

test('a page of YouTube is read by its captions, after its description', async () => {
  const captions = json3([
    [1200, 'glass is melted at'],
    [83_400, 'twelve hundred degrees'],
  ]);
  const outcome = await readYouTube([track('en', 'asr')], { [captionsAt('en', 'asr')]: captions });
  const page = pageOf(outcome);
  assert.equal(page.text, 'About lenses.\n\nglass is melted at twelve hundred degrees');
  assert.deepEqual(
    [page.title, page.author, page.siteName, page.publishedAt?.slice(0, 10), page.language],
    ['How lenses are made', 'Glass Works', 'YouTube', '2024-03-05', 'en'],
  );
  assert.equal(addressAt(page, 'twelve hundred'), `http://www.youtube.com/watch?v=${YOUTUBE_ID}&t=83s`);
  assert.equal(addressAt(page, 'glass'), `http://www.youtube.com/watch?v=${YOUTUBE_ID}&t=1s`);
  assert.equal(addressAt(page, 'About'), undefined);
  assert.deepEqual(outcome.asked, [`/watch?v=${YOUTUBE_ID}`, captionsAt('en', 'asr')]);
});

test("the question's language comes first, then the video's, and a person before a machine", async () => {
  const lines = (text: string) => json3([[0, text]]);
  const captions = {
    [captionsAt('en')]: lines('by a person'),
    [captionsAt('en', 'asr')]: lines('by a machine'),
    [captionsAt('de')]: lines('auf Deutsch'),
    [captionsAt('pt-BR')]: lines('em português'),
  };
  const all = [track('en', 'asr'), track('de'), track('en'), track('pt-BR')];
  const said = async (tracks: readonly WatchTrack[], language?: string) =>
    pageOf(await readYouTube(tracks, captions, language === undefined ? {} : { language })).text.split(
      '\n\n',
    )[1];
  assert.equal(await said(all, 'de'), 'auf Deutsch');
  assert.equal(await said(all, 'pt'), 'em português');
  assert.equal(await said(all, 'fr'), 'by a person');
  assert.equal(await said(all), 'by a person');
  assert.equal(await said([track('de'), track('en', 'asr')], 'fr'), 'by a machine');
  assert.equal(await said([track('de')], 'fr'), 'auf Deutsch');
});

test('if captions cannot be had, the description is read, with the times of its chapters', async () => {
  const description = 'All about lenses.\n0:00 Start\n1:44 Polishing the glass\n(1:02:03) Questions\nThanks!';
  const replies: readonly (readonly [VideoReplies, boolean])[] = [
    [{ [captionsAt('en')]: '' }, false],
    [{ [captionsAt('en')]: '{"events": [{' }, false],
    [{ [captionsAt('en')]: '<html>Sign in</html>' }, false],
    [
      { [captionsAt('en')]: JSON.stringify({ events: [{ tStartMs: -5, segs: [{ utf8: 'x' }] }, null, 7] }) },
      false,
    ],
    [{ [captionsAt('en')]: { status: 404 } }, true],
    [
      {
        [captionsAt('en')]:
          `{"events": [{"tStartMs": 0, "segs": [{"utf8": "${'word '.repeat(1_000_000)}"}]}]}`,
      },
      true,
    ],
  ];
  for (const [captions, isPartial] of replies) {
    const outcome = await readYouTube([track('en')], captions, { description });
    const page = pageOf(outcome);
    assert.equal(page.text, description);
    assert.equal('isPartial' in outcome && outcome.isPartial === true, isPartial);
    const at = (words: string) => addressAt(page, words)?.split('&')[1];
    assert.deepEqual(['Polishing', 'Questions', 'Thanks', 'All'].map(at), [
      't=104s',
      't=3723s',
      undefined,
      undefined,
    ]);
  }
  assert.equal(pageOf(await readYouTube([], {}, { description })).text, description);
});

test('captions of YouTube are never fetched from another host', async () => {
  await using other = await serveVideos({});
  for (const baseUrl of [
    `${other.url}/api/timedtext?lang=en`,
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    '::',
  ]) {
    const page = pageOf(await readYouTube([{ baseUrl, languageCode: 'en' }], {}));
    assert.equal(page.text, 'About lenses.');
  }
  assert.deepEqual(other.asked, []);
});

test('a page at an address of YouTube that shows no video is read as any page', async () => {
  await using site = await serveVideos({
    [`/watch?v=${YOUTUBE_ID}`]: '<title>T</title><p>Please sign in first.</p>',
  });
  const page = pageOf(await read(`http://www.youtube.com:${site.port}/watch?v=${YOUTUBE_ID}`));
  assert.deepEqual([page.text, page.video], ['Please sign in first.', undefined]);
});

const VTT = `WEBVTT - made by a person

NOTE a comment

1
00:00:05.000 --> 00:00:08.000 align:start
<v Ada>Glass is melted &amp; poured.</v>

01:01:23.500 --> 01:01:25.000
Then it cools <00:01:24.000><c>for a week.</c>
`;

test('a page of PeerTube at any host is read by its captions', async () => {
  await using site = await serveVideos({
    ...peerTubeReplies([{ language: 'fr', isAutomatic: true }, { language: 'en' }], {
      '/lazy-static/video-captions/en.vtt': VTT,
    }),
    [`/videos/watch/${PEERTUBE_ID}?a=b`]: PEERTUBE_PAGE,
  });
  const page = pageOf(await read(`${site.url}/videos/watch/${PEERTUBE_ID}?a=b`));
  assert.equal(page.text, 'A visit to a workshop.\n\nGlass is melted & poured. Then it cools for a week.');
  assert.deepEqual(
    [page.title, page.author, page.publishedAt],
    ['Lenses', 'Glass Works', '2023-05-06T07:08:09.000Z'],
  );
  assert.equal(
    addressAt(page, 'Then it cools'),
    `http://127.0.0.1/videos/watch/${PEERTUBE_ID}?a=b&start=1h1m23s`,
  );
  assert.equal(new URL(addressAt(page, 'Glass') ?? '').searchParams.get('start'), '0m5s');
});

test('captions that PeerTube keeps on another server are read by the rules for pages', async () => {
  await using store = await serveVideos({ '/en.vtt': VTT });
  for (const [fileUrl, expected] of [
    [`${store.url}/en.vtt`, /Glass is melted/],
    ['http://169.254.169.254/en.vtt', /^A visit to a workshop\.$/],
    ['http://[fd00:ec2::254]/en.vtt', /^A visit to a workshop\.$/],
    ['ftp://files.example/en.vtt', /^A visit to a workshop\.$/],
  ] as const) {
    await using site = await serveVideos(peerTubeReplies([{ language: 'en', fileUrl }], {}));
    assert.match(pageOf(await read(`${site.url}/videos/watch/${PEERTUBE_ID}`)).text, expected, fileUrl);
  }
});

test('another site with such an address is asked for nothing else', async () => {
  await using site = await serveVideos({
    '/w/3fbif9S3WmtTP8gGsC5HBd': '<title>W</title><p>A shop of tools.</p>',
  });
  assert.equal(pageOf(await read(`${site.url}/w/3fbif9S3WmtTP8gGsC5HBd`)).text, 'A shop of tools.');
  assert.deepEqual(site.asked, ['/w/3fbif9S3WmtTP8gGsC5HBd']);
});

test('captions that are late are given up in time for the description', async () => {
  const replies = peerTubeReplies([{ language: 'en' }], {});
  await using site = await serve((request, response) => {
    const reply = replies[request.url ?? ''];
    // What is not in the table, the captions, is never answered.
    if (typeof reply === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(reply);
  });
  const outcome = await read(`${site.url}/videos/watch/${PEERTUBE_ID}`, { timeoutMs: 3_000 });
  assert.equal(pageOf(outcome).text, 'A visit to a workshop.');
  assert.equal(outcome.status === 'read' && outcome.isPartial, true);
  await site.noSocketsLeft();
});
