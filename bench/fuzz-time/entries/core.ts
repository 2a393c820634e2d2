import { toPlainLine, toPlainMarkdown } from '@sayso/markdown/policy/plain-markdown.ts';
import { isAbbreviated, ordinaryWordEnds } from '@sayso/text/abbreviations.ts';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { cleanText } from '@sayso/text/clean-text.ts';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import { detectLanguage } from '@sayso/text/language.ts';
import { createRelevance } from '@sayso/text/relevance.ts';
import { inlineItemStarts, isInsideQuote, toSentences } from '@sayso/text/sentences.ts';
import { collapse, countChars, firstChars, toSnippet } from '@sayso/text/text.ts';
import { splitTitle, titleFit } from '@sayso/text/title.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { hostOf, isAddressOf, parseWebUrl, toPublicUrl } from '@sayso/text/url.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { findDate, readIsoDate, readStatedDate } from '@sayso/text/written-date.ts';
import { whyUnreadable } from '../../../src/core/failure.ts';
import { parsePageAllowance } from '../../../src/net/page-policy.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, ERROR, LINE, PAGE_TEXT, QUESTION, REPLY, SETTING, TITLE, WORD } from '../limits.ts';

const place = 'loop';

export const coreEntries: readonly Entry[] = [
  {
    name: 'packages/markdown/policy/plain-markdown.ts toPlainMarkdown',
    maxChars: CONTEXT,
    place,
    run: (text) => toPlainMarkdown(text, new Set(['a.example'])),
  },
  {
    name: 'packages/markdown/policy/plain-markdown.ts toPlainLine',
    maxChars: TITLE,
    place,
    run: (text) => toPlainLine(text, 'all'),
  },
  { name: 'packages/text/words.ts toWords', maxChars: PAGE_TEXT, place, run: toWords },
  { name: 'packages/text/words.ts stem', maxChars: WORD, place, run: stem },
  {
    name: 'packages/text/sentences.ts toSentences',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => toSentences(text),
  },
  {
    name: 'packages/text/finished-sentences.ts finishedSentences',
    maxChars: ANSWER,
    place,
    run: finishedSentences,
  },
  { name: 'packages/text/sentences.ts inlineItemStarts', maxChars: ANSWER, place, run: inlineItemStarts },
  {
    name: 'packages/text/sentences.ts isInsideQuote',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => isInsideQuote(text, 0, text.length >> 1),
  },
  {
    name: 'packages/text/abbreviations.ts isAbbreviated',
    maxChars: LINE,
    place,
    run: (text) => isAbbreviated(`${text}.`, text),
  },
  { name: 'packages/text/abbreviations.ts ordinaryWordEnds', maxChars: LINE, place, run: ordinaryWordEnds },
  { name: 'packages/text/language.ts detectLanguage', maxChars: PAGE_TEXT, place, run: detectLanguage },
  { name: 'packages/text/tokens.ts estimateTokens', maxChars: PAGE_TEXT, place, run: estimateTokens },
  { name: 'packages/text/clean-text.ts cleanText', maxChars: REPLY, place: 'thread', run: cleanText },
  { name: 'packages/text/text.ts collapse', maxChars: PAGE_TEXT, place, run: collapse },
  {
    name: 'packages/text/text.ts toSnippet',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => toSnippet(text, 200),
  },
  {
    name: 'packages/text/text.ts firstChars',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => firstChars(text, 300),
  },
  { name: 'packages/text/text.ts countChars', maxChars: PAGE_TEXT, place, run: countChars },
  {
    name: 'packages/text/written-date.ts readStatedDate',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => [
      readStatedDate(text, new Date()),
      readIsoDate(text),
      findDate(text.slice(0, LINE), 1990, new Date()),
    ],
  },
  { name: 'packages/text/title.ts splitTitle', maxChars: QUESTION, place, run: splitTitle },
  {
    name: 'packages/text/title.ts titleFit',
    maxChars: TITLE,
    place,
    run: (text) => titleFit(text, toWords(text)),
  },
  { name: 'packages/text/url.ts parseWebUrl', maxChars: LINE, place, run: parseWebUrl },
  {
    name: 'packages/text/url.ts hostOf',
    maxChars: LINE,
    place,
    run: (text) => [hostOf(text), hostOf(`https://${text}`)],
  },
  {
    name: 'packages/text/url.ts toPublicUrl',
    maxChars: SETTING,
    place,
    run: (text) => toPublicUrl(`http://a/?${text}`),
  },
  {
    name: 'packages/text/url.ts isAddressOf',
    maxChars: LINE,
    place,
    run: (text) => isAddressOf({ url: text, document: text }),
  },
  { name: 'packages/text/escape-html.ts escapeHtml', maxChars: CONTEXT, place, run: escapeHtml },
  { name: 'packages/text/bounded-json.ts parseBoundedJson', maxChars: REPLY, place, run: parseBoundedJson },
  { name: 'net/page-policy.ts parsePageAllowance', maxChars: SETTING, place, run: parsePageAllowance },
  {
    name: 'core/failure.ts whyUnreadable',
    maxChars: ERROR,
    place,
    run: (text) => whyUnreadable(new Error(text)),
  },
  {
    name: 'packages/text/relevance.ts createRelevance',
    maxChars: QUESTION,
    place,
    run(text) {
      const relevance = createRelevance(text);
      relevance.scores([relevance.match(text), relevance.match(text.repeat(4))]);
    },
  },
];
