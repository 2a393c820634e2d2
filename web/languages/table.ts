import type { FailedReason } from '../../src/core/attempt.ts';
import type { Installation } from '../../src/interfaces/site/built-site.ts';
import type { NoticeKind, Outcome } from '../state/outcome.ts';
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
  /** What nobody else can say; the word between asterisks opens a card. */
  readonly promise: string;
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
  /** Said of a source whose site the reader prefers, so that it comes before others. */
  readonly preferred: string;
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
  /** From then on, until the first word of the answer. */
  readonly waitingForModel: string;
  readonly writing: string;
  readonly writingFrom: Counted;
  readonly answered: string;
  readonly answeredFrom: Counted;
  readonly answeredIn: string;
  readonly answeredInFrom: Counted;
  /** How a question ended, if not with an answer. */
  readonly outcomes: Readonly<Record<Exclude<Outcome, 'answered'>, string>>;
  readonly wait: Counted;
  readonly waitUntil: string;
  /** What happened. */
  readonly notices: Readonly<Record<NoticeKind, string>>;
};

/** The texts that are loaded after the first paint: history, settings, searches and help. */
export type AsideTable = {
  readonly askAgain: string;
  readonly retry: string;
  /** Introduces the questions that wait for the end of the answer, and their two actions. */
  readonly next: string;
  readonly editNext: string;
  /** Below the field for another version of a question that was asked. */
  readonly editKeeps: string;
  /** Before the words that a follow-up was searched for. */
  readonly searchedFor: string;
  readonly removeNext: string;
  readonly copyAnswer: string;
  readonly copy: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly notCopied: string;
  /** The buttons that read an answer aloud. */
  readonly listen: string;
  readonly pauseListening: string;
  readonly resumeListening: string;
  readonly stopListening: string;
  readonly noVoice: string;
  readonly share: string;
  readonly linkCopied: string;
  /** The card of the promise on the empty page. */
  readonly promiseMeans: string;
  /** After an answer that was stopped: the button, and its question. */
  readonly goOn: string;
  readonly goOnQuestion: string;
  /** Shows the rest of a long question. */
  readonly showAll: string;
  /** The button that shows the steps of an answer, and what it says of a page that was read. */
  readonly steps: string;
  readonly pageRead: string;
  readonly history: string;
  readonly noHistory: string;
  readonly clearHistory: string;
  readonly removeEntry: string;
  /** The field that searches the history, and what it says if nothing matches. */
  readonly searchHistory: string;
  readonly noMatch: string;
  /** The actions on an entry of the history. */
  readonly actionsFor: string;
  readonly pinned: string;
  readonly pin: string;
  readonly unpin: string;
  readonly rename: string;
  readonly collection: string;
  readonly exportHistory: string;
  readonly importHistory: string;
  /** The notice about a file that is no exported history. */
  readonly notImported: string;
  /** Names what was removed from the history, and the button that brings it back. */
  readonly removed: string;
  readonly undo: string;
  /** The last questions, on the empty page. */
  readonly recent: string;
  readonly offlineHere: string;
  /** The number of sentences that differ from the sources or were not found in them. */
  readonly findings: Counted;
  /** What that means, and its limits. */
  readonly findingsMean: string;
  /** The headings of a long answer, and the link at each. */
  readonly contents: string;
  readonly linkTo: string;
  /** The button that saves an answer, and the forms in which it can be saved. */
  readonly save: string;
  readonly saveForms: Readonly<Record<'markdown' | 'html' | 'print' | 'bibtex' | 'ris', string>>;
  readonly withCitations: string;
  /** What one query of a plan found. */
  readonly planFound: Counted;
  /** One line on what an answer took, and the steps of its time. */
  readonly receipt: {
    readonly searches: Counted;
    readonly pages: Counted;
    /** The words that a model wrote, the words that were quoted, and an answer that was computed. */
    readonly written: Counted;
    readonly quoted: Counted;
    readonly computed: string;
    readonly tokens: Counted;
    readonly timeTitle: string;
    readonly timeParts: Readonly<Record<'search' | 'read' | 'write' | 'rest', string>>;
  };
  /** Before the subjects that a reader may ask next. */
  readonly related: string;
  readonly differs: string;
  readonly notFound: string;
  /** Introduces the sentence of source number `{source}`. */
  readonly sourceSays: string;
  /** The link to `{source}`. */
  readonly openSource: string;
  /** Introduces quotes that are shown because nothing wrote an answer. */
  readonly sourcesSay: string;
  /** The questions about a selected passage: their buttons and their texts. */
  readonly passage: Readonly<
    Record<'titles' | 'questions', Readonly<Record<'explain' | 'check' | 'origin', string>>>
  >;
  /** The button that asks about a sentence, and its question. */
  readonly askAbout: string;
  readonly doubt: string;
  readonly slot: Readonly<Record<'engine_a' | 'engine_b' | 'engine_c', string>>;
  readonly slotStatus: Readonly<Record<'ok' | 'empty' | 'failed' | 'skipped' | 'overtaken', string>>;
  /** The kinds of failure of a search. */
  readonly slotReasons: Readonly<Record<FailedReason, string>>;
  /** The notice about a search that ignored the limits on sources. */
  readonly filterIgnored: string;
  /** The notice about the answer if every search ignored them. */
  readonly searchedWithout: string;
  /** The limits of a search that found nothing, and the button that drops them. */
  readonly limits: string;
  readonly searchEverywhere: string;
  /** Advice for the reader after a notice. */
  readonly noticeHelp: Readonly<Record<NoticeKind, string>>;
  /** For an operator on the same machine: introduces a command that finds the fault. */
  readonly runDoctor: string;
  readonly inDocker: string;
  /**
   * The plan of a deep answer: the text while it is being made, its heading, and the button to end the
   * search.
   */
  readonly planning: string;
  readonly plan: string;
  readonly answerNow: string;
  /** How much time deep research has left at most; `{time}` is in minutes or seconds. */
  readonly timeLeft: string;
  /** The buttons of a plan that the reader may change. */
  readonly addQuery: string;
  readonly startPlan: string;
  /** The switch for a deep answer, and its explanation for the reader. */
  readonly deep: string;
  readonly deepMeans: string;
  /** The limits on the sources of answers: the name of the group, and its choices. */
  readonly scope: string;
  readonly period: string;
  readonly anyTime: string;
  readonly periods: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>;
  readonly anyLanguage: string;
  /** The field for a site to which the search is limited. */
  readonly site: string;
  /** The name of all limits on sites, where one that had no effect is named. */
  readonly sites: string;
  readonly removeFromScope: string;
  readonly settings: string;
  /** The groups of settings. */
  readonly settingGroups: Readonly<Record<'answers' | 'display' | 'voice', string>>;
  readonly length: string;
  readonly lengths: Readonly<Record<'short' | 'normal' | 'detailed', string>>;
  /** Leaving out results for adults, as the service is set up or at one of three levels. */
  readonly safeSearch: string;
  readonly usualSafeSearch: string;
  readonly safeSearchLevels: Readonly<Record<'off' | 'moderate' | 'strict', string>>;
  /** Whether the plan of deep research is shown before it starts. */
  readonly editsPlan: string;
  readonly preferredSites: string;
  readonly blockedSites: string;
  readonly textSize: string;
  readonly textSizes: Readonly<Record<'normal' | 'large' | 'larger', string>>;
  readonly voice: string;
  readonly usualVoice: string;
  readonly speed: string;
  readonly theme: string;
  readonly themes: Readonly<Record<'system' | 'light' | 'dark', string>>;
  readonly language: string;
  readonly languageOfBrowser: string;
  readonly keys: string;
  readonly keysOn: string;
  readonly keysOff: string;
  readonly keysTitle: string;
  readonly keyUses: Readonly<Record<'field' | 'stop' | 'source' | 'list', string>>;
  readonly close: string;
  /** Leaves a form without doing what it offers. */
  readonly cancel: string;
  readonly keyField: string;
  readonly useKey: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly budgetLeft: string;
  /** For an operator at the machine of the service: what is not set up yet. */
  readonly setUp: {
    readonly title: string;
    /** Says that nobody else sees this. */
    readonly forYou: string;
    readonly missing: Readonly<Record<'model' | 'search', string>>;
    readonly more: string;
  };
};

/** A language of the interface. */
export type LanguageWords = { readonly table: WordTable; readonly asideTable: AsideTable };
