import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILLER, hitOf, NONE, pageOf, questionOf } from '../../test/support/selecting.ts';
import { select } from './select.ts';
import type { SearchHit } from './source.ts';

const ASKED = 'How high is the tower?';
const ANSWER = 'The tower is 330 metres high. ';
/** Three hundred characters. */
const GAP = FILLER.repeat(6);

/** The sources that are made from pages with these texts, in the order of the hits. */
async function sourcesOf(texts: Readonly<Record<string, string>>, contextTokens: number, maxSources = 5) {
  const hits = Object.keys(texts).map((title) => hitOf(title, ''));
  const pages = new Map(hits.map((hit) => pageOf(hit, texts[hit.title] ?? '')));
  return await select({ question: questionOf(ASKED, maxSources), hits, pages, contextTokens });
}

test('the passage with the best sentence is shown, wherever it is in the page', async () => {
  const other = 'Some say that a tower stands there. ';
  for (const text of [`${ANSWER}${GAP}${GAP}${other}${GAP}`, `${other}${GAP}${GAP}${ANSWER}${GAP}`]) {
    const [source] = await sourcesOf({ Page: text }, 34);
    assert.equal(source?.passages.length, 2);
    assert.match(source?.snippet ?? '', /330 metres/);
    assert.doesNotMatch(source?.snippet ?? '', /Some say/);
  }
});

test('a title counts as the first sentence of its page', async () => {
  const texts = {
    Nothing: 'It stands here, and everybody can see it.',
    'The high tower': 'It is a service.',
  };
  const sources = await sourcesOf(texts, 100, 1);
  assert.deepEqual(
    sources.map(({ title }) => title),
    ['The high tower'],
  );
});

test('a page of which only the title fits is no source', async () => {
  const long = `${'word '.repeat(90)}. `;
  assert.deepEqual(await sourcesOf({ Nothing: long, 'The tower is high': long }, 13), []);
});

test('only the first 40,000 characters of a page are used', async () => {
  const before = FILLER.repeat(1000).slice(0, 40_000 - ANSWER.length - 2);
  const finds = async (text: string) =>
    (await sourcesOf({ Page: text }, 60)).some(({ passages }) =>
      passages.some((passage) => passage.text.includes('330')),
    );
  assert.equal(await finds(`${before}\n\n${ANSWER}${GAP}`), true);
  assert.equal(await finds(`${before}${ANSWER}\n\n${ANSWER}${GAP}`.replace('330', '...')), false);
});

test('a text of up to 400 characters is used completely or not at all', async () => {
  const textOf = (chars: number) => `${ANSWER}${GAP}${GAP}`.slice(0, chars - 1).concat('.');
  const passagesOf = async (chars: number) => {
    const hits = [hitOf('Page', '', textOf(chars)), hitOf('Other', '', GAP)];
    const sources = await select({ question: questionOf(ASKED), hits, pages: NONE, contextTokens: 40 });
    return sources[0]?.passages.length ?? 0;
  };
  assert.equal(await passagesOf(400), 0);
  assert.ok((await passagesOf(401)) > 0);
});

test('a page of only white space was not read, and a snippet of white space is not shown', async () => {
  const hit: SearchHit = { ...hitOf('Page', '  ', ANSWER), slot: 1 };
  const pages = new Map([pageOf(hit, ' \n ')]);
  const input = { question: questionOf(ASKED), pages, contextTokens: 100 };
  const [source] = await select({ ...input, hits: [hit] });
  assert.deepEqual([source?.basis, source?.snippet, source?.slot], ['text', ANSWER.trim(), 1]);
  const [unnamed] = await select({ ...input, hits: [hitOf('Page', 'Words.')] });
  assert.ok(unnamed !== undefined && !('slot' in unnamed));
});
