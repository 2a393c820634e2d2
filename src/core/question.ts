import type { Scope } from './scope.ts';

/** A question with its options. Made by an interface. */
export type Question = {
  /** Id of the request, for the log; never sent to a back-end. */
  readonly id: string;
  /** The question as it was asked, not trimmed: `/api/v1/query` echoes it. */
  readonly text: string;
  /** The maximum number of sources that the answer may use, 1 to 10. */
  readonly maxSources: number;
  /** The limits on the sources of the answer. */
  readonly scope: Scope;
  /** Earlier exchanges, oldest first. */
  readonly history: readonly Exchange[];
  /** The time at which the whole answer must have ended, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** The caller's wishes for style and layout, in its own words. Untrusted: they affect the form only. */
  readonly style?: string;
  /** The browser's first language, as a BCP 47 tag; used if the question's is not known. */
  readonly readerLanguage?: string;
  /** The length of the answer; normal if absent. */
  readonly length?: Exclude<Length, 'normal'>;
  /** The layout of the answer; the writer decides if absent. */
  readonly layout?: Exclude<Layout, 'auto'>;
  /** False if the question must be searched for even if it can be answered at once. */
  readonly instant?: false;
  /** The form of an answer that is data instead of prose; prose if absent. */
  readonly data?: DataForm;
  /** The maximum amount of source text, in tokens; the configured amount if absent. */
  readonly sourceTokens?: number;
  /** True if a cached answer is not wanted. */
  readonly fresh?: boolean;
  /** The conversation as it was sent to a chat interface; absent in other interfaces. */
  readonly sent?: SentChat;
  /** What it asks for, if that needs no search; set by the service. */
  readonly intent?: Intent;
  /** `deep` for an answer that is researched in rounds (docs/deep.md); absent for a quick one. */
  readonly depth?: 'deep';
  /** What a deep answer searches for in its first round; the service plans it if absent. */
  readonly plan?: readonly string[];
};

/** One earlier exchange of the same conversation. */
export type Exchange = {
  readonly question: string;
  readonly answer: string;
  /** The id that came with the answer; without it, the sources of the answer are not known. */
  readonly answerId?: string;
};

/** What a message asks for that needs no search. */
export type Intent =
  /** Work on the text in it. */
  | 'task'
  /** Nothing: it is a greeting. */
  | 'talk'
  /** Work on the previous answer, doubts about it, or thanks. */
  | 'answer'
  /** The same, and the sources of that answer are known. */
  | 'rework';

/** A conversation as the calling program sent it. Untrusted. */
export type SentChat = {
  /** The program's system messages; empty if it sent none. */
  readonly system: string;
  /** The messages before the last one of the user, oldest first. */
  readonly turns: readonly SentTurn[];
};

/** One message of a conversation. */
export type SentTurn = { readonly role: 'user' | 'assistant'; readonly text: string };

/** An answer that consists of one JSON value. The interface that requests it must check the value. */
export type DataForm = {
  /** The JSON Schema of the value, as JSON; null for any object. Untrusted. */
  readonly schema: string | null;
};

/** The number of sources of an answer unless the caller asks for another number. */
export const DEFAULT_SOURCES = 5;

/** The maximum number of sources of an answer, which the page and most interfaces use. */
export const MAX_SOURCES = 10;

/** The amount of work for an answer: one search, or several in rounds. */
export const DEPTHS = ['quick', 'deep'] as const;
/** One of them. */
export type Depth = (typeof DEPTHS)[number];

/** The value for a depth; an answer is quick unless its caller asks for more. */
export function byDepth<Choice>(depth: Depth | undefined, choices: Readonly<Record<Depth, Choice>>): Choice {
  return choices[depth ?? 'quick'];
}

/** How long an answer should be. */
export const LENGTHS = ['short', 'normal', 'detailed'] as const;
/** One of them; an answer is normal unless its caller asks for another length. */
export type Length = (typeof LENGTHS)[number];

/** How an answer should be laid out: `auto` leaves it to the writer. */
export const LAYOUTS = ['auto', 'text', 'list'] as const;
/** One of them. */
export type Layout = (typeof LAYOUTS)[number];

/** A first message of more characters, of several paragraphs or with a fence may be a text to work on. */
const LONG_CHARS = 400;
const IN_PARTS = /\S[^\S\n]*\n\s*(?:\n\s*\S|`{3})/u;

/** Whether a question is what to search for: a short first one. */
export function isOwnQuery({ text, history }: Pick<Question, 'text' | 'history'>): boolean {
  return history.length === 0 && text.length <= LONG_CHARS && !IN_PARTS.test(text);
}
