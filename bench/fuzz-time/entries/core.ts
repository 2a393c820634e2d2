import { finishedSentences } from '../../../src/answer/finished-sentences.ts';
import { isAbbreviated, ordinaryWordEnds } from '../../../src/core/abbreviations.ts';
import { parseBoundedJson } from '../../../src/core/bounded-json.ts';
import { cleanText } from '../../../src/core/clean-text.ts';
import { escapeHtml } from '../../../src/core/escape-html.ts';
import { whyUnreadable } from '../../../src/core/failure.ts';
import { detectLanguage } from '../../../src/core/language.ts';
import { parsePageAllowance } from '../../../src/core/page-allow.ts';
import { toPlainLine, toPlainMarkdown } from '../../../src/core/plain-markdown.ts';
import { createRelevance } from '../../../src/core/relevance.ts';
import { inlineItemStarts, isInsideQuote, toSentences } from '../../../src/core/sentences.ts';
import { collapse, countChars, firstChars, toSnippet } from '../../../src/core/text.ts';
import { splitTitle, titleFit } from '../../../src/core/title.ts';
import { countTokens, rarityOf } from '../../../src/core/tokens.ts';
import { documentUrlPath, hostOf, parseWebUrl, toDocumentUrl, toPublicUrl } from '../../../src/core/url.ts';
import { stem, toWords } from '../../../src/core/words.ts';
import { dateStated, isoDateTime, writtenDate } from '../../../src/core/written-date.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, ERROR, LINE, PAGE_TEXT, QUESTION, REPLY, SETTING, TITLE, WORD } from '../limits.ts';

const place = 'loop';

export const coreEntries: readonly Entry[] = [
  {
    name: 'core/plain-markdown.ts toPlainMarkdown',
    maxChars: CONTEXT,
    place,
    run: (text) => toPlainMarkdown(text, new Set(['a.example'])),
  },
  {
    name: 'core/plain-markdown.ts toPlainLine',
    maxChars: TITLE,
    place,
    run: (text) => toPlainLine(text, 'all'),
  },
  { name: 'core/words.ts toWords', maxChars: PAGE_TEXT, place, run: toWords },
  { name: 'core/words.ts stem', maxChars: WORD, place, run: stem },
  { name: 'core/sentences.ts toSentences', maxChars: PAGE_TEXT, place, run: (text) => toSentences(text) },
  { name: 'answer/finished-sentences.ts finishedSentences', maxChars: ANSWER, place, run: finishedSentences },
  { name: 'core/sentences.ts inlineItemStarts', maxChars: ANSWER, place, run: inlineItemStarts },
  {
    name: 'core/sentences.ts isInsideQuote',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => isInsideQuote(text, 0, text.length >> 1),
  },
  {
    name: 'core/abbreviations.ts isAbbreviated',
    maxChars: LINE,
    place,
    run: (text) => isAbbreviated(`${text}.`, text),
  },
  { name: 'core/abbreviations.ts ordinaryWordEnds', maxChars: LINE, place, run: ordinaryWordEnds },
  { name: 'core/language.ts detectLanguage', maxChars: PAGE_TEXT, place, run: detectLanguage },
  { name: 'core/tokens.ts countTokens', maxChars: PAGE_TEXT, place, run: countTokens },
  { name: 'core/tokens.ts rarityOf', maxChars: WORD, place, run: rarityOf },
  { name: 'core/clean-text.ts cleanText', maxChars: REPLY, place: 'thread', run: cleanText },
  { name: 'core/text.ts collapse', maxChars: PAGE_TEXT, place, run: collapse },
  { name: 'core/text.ts toSnippet', maxChars: PAGE_TEXT, place, run: (text) => toSnippet(text, 200) },
  { name: 'core/text.ts firstChars', maxChars: PAGE_TEXT, place, run: (text) => firstChars(text, 300) },
  { name: 'core/text.ts countChars', maxChars: PAGE_TEXT, place, run: countChars },
  {
    name: 'core/written-date.ts dateStated',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => [
      dateStated(text, new Date()),
      isoDateTime(text),
      writtenDate(text.slice(0, LINE), 1990, new Date()),
    ],
  },
  { name: 'core/title.ts splitTitle', maxChars: QUESTION, place, run: splitTitle },
  { name: 'core/title.ts titleFit', maxChars: TITLE, place, run: (text) => titleFit(text, toWords(text)) },
  { name: 'core/url.ts parseWebUrl', maxChars: LINE, place, run: parseWebUrl },
  {
    name: 'core/url.ts hostOf',
    maxChars: LINE,
    place,
    run: (text) => [hostOf(text), hostOf(`https://${text}`)],
  },
  {
    name: 'core/url.ts toPublicUrl',
    maxChars: SETTING,
    place,
    run: (text) => toPublicUrl(`http://a/?${text}`),
  },
  {
    name: 'core/url.ts documentUrlPath',
    maxChars: LINE,
    place,
    run: (text) => documentUrlPath(toDocumentUrl(text)),
  },
  { name: 'core/escape-html.ts escapeHtml', maxChars: CONTEXT, place, run: escapeHtml },
  { name: 'core/bounded-json.ts parseBoundedJson', maxChars: REPLY, place, run: parseBoundedJson },
  { name: 'core/page-allow.ts parsePageAllowance', maxChars: SETTING, place, run: parsePageAllowance },
  {
    name: 'core/failure.ts whyUnreadable',
    maxChars: ERROR,
    place,
    run: (text) => whyUnreadable(new Error(text)),
  },
  {
    name: 'core/relevance.ts createRelevance',
    maxChars: QUESTION,
    place,
    run(text) {
      const relevance = createRelevance(text);
      relevance.scores([relevance.match(text), relevance.match(text.repeat(4))]);
    },
  },
];
