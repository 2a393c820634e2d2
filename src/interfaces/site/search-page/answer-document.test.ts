import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import type { Source } from '../../../core/source.ts';
import { answerDocument } from './answer-document.ts';
import type { DocumentLook } from './document.ts';
import { wordsFor } from './words.ts';

const words = wordsFor('en');
const look: DocumentLook = { style: '/a.css', icon: '/i.svg', maxQueryChars: 50, words };
const source: Source = {
  index: 1,
  url: 'https://a.example/',
  title: 'A & B',
  snippet: 'S <b>',
  passages: [],
};
const answerOf = (html: string, more: Partial<Answer> = {}) =>
  ({ type: 'answer-end', answer: { html, language: 'fr', error: null, ...more } }) as AnswerEvent;
const block = (index: number, html: string): AnswerEvent => ({ type: 'answer-block', index, html });
const sources = (language = 'de', list: readonly Source[] = [source]): AnswerEvent => ({
  type: 'sources',
  sources: list,
  language,
});

/** A document whose blocks arrive in the given order. */
const documentOf = (question = 'Why?') => answerDocument(question, (event) => [event], look);
const DONE = `<p class="status" role="status">${words.done}</p>\n`;
const articleIn = (language: string) =>
  `<article class="answer" dir="auto"${language === '' ? '' : ` lang="${language}"`} ` +
  `aria-label="${words.answer}` +
  `">\n`;

test('the form comes first and says that the search runs', () => {
  const { start } = documentOf('a "b" <c>');
  assert.match(start ?? '', /^<!doctype html>\n<html lang="en" dir="ltr">/);
  assert.match(start ?? '', /value="a &quot;b&quot; &lt;c&gt;" maxlength="50"/);
  assert.match(start ?? '', /<title>a &quot;b&quot; &lt;c&gt; – Sayso<\/title>/);
  assert.match(start ?? '', /<link rel="icon" href="\/i\.svg".*\n<link rel="stylesheet" href="\/a\.css">/);
  assert.ok(start?.endsWith(`<p class="status" role="status">${words.searching}</p>\n`));
  assert.equal(documentOf().end, '</main>\n</body>\n</html>\n');
});

test('a document without a question has the name of the service as its title', () => {
  const { start } = answerDocument('', (event) => [event], { ...look, style: null, icon: null });
  assert.match(start ?? '', /<title>Sayso<\/title>/);
  assert.match(start ?? '', /<h1 class="off-screen" dir="auto">Sayso<\/h1>/);
  assert.doesNotMatch(start ?? '', /rel="icon"|href="\/a\.css"/);
});

test('the head of a document is complete, also for readers without its style and icon', () => {
  const head = (given: Partial<DocumentLook>) =>
    answerDocument('Why?', (event) => [event], { ...look, ...given }).start?.split('<body>')[0];
  const headWith = (links: string) =>
    '<!doctype html>\n<html lang="en" dir="ltr">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<meta name="robots" content="noindex">\n<meta name="referrer" content="no-referrer">\n${links}` +
    '<link rel="stylesheet" href="search.css">\n<title>Why? – Sayso</title>\n</head>\n';
  assert.equal(head({ style: null, icon: null }), headWith(''));
  assert.equal(
    head({}),
    headWith('<link rel="icon" href="/i.svg" type="image/svg+xml">\n<link rel="stylesheet" href="/a.css">\n'),
  );
  assert.match(head({ words: wordsFor('ar') }) ?? '', /<html lang="ar" dir="rtl">/);
});

test('the form sends the question again, which the heading repeats', () => {
  const { start } = documentOf('a "b"');
  assert.ok(
    start?.includes(
      '<body>\n<header class="top"><a class="brand" href="./">Sayso</a></header>\n<main>\n' +
        '<search><form class="question" action="search">\n' +
        '<div class="field"><input name="q" value="a &quot;b&quot;" maxlength="50" required ' +
        `dir="auto" aria-label="${words.field}"></div>\n` +
        `<button class="main-button" type="submit">${words.ask}</button>\n</form></search>\n` +
        '<h1 dir="auto">a &quot;b&quot;</h1>\n',
    ),
    start ?? '',
  );
});

test('sources open the article in the language of the answer', () => {
  const { frame } = documentOf();
  assert.equal(
    frame(sources()),
    `<section aria-labelledby="sources"><h2 id="sources">${words.sources}</h2>\n<ol>\n` +
      '<li dir="auto"><a href="https://a.example/" rel="nofollow noopener noreferrer ugc">A &amp; B</a>' +
      ' <small>a.example</small><br>S &lt;b&gt;</li>\n</ol></section>\n' +
      `<p class="status" role="status">${words.writing}</p>\n${articleIn('de')}`,
  );
  assert.equal(frame({ type: 'answer-delta', text: 'never shown' }), '');
  assert.ok(documentOf().frame(sources('und')).endsWith(articleIn('')));
  assert.match(
    documentOf().frame(sources('en', [])),
    new RegExp(`^<p class="status" role="status">${words.nothingFound}`),
  );
});

test('a source that is not a web page or has no title or snippet is shown as what it is', () => {
  const odd = { ...source, url: 'javascript:alert(1)', title: '', snippet: '' };
  assert.match(documentOf().frame(sources('en', [odd])), /<li dir="auto">javascript:alert\(1\)<\/li>/);
});

test('a block is sent once, when the next one begins; the rest comes with the end', () => {
  const { frame } = documentOf();
  frame(sources());
  assert.equal(frame(block(0, '<p>a</p>')), '');
  assert.equal(frame(block(0, '<p>ab</p>')), '');
  assert.equal(frame(block(1, '<p>c</p>')), '<p>ab</p>');
  assert.equal(frame(block(0, '<p>late</p>')), '');
  assert.equal(frame(block(2, '<p>d</p>')), '<p>c</p>');
  assert.equal(frame(answerOf('<p>ab</p><p>c</p><p>d</p><p>e</p>')), `<p>d</p><p>e</p></article>\n${DONE}`);
});

test('an answer that was cut inside the text already shown adds nothing', () => {
  const { frame } = documentOf();
  frame(sources());
  frame(block(0, '<p>a</p>'));
  frame(block(1, '<p>b</p>'));
  assert.equal(
    frame(answerOf('<p>', { error: 'It was <cut>.' })),
    ['</article>\n<p class="notice" role="alert" dir="auto">It was &lt;cut&gt;.</p>\n', DONE].join(''),
  );
});

test('the article opens once, with the first thing that belongs in it', () => {
  const blocks = documentOf();
  blocks.frame(block(0, '<p>a</p>'));
  assert.equal(blocks.frame(block(1, '<p>b</p>')), `${articleIn('')}<p>a</p>`);
  assert.equal(blocks.frame(answerOf('<p>a</p>')), `</article>\n${DONE}`);
  assert.equal(documentOf().frame(answerOf('<p>x</p>')), `${articleIn('fr')}<p>x</p></article>\n${DONE}`);
});

test('every table can be reached with the keyboard, in a block and in the rest', () => {
  const { frame } = documentOf();
  const table = '<table><tr></tr></table>';
  frame(sources());
  frame(block(0, table + table));
  const reachable = '<table tabindex="0"><tr></tr></table>';
  assert.equal(frame(block(1, '<p>')), reachable + reachable);
  assert.equal(frame(answerOf(`${table}${table}${table}`)), `${reachable}</article>\n${DONE}`);
});

test('a failure closes the article if it is open', () => {
  const problem = { status: 502, message: 'No <search>.', headers: {} };
  const alert = `<p class="notice" role="alert" dir="auto">${words.failed} No &lt;search&gt;.</p>\n`;
  const open = documentOf();
  assert.equal(open.failure(problem), alert);
  open.frame(sources());
  assert.equal(open.failure(problem), `</article>\n${alert}`);
});
