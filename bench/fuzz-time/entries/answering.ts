import { setImmediate } from 'node:timers/promises';
import { answerLanguage } from '../../../src/answer/answer-language.ts';
import { answerWords } from '../../../src/answer/answer-words.ts';
import { conclude, NOTHING_BEFORE } from '../../../src/answer/conclusion.ts';
import { asSentence, failedSlots } from '../../../src/answer/failed-slots.ts';
import { parseKeptAnswer, toKept } from '../../../src/answer/kept/kept-answer.ts';
import { questionKey } from '../../../src/answer/kept/question-key.ts';
import { judgeAnswer } from '../../../src/answer/with-statements.ts';
import { createRememberingJson } from '../../../src/cache/two-level.ts';
import { createCitationFilter } from '../../../src/check/citations.ts';
import { createOutputPolicy, createToHarmless } from '../../../src/check/policy/output-policy.ts';
import { support } from '../../../src/check/support.ts';
import { Failure } from '../../../src/core/failure.ts';
import { findInstant } from '../../../src/instant/find-instant.ts';
import { findRework } from '../../../src/instant/find-rework.ts';
import { findForm } from '../../../src/intent/about-answer.ts';
import { findIntent } from '../../../src/intent/find-intent.ts';
import { isPing } from '../../../src/intent/small-talk.ts';
import { createJudge } from '../../../src/judge/judge.ts';
import { denialsIn } from '../../../src/judge/negations.ts';
import { createRightSource } from '../../../src/judge/right-source.ts';
import { toValues } from '../../../src/judge/values.ts';
import { withoutUnsupported } from '../../../src/judge/without-unsupported.ts';
import { createBlockRenderer } from '../../../src/render/blocks.ts';
import { toHtmlForm, toMarkdownForm, toPlainForm, toSsml, toSsmlForm } from '../../../src/render/forms.ts';
import { render } from '../../../src/render/render.ts';
import { createSentenceStream } from '../../../src/render/sentence-stream.ts';
import { withoutPrograms } from '../../../src/render/without-programs.ts';
import { searchWords } from '../../../src/write/condense/search-words.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, ERROR, MESSAGE, QUESTION } from '../limits.ts';
import { answerOf, PLAIN, PLAIN_SOURCES, piecesOf, questionOf, sourcesOf } from '../subjects.ts';

const place = 'loop';
const TOKEN_CHARS = 4;
const CLAIM = 120;
/** A draft that was cut off, and the facts that were known before it was written. */
const DRAFT = {
  tokens: 1,
  calls: 1,
  model: null,
  firstTextAtMs: null,
  checkMs: 0,
  failure: new Failure('deadline-exceeded', 'Too late.'),
};
const BEFORE = { ...NOTHING_BEFORE, error: null, quotes: '', words: answerWords('en') };
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'und'];

export const answeringEntries: readonly Entry[] = [
  {
    name: 'instant/find-instant.ts findInstant',
    maxChars: QUESTION,
    place,
    fragments: ['(', '2^', '1,234', '5 ft ', ' in ', 'what time is it in ', 'days until ', 'sqrt('],
    run: (text) => findInstant(text, { nowMs: 0 }),
  },
  {
    name: 'instant/find-rework.ts findRework',
    maxChars: QUESTION,
    place,
    fragments: ['make it ', 'shorter ', 'translate ', 'into german ', ', '],
    run: findRework,
  },
  {
    name: 'intent/find-intent.ts findIntent',
    maxChars: MESSAGE,
    place,
    fragments: [
      'translate ',
      ': ',
      'the following text ',
      '\n',
      '"',
      '请',
      'and ',
      'in french ',
      '### task:',
    ],
    run: (text) => {
      const history = [{ question: text, answer: text }];
      findIntent({ text, history, system: text, isChat: true });
    },
  },
  {
    name: 'intent/small-talk.ts isPing',
    maxChars: MESSAGE,
    place,
    fragments: ['reply with ', '"ok" ', 'test ', 'only ', '回复'],
    run: isPing,
  },
  {
    name: 'intent/about-answer.ts findForm',
    maxChars: MESSAGE,
    place,
    fragments: ['make it ', 'shorter ', 'translate ', 'into german ', '短く'],
    run: findForm,
  },
  {
    name: 'write/condense/search-words.ts searchWords',
    maxChars: MESSAGE,
    place,
    fragments: ['Who? ', 'Aurubis ', '\n', '?', 'a', '1-', '。'],
    run: searchWords,
  },
  {
    name: 'check/citations.ts createCitationFilter',
    maxChars: ANSWER,
    place,
    run(text) {
      const filter = createCitationFilter(10);
      for (const piece of piecesOf(text, TOKEN_CHARS)) filter.push(piece);
      filter.end();
    },
  },
  {
    name: 'check/citation-scanner.ts CitationScanner',
    maxChars: ANSWER,
    place,
    run: (text) => createCitationFilter(10).push(text),
  },
  {
    name: 'render/without-programs.ts withoutPrograms',
    maxChars: ANSWER,
    place,
    fragments: ['<script>', '<script ', '<style a=', '</script'],
    run: withoutPrograms,
  },
  {
    name: 'check/policy/output-policy.ts createOutputPolicy',
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
    name: 'check/policy/output-policy.ts createToHarmless',
    maxChars: ANSWER,
    place,
    run: (text) => createToHarmless('sources')(text, PLAIN_SOURCES),
  },
  {
    name: 'check/support.ts support',
    maxChars: ANSWER,
    place,
    run: (text) => support(text, PLAIN_SOURCES),
  },
  {
    name: 'judge/without-unsupported.ts withoutUnsupported',
    maxChars: ANSWER,
    place,
    run: async (text) => withoutUnsupported(text, await judgeAnswer(answerOf(text), createJudge)),
  },
  {
    name: 'judge/judge.ts createJudge',
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
    name: 'judge/right-source.ts createRightSource',
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
    name: 'judge/right-source.ts createRightSource of each line',
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
    name: 'judge/values.ts toValues',
    maxChars: ANSWER,
    place,
    run: (text) => LANGUAGES.map((language) => toValues(text, language)),
  },
  {
    name: 'judge/negations.ts denialsIn',
    maxChars: ANSWER,
    place,
    run: (text) => [...LANGUAGES, 'ja', 'zh'].map((language) => denialsIn(text, language).undenied()),
  },
  {
    name: 'check/support.ts support of these sources',
    maxChars: CONTEXT,
    place,
    run(text) {
      const sources = sourcesOf(text);
      const cited = `${PLAIN} ${text.slice(0, 200)} [1][2][3][4][5]. `.repeat(20);
      return support(cited, sources);
    },
  },
  {
    name: 'markup/statements.ts support of each line',
    maxChars: ANSWER,
    place,
    run(text) {
      const lines = [...piecesOf(text, 40)].map((line) => `${line} [1] [2].`).join('\n');
      return support(lines.slice(0, ANSWER), PLAIN_SOURCES);
    },
  },
  ...LANGUAGES.map((language): Entry => {
    const name = `render/render.ts render (${language})`;
    return { name, maxChars: ANSWER, place, run: (text) => render(text, PLAIN_SOURCES, language) };
  }),
  {
    name: 'render/blocks.ts createBlockRenderer',
    maxChars: ANSWER,
    place,
    run: (text) => pushAll(createBlockRenderer(PLAIN_SOURCES), text, 20),
  },
  {
    name: 'render/sentence-stream.ts createSentenceStream',
    maxChars: ANSWER,
    place,
    run: (text) => pushAll(createSentenceStream(PLAIN_SOURCES, 'en'), text, 200),
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
    name: 'answer/kept/cached.ts questionKey',
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
    name: 'answer/kept/kept-answer.ts parseKeptAnswer',
    maxChars: ANSWER,
    place,
    run: (text) =>
      parseKeptAnswer(JSON.parse(JSON.stringify(toKept(answerOf(text), { searches: [], isRushed: false }))), {
        render,
        toHarmless: createToHarmless('sources'),
      }),
  },
  {
    name: 'cache/two-level.ts createRememberingJson',
    maxChars: 1_000_000,
    place,
    run: (text) => createRememberingJson(1_000_000).deserialize(text),
  },
  { name: 'answer/failed-slots.ts asSentence', maxChars: ERROR, place, run: asSentence },
  {
    name: 'answer/failed-slots.ts failedSlots',
    maxChars: ERROR,
    place,
    run: (cause) => failedSlots([{ engine: 'engine_a', status: 'failed', cause, tookMs: 1 }], 'en'),
  },
  {
    name: 'answer/conclusion.ts conclude',
    maxChars: ANSWER,
    place,
    run: (text) => conclude({ ...DRAFT, text }, BEFORE),
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
