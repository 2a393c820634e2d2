import { whyUnreadable } from '../../../src/core/failure.ts';
import { toPlainLine, toPlainMarkdown } from '../../../src/lib/markdown/policy/plain-markdown.ts';
import { isAbbreviated, ordinaryWordEnds } from '../../../src/lib/text/abbreviations.ts';
import { parseBoundedJson } from '../../../src/lib/text/bounded-json.ts';
import { cleanText } from '../../../src/lib/text/clean-text.ts';
import { escapeHtml } from '../../../src/lib/text/escape-html.ts';
import { finishedSentences } from '../../../src/lib/text/finished-sentences.ts';
import { detectLanguage } from '../../../src/lib/text/language.ts';
import { createRelevance } from '../../../src/lib/text/relevance.ts';
import { inlineItemStarts, isInsideQuote, toSentences } from '../../../src/lib/text/sentences.ts';
import { collapse, countChars, firstChars, toSnippet } from '../../../src/lib/text/text.ts';
import { splitTitle, titleFit } from '../../../src/lib/text/title.ts';
import { estimateTokens } from '../../../src/lib/text/tokens.ts';
import { hostOf, isAddressOf, parseWebUrl, toPublicUrl } from '../../../src/lib/text/url.ts';
import { stem, toWords } from '../../../src/lib/text/words.ts';
import { findDate, readIsoDate, readStatedDate } from '../../../src/lib/text/written-date.ts';
import { parsePageAllowance } from '../../../src/net/page-policy.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, ERROR, LINE, PAGE_TEXT, QUESTION, REPLY, SETTING, TITLE, WORD } from '../limits.ts';

const place = 'loop';

export const coreEntries: readonly Entry[] = [
  {
    name: 'lib/markdown/policy/plain-markdown.ts toPlainMarkdown',
    maxChars: CONTEXT,
    place,
    run: (text) => toPlainMarkdown(text, new Set(['a.example'])),
  },
  {
    name: 'lib/markdown/policy/plain-markdown.ts toPlainLine',
    maxChars: TITLE,
    place,
    run: (text) => toPlainLine(text, 'all'),
  },
  { name: 'lib/text/words.ts toWords', maxChars: PAGE_TEXT, place, run: toWords },
  { name: 'lib/text/words.ts stem', maxChars: WORD, place, run: stem },
  { name: 'lib/text/sentences.ts toSentences', maxChars: PAGE_TEXT, place, run: (text) => toSentences(text) },
  {
    name: 'lib/text/finished-sentences.ts finishedSentences',
    maxChars: ANSWER,
    place,
    run: finishedSentences,
  },
  { name: 'lib/text/sentences.ts inlineItemStarts', maxChars: ANSWER, place, run: inlineItemStarts },
  {
    name: 'lib/text/sentences.ts isInsideQuote',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => isInsideQuote(text, 0, text.length >> 1),
  },
  {
    name: 'lib/text/abbreviations.ts isAbbreviated',
    maxChars: LINE,
    place,
    run: (text) => isAbbreviated(`${text}.`, text),
  },
  { name: 'lib/text/abbreviations.ts ordinaryWordEnds', maxChars: LINE, place, run: ordinaryWordEnds },
  { name: 'lib/text/language.ts detectLanguage', maxChars: PAGE_TEXT, place, run: detectLanguage },
  { name: 'lib/text/tokens.ts estimateTokens', maxChars: PAGE_TEXT, place, run: estimateTokens },
  { name: 'lib/text/clean-text.ts cleanText', maxChars: REPLY, place: 'thread', run: cleanText },
  { name: 'lib/text/text.ts collapse', maxChars: PAGE_TEXT, place, run: collapse },
  { name: 'lib/text/text.ts toSnippet', maxChars: PAGE_TEXT, place, run: (text) => toSnippet(text, 200) },
  { name: 'lib/text/text.ts firstChars', maxChars: PAGE_TEXT, place, run: (text) => firstChars(text, 300) },
  { name: 'lib/text/text.ts countChars', maxChars: PAGE_TEXT, place, run: countChars },
  {
    name: 'lib/text/written-date.ts readStatedDate',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => [
      readStatedDate(text, new Date()),
      readIsoDate(text),
      findDate(text.slice(0, LINE), 1990, new Date()),
    ],
  },
  { name: 'lib/text/title.ts splitTitle', maxChars: QUESTION, place, run: splitTitle },
  {
    name: 'lib/text/title.ts titleFit',
    maxChars: TITLE,
    place,
    run: (text) => titleFit(text, toWords(text)),
  },
  { name: 'lib/text/url.ts parseWebUrl', maxChars: LINE, place, run: parseWebUrl },
  {
    name: 'lib/text/url.ts hostOf',
    maxChars: LINE,
    place,
    run: (text) => [hostOf(text), hostOf(`https://${text}`)],
  },
  {
    name: 'lib/text/url.ts toPublicUrl',
    maxChars: SETTING,
    place,
    run: (text) => toPublicUrl(`http://a/?${text}`),
  },
  {
    name: 'lib/text/url.ts isAddressOf',
    maxChars: LINE,
    place,
    run: (text) => isAddressOf({ url: text, document: text }),
  },
  { name: 'lib/text/escape-html.ts escapeHtml', maxChars: CONTEXT, place, run: escapeHtml },
  { name: 'lib/text/bounded-json.ts parseBoundedJson', maxChars: REPLY, place, run: parseBoundedJson },
  { name: 'net/page-policy.ts parsePageAllowance', maxChars: SETTING, place, run: parsePageAllowance },
  {
    name: 'core/failure.ts whyUnreadable',
    maxChars: ERROR,
    place,
    run: (text) => whyUnreadable(new Error(text)),
  },
  {
    name: 'lib/text/relevance.ts createRelevance',
    maxChars: QUESTION,
    place,
    run(text) {
      const relevance = createRelevance(text);
      relevance.scores([relevance.match(text), relevance.match(text.repeat(4))]);
    },
  },
];
