import { askedPeriod, newestDay } from '@sayso/passages';
import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import ar from '@sayso/text/languages/ar/answer.json' with { type: 'json' };
import de from '@sayso/text/languages/de/answer.json' with { type: 'json' };
import en from '@sayso/text/languages/en/answer.json' with { type: 'json' };
import es from '@sayso/text/languages/es/answer.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/answer.json' with { type: 'json' };
import it from '@sayso/text/languages/it/answer.json' with { type: 'json' };
import ja from '@sayso/text/languages/ja/answer.json' with { type: 'json' };
import nl from '@sayso/text/languages/nl/answer.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/answer.json' with { type: 'json' };
import ru from '@sayso/text/languages/ru/answer.json' with { type: 'json' };
import zh from '@sayso/text/languages/zh/answer.json' with { type: 'json' };
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import type { CutPrompt } from '../core/usage.ts';

/** The sentences that the service adds to an answer, and the names of failed searches, by language. */
export const ANSWER_TEXTS = { en, es, de, fr, pt, it, nl, ru, ja, zh, ar };

/**
 * The sentences that the service itself adds to an answer, in the answer's language, because they are spoken
 * together with it. They are plain text. Error messages are in English, as in the log.
 */
type AnswerWords = {
  /** No source was found. */
  readonly nothingFound: string;
  /** Follows `nothingFound` and introduces the causes. */
  readonly someFailed: string;
  /** Follows `nothingFound` if collections are only for a model on this machine, and the model is elsewhere. */
  readonly leftOut: string;
  /** Follows `nothingFound` before an answer that the model gives without sources. */
  readonly fromMemory: string;
  /** The search failed, and the answer is the model's own. */
  readonly unchecked: string;
  /** `nothingFound`, worded for a service that searches documents instead of the web. */
  readonly nothingInDocuments: string;
  /** `unchecked`, worded for a service that searches documents instead of the web. */
  readonly uncheckedDocuments: string;
  /** Follows an answer that is not complete. */
  readonly cut: string;
  /** The first sentence of an answer that consists of passages, because no model is configured. */
  readonly noModelSetUp: string;
  /** Introduces these passages, also if the model failed. */
  readonly passagesFit: string;
  /** Spoken at the end of an answer with a number, a date or a unit that the sources contradict. */
  readonly numberDiffers: string;
  /** The reply of a service without a model to work on a text or on the previous answer. */
  readonly needsModel: string;
  /** The reply of a service without a model to a greeting or a question about itself. */
  readonly aboutSayso: string;
  /** Introduces an answer whose age is `{age}`. */
  readonly stale: string;
  /** Introduces an answer whose newest source, of `{day}`, is older than the period asked for, `{then}`. */
  readonly olderThanAsked: string;
  /** The same if no source has a date. */
  readonly undated: string;
};

const BY_LANGUAGE: Readonly<Record<string, { readonly sentences: AnswerWords }>> = ANSWER_TEXTS;

/** The sentences for a BCP 47 tag; English for an unknown or unsupported language. */
export function answerWords(language: string): AnswerWords {
  return (BY_LANGUAGE[supportedCodeOf(language)] ?? ANSWER_TEXTS.en).sentences;
}

/**
 * The sentences for a BCP 47 tag, with `nothingFound` and `unchecked` worded for the web, or for a service
 * that searches only documents.
 */
export function corpusWords(language: string, hasOnlyDocuments: boolean): AnswerWords {
  const words = answerWords(language);
  if (!hasOnlyDocuments) return words;
  return { ...words, nothingFound: words.nothingInDocuments, unchecked: words.uncheckedDocuments };
}

/** The sentences in the language of the answer to this question. */
export function answerWordsForQuestion(
  question: Question,
  sources: readonly Source[],
): AnswerWords & { readonly language: string } {
  const language = supportedCodeOf(answerLanguage(question, sources));
  return { ...answerWords(language), language };
}

/** The sentence that introduces a cached answer of this age, in milliseconds; `language` is a BCP 47 tag. */
export function toStaleSentence(ageMs: number, language: string): string {
  const minutes = Math.max(1, Math.round(ageMs / 60_000));
  const [count, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  const format = new Intl.NumberFormat(supportedCodeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  });
  return answerWords(language).stale.replace('{age}', format.format(count));
}

/**
 * Says that nothing found is from the period that a question asks for: today, this week, or the latest. Empty
 * if something is, if it asks for none, or if it asks for the latest and no source has a date.
 */
export function toOldSourcesSentence(
  question: string,
  sources: readonly Pick<Source, 'publishedAt'>[],
  language: string,
  nowMs = Date.now(),
): string {
  const period = askedPeriod(question, nowMs);
  if (period === null || sources.length === 0) return '';
  const { unit, firstDay } = period;
  const newest = newestDay(sources);
  if (newest === null ? unit === null : newest >= firstDay) return '';
  const code = supportedCodeOf(language);
  const then = unit === null ? '' : new Intl.RelativeTimeFormat(code, { numeric: 'auto' }).format(0, unit);
  const { olderThanAsked, undated } = answerWords(code);
  const sentence = (newest === null ? undated : olderThanAsked)
    .replace('{then}', then)
    .replace(/\s?[(（][)）]/, '');
  const format = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' });
  return newest === null ? sentence : sentence.replace('{day}', format.format(Date.parse(newest)));
}

function supportedCodeOf(language: string): string {
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_LANGUAGE, code) ? code : 'en';
}

/**
 * The language of an answer, as a BCP 47 tag or `und`. It is the language that the caller asked for;
 * otherwise that of the question, of the questions before it, or of the sources, because a question such as
 * `gold atomic number` is too short to tell.
 */
export function answerLanguage(question: Question, sources: readonly Source[]): string {
  if (question.scope.language !== 'auto') return question.scope.language;
  for (const text of [question.text, ...question.history.map((turn) => turn.question).reverse()]) {
    const own = detectLanguage(text);
    if (own !== UNDETERMINED) return own;
  }
  return detectLanguage([question.text, ...sources.map(({ snippet }) => snippet)].join(' '));
}

/** Tells the reader that the model did not see the whole prompt. */
export function promptCut({ sentTokens, readTokens }: CutPrompt): string {
  return (
    `The server of the language model read only ${readTokens} of about ${sentTokens} tokens: its context ` +
    'window is too small, so the answer may miss what was asked.'
  );
}

const HOW_TO_CONFIGURE =
  'Set MODEL_PROVIDER=ollama, or MODEL_PROVIDER and MODEL_API_KEY, or MODEL_BASE_URL and MODEL_NAME, ' +
  'or MODEL_PROVIDER=extractive for passages of the sources.';

/**
 * The service's messages when something is missing or failed. The texts are plain, so that they can be both
 * read and spoken. Texts that are part of an answer are in the answer's language (`answer-words.ts`).
 */
export const notes = {
  noModel: `No language model is configured, so no answer was written. ${HOW_TO_CONFIGURE}`,
  noModelYet: `No language model is configured, so questions get sources but no answer. ${HOW_TO_CONFIGURE}`,
  onlyWikipediaYet:
    'No search back-end is configured, so only Wikipedia is searched. Set SEARCH_PRIMARY_URL to ' +
    'search the web.',
  noSearchYet: 'No search back-end is configured, so no answer has sources. Set SEARCH_PRIMARY_URL.',
  runSetup: 'To set up what is missing, run `npx sayso setup`.',
  noModelEither: 'No language model is configured to answer without a search.',
  nothingWritten: 'The language model wrote nothing.',
  brokenOff: 'The answer broke off:',
  noAnswer: 'No answer could be written:',
} as const;
