import type { Installation } from '../../src/interfaces/site/installation.ts';
import type { NoticeKind } from '../state/notice.ts';
import type { Outcome } from '../state/outcome.ts';
import type { FieldNote } from '../state/state.ts';

/**
 * A text that depends on a number, with one form per plural category of the language (Unicode CLDR);
 * `{count}` is the number.
 */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * Every text of the page in one language. Text in braces is replaced and must stay as it is in a translation.
 */
export type WordTable = {
  readonly headline: Readonly<Record<Installation['searches'], string>>;
  /** The two sentences of the introduction: what is searched, and who writes the answer. */
  readonly searches: Readonly<Record<Installation['searches'], string>>;
  readonly writes: Readonly<Record<Installation['writes'], string>>;
  /** Who gets a question: the service alone, or also search engines, a language model, or both. */
  readonly privacy: Readonly<Record<'service' | 'search' | 'model' | 'both', string>>;
  readonly examplesTitle: string;
  readonly examples: readonly [string, string, string];
  readonly field: string;
  readonly placeholder: string;
  readonly followUp: string;
  readonly newQuestion: string;
  readonly ask: string;
  readonly stop: string;
  readonly answer: string;
  readonly sources: string;
  readonly sourceCount: Counted;
  readonly otherSources: Counted;
  /** A source of which only the excerpt of the search result is known. */
  readonly excerptOnly: string;
  /** How a page was read, if not without its scripts. */
  readonly inBrowser: string;
  /** Who prefers the site of a source, so that it comes before others: the reader or the operator. */
  readonly preferredBy: Readonly<Record<'caller' | 'operator', string>>;
  /** The origin of a source that this service serves itself. */
  readonly documents: string;
  readonly notes: Readonly<Record<FieldNote, string>>;
  readonly table: string;
  readonly speak: string;
  readonly stopSpeaking: string;
  readonly notHeard: string;
  /** Who may receive the voice while the browser listens. */
  readonly listeningNote: string;
  readonly searching: string;
  readonly searchingDocuments: string;
  readonly searchingWikipedia: string;
  /** The headline while the reader may change the plan of a deep answer. */
  readonly checkPlan: string;
  readonly readingPages: string;
  readonly reading: Counted;
  readonly milliseconds: string;
  readonly seconds: string;
  /** While the model is loaded into memory, before it can write. */
  readonly modelLoading: string;
  readonly writing: string;
  readonly writingFrom: Counted;
  readonly answered: string;
  readonly answeredFrom: Counted;
  readonly answeredIn: string;
  readonly answeredInFrom: Counted;
  readonly found: Counted;
  /** How a question ended, if not with an answer. */
  readonly outcomes: Readonly<Record<Exclude<Outcome, 'answered'>, string>>;
  readonly wait: Counted;
  readonly waitUntil: string;
  /** What happened. */
  readonly notices: Readonly<Record<NoticeKind, string>>;
};
