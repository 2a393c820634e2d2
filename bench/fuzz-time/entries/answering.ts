import { setImmediate } from 'node:timers/promises';
import { findInstant } from '@sayso/instant/find-instant.ts';
import { toStatements } from '@sayso/markdown';
import { createCitationFilter } from '@sayso/markdown/citations/citations.ts';
import { createBlockRenderer, createMarkedBlockRenderer } from '@sayso/markdown/html/block-renderer.ts';
import { createMarkdownSanitizer, createOutputPolicy } from '@sayso/markdown/policy/output-policy.ts';
import { createSentenceStream } from '@sayso/speech';
import { withoutPrograms } from '@sayso/speech/speech-inline.ts';
import { toSsml } from '@sayso/speech/ssml.ts';
import { findQuotes } from '@sayso/verdicts/find-quotes.ts';
import { createJudge } from '@sayso/verdicts/judge.ts';
import { createRightSource } from '@sayso/verdicts/right-source.ts';
import { statesValue } from '@sayso/verdicts/states-value.ts';
import { toValues } from '@sayso/verdicts/values.ts';
import { judgeAnswer } from '../../../src/answer/add-statements.ts';
import { formOf } from '../../../src/answer/answer-by-form.ts';
import { answerLanguage } from '../../../src/answer/answer-language.ts';
import { parseCachedAnswer, toCachedAnswer } from '../../../src/answer/cache/cached-answer.ts';
import { questionKey } from '../../../src/answer/cache/question-key.ts';
import { conclude } from '../../../src/answer/conclusion.ts';
import { asSentence, failedSlots } from '../../../src/answer/decision.ts';
import { withModelVerdict } from '../../../src/answer/with-model-verdict.ts';
import { withoutUnsupported } from '../../../src/answer/without-unsupported.ts';
import { Failure } from '../../../src/core/failure.ts';
import type { Source } from '../../../src/core/source.ts';
import { countCitations } from '../../../src/eval/grading/count-citations.ts';
import { containsAnswer, gradeExactly } from '../../../src/eval/grading/grade.ts';
import { readGrade } from '../../../src/eval/grading/judge-prompt.ts';
import { toHtmlForm, toMarkdownForm, toPlainForm, toSsmlForm } from '../../../src/render/forms.ts';
import { render } from '../../../src/render/render.ts';
import { queryWithoutModel } from '../../../src/write/read-message.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, ERROR, MESSAGE, QUESTION } from '../limits.ts';
import { answerOf, PLAIN, PLAIN_SOURCES, piecesOf, questionOf, sourcesOf } from '../subjects.ts';

const place = 'loop';
const TOKEN_CHARS = 4;
const CLAIM = 120;
/** A draft that was cut off, and the facts that were known before it was written. */
const DRAFT = {
  citationMoves: [],
  tokens: 1,
  calls: 1,
  model: null,
  firstTextAtMs: null,
  checkMs: 0,
  failure: new Failure('deadline-exceeded', 'Too late.'),
};
const DECISION = { kind: 'fixed-text', text: '', error: null, problem: 'unconfigured' } as const;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'und'];

export const answeringEntries: readonly Entry[] = [
  {
    name: 'answer/with-model-verdict.ts withModelVerdict',
    maxChars: CONTEXT,
    place,
    run(text) {
      const statement = { index: 0, text: PLAIN, from: 0, to: 1, score: null, quotes: [] };
      const verdict = { verdict: 'contradicted', quote: text.slice(0, 200) } as const;
      withModelVerdict({ ...statement, verdict: 'not-found' }, verdict, sourcesOf(text));
    },
  },
  {
    name: 'packages/instant/find-instant.ts findInstant',
    maxChars: QUESTION,
    place,
    fragments: ['(', '2^', '1,234', '5 ft ', ' in ', 'what time is it in ', 'days until ', 'sqrt('],
    run: (text) => findInstant(text, { nowMs: 0 }),
  },
  {
    name: 'answer/answer-by-form.ts formOf',
    maxChars: MESSAGE,
    place,
    fragments: ['### task:', '<chat_history>', '\n', ' ', 'hello ', 'thanks, ', '#'],
    run: formOf,
  },
  {
    name: 'write/read-message.ts queryWithoutModel',
    maxChars: MESSAGE,
    place,
    fragments: ['Who? ', 'Aurubis ', '\n', '?', 'a', '1-', '。'],
    run: (text) => queryWithoutModel({ text, history: [] }),
  },
  {
    name: 'packages/markdown/citations/citations.ts createCitationFilter',
    maxChars: ANSWER,
    place,
    run(text) {
      const filter = createCitationFilter(10);
      for (const piece of piecesOf(text, TOKEN_CHARS)) filter.push(piece);
      filter.end();
    },
  },
  {
    name: 'packages/markdown/citations/citation-scanner.ts CitationScanner',
    maxChars: ANSWER,
    place,
    run: (text) => createCitationFilter(10).push(text),
  },
  {
    name: 'packages/speech/speech-inline.ts withoutPrograms',
    maxChars: ANSWER,
    place,
    fragments: ['<script>', '<script ', '<style a=', '</script'],
    run: withoutPrograms,
  },
  {
    name: 'packages/markdown/policy/output-policy.ts createOutputPolicy',
    maxChars: ANSWER,
    place,
    fragments: [
      '![',
      '[',
      '](',
      '<a ',
      '<https://',
      '`',
      '\n```',
      '\n> ',
      '\n- ',
      '&#',
      '//',
      'www.',
      ']:',
      '~~~',
    ],
    run(text) {
      const policy = createOutputPolicy(new Set(['a.example']));
      for (const piece of piecesOf(text, TOKEN_CHARS)) policy.push(piece);
      policy.end();
    },
  },
  {
    name: 'packages/markdown/policy/output-policy.ts createMarkdownSanitizer',
    maxChars: ANSWER,
    place,
    run: (text) => createMarkdownSanitizer('sources')(text, PLAIN_SOURCES),
  },
  {
    name: 'packages/verdicts/find-quotes.ts findQuotes',
    maxChars: ANSWER,
    place,
    run: (text) => quotesIn(text, PLAIN_SOURCES),
  },
  {
    name: 'answer/without-unsupported.ts withoutUnsupported',
    maxChars: ANSWER,
    place,
    run: async (text) => withoutUnsupported(text, await judgeAnswer(answerOf(text), createJudge)),
  },
  {
    name: 'packages/verdicts/judge.ts createJudge',
    maxChars: CONTEXT,
    place,
    async run(text) {
      const own = sourcesOf(text);
      for (const language of ['en', 'ja']) {
        await judgeAnswer(
          { ...answerOf(`${PLAIN} ${text.slice(0, QUESTION)}`), sources: own, language },
          createJudge,
        );
      }
    },
  },
  {
    name: 'packages/verdicts/right-source.ts createRightSource',
    maxChars: CONTEXT,
    place,
    run(text) {
      const sources = sourcesOf(text);
      const filter = createCitationFilter(sources.length, createRightSource(sources, 'en'));
      filter.push(`${PLAIN} ${text.slice(0, 100)} [1][2]. `.repeat(20));
      filter.end();
    },
  },
  {
    name: 'packages/verdicts/right-source.ts createRightSource of each line',
    maxChars: ANSWER,
    place,
    async run(text) {
      const sources = sourcesOf(text + text);
      const filter = createCitationFilter(sources.length, createRightSource(sources, 'en'));
      for (const line of piecesOf(text, CLAIM)) {
        filter.push(`The ${line} [1][2]. `);
        // Text that is longer than one piece is checked in several pieces.
        await setImmediate();
      }
      filter.end();
    },
  },
  {
    name: 'packages/verdicts/values.ts toValues',
    maxChars: ANSWER,
    place,
    run: (text) => LANGUAGES.map((language) => toValues(text, language)),
  },
  {
    name: 'packages/verdicts/states-value.ts statesValue',
    maxChars: ANSWER,
    place,
    run: (text) => LANGUAGES.map((language) => statesValue(text, '12 March 2001', language)),
  },
  {
    name: 'eval/grading/grade.ts gradeExactly',
    maxChars: ANSWER,
    place,
    run: (text) =>
      gradeExactly(text, { question: text.slice(0, 200), answers: ['7 km'], patterns: [] }, 'en'),
  },
  {
    name: 'eval/grading/grade.ts containsAnswer',
    maxChars: CONTEXT,
    place,
    run: (text) => containsAnswer(text, { question: 'How far?', answers: ['北京', '7 km'], patterns: [] }),
  },
  {
    name: 'eval/grading/judge-prompt.ts readGrade',
    maxChars: ANSWER,
    place,
    run: (text) => readGrade(text),
  },
  {
    name: 'eval/grading/count-citations.ts countCitations',
    maxChars: ANSWER,
    place,
    run: (text) => countCitations(answerOf(text)),
  },
  {
    name: 'packages/verdicts/find-quotes.ts findQuotes in these sources',
    maxChars: CONTEXT,
    place,
    run(text) {
      const sources = sourcesOf(text);
      const cited = `${PLAIN} ${text.slice(0, 200)} [1][2][3][4][5]. `.repeat(20);
      return quotesIn(cited, sources);
    },
  },
  {
    name: 'packages/markdown/statements/statements.ts findQuotes of each line',
    maxChars: ANSWER,
    place,
    run(text) {
      const lines = [...piecesOf(text, 40)].map((line) => `${line} [1] [2].`).join('\n');
      return quotesIn(lines.slice(0, ANSWER), PLAIN_SOURCES);
    },
  },
  ...LANGUAGES.map((language): Entry => {
    const name = `render/render.ts render (${language})`;
    return { name, maxChars: ANSWER, place, run: (text) => render(text, PLAIN_SOURCES, language) };
  }),
  {
    name: 'packages/markdown/html/block-renderer.ts createBlockRenderer',
    maxChars: ANSWER,
    place,
    run: (text) => pushAll(createBlockRenderer(PLAIN_SOURCES), text, 20),
  },
  {
    name: 'packages/markdown/html/mark-statements.ts markStatements',
    maxChars: ANSWER,
    place,
    run: (text) => pushAll(createMarkedBlockRenderer(PLAIN_SOURCES), text, 20),
  },
  {
    name: 'packages/speech/sentence-stream.ts createSentenceStream',
    maxChars: ANSWER,
    place,
    run: (text) => pushAll(createSentenceStream(PLAIN_SOURCES.length, 'en'), text, 200),
  },
  { name: 'render/forms.ts toSsml', maxChars: ANSWER, place, run: (text) => toSsml(text, 'en') },
  {
    name: 'render/forms.ts toHtmlForm',
    maxChars: ANSWER,
    place,
    run: (text) => toHtmlForm(answerOf(text), questionOf(text)),
  },
  {
    name: 'render/forms.ts toPlainForm',
    maxChars: ANSWER,
    place,
    run: (text) => toPlainForm(answerOf(text)),
  },
  {
    name: 'render/forms.ts toMarkdownForm',
    maxChars: ANSWER,
    place,
    run: (text) => toMarkdownForm(answerOf(text)),
  },
  {
    name: 'render/forms.ts toSsmlForm',
    maxChars: ANSWER,
    place,
    run: (text) => toSsmlForm(answerOf(text)),
  },
  {
    name: 'answer/cache/question-key.ts questionKey',
    maxChars: QUESTION,
    place,
    run: (text) => questionKey(questionOf(text), ''),
  },
  {
    name: 'answer/answer-language.ts answerLanguage',
    maxChars: QUESTION,
    place,
    run: (text) => answerLanguage(questionOf(text), sourcesOf(text)),
  },
  {
    name: 'answer/cache/cached-answer.ts parseCachedAnswer',
    maxChars: ANSWER,
    place,
    run: (text) =>
      parseCachedAnswer(
        JSON.parse(JSON.stringify(toCachedAnswer(answerOf(text), { searches: [], isRushed: false }))),
        {
          render,
          sanitizeMarkdown: createMarkdownSanitizer('sources'),
        },
      ),
  },
  { name: 'answer/decision.ts asSentence', maxChars: ERROR, place, run: asSentence },
  {
    name: 'answer/decision.ts failedSlots',
    maxChars: ERROR,
    place,
    run: (cause) => failedSlots([{ engine: 'engine_a', status: 'failed', cause, tookMs: 1 }], 'en'),
  },
  {
    name: 'answer/conclusion.ts conclude',
    maxChars: ANSWER,
    place,
    run: (text) => conclude({ ...DRAFT, text }, DECISION, 'en'),
  },
];

/**
 * Pushes in quick succession are joined before they arrive here, or arrive in separate turns of the event
 * loop.
 */
async function pushAll(
  stream: { push(piece: string): unknown; end(): unknown },
  text: string,
  pushes: number,
): Promise<void> {
  for (const piece of piecesOf(text, Math.ceil(text.length / pushes))) {
    stream.push(piece);
    await setImmediate();
  }
  stream.end();
}

function quotesIn(markdown: string, sources: readonly Source[]) {
  return findQuotes(toStatements(markdown, sources.length), sources, 'en');
}
