import type { Answer } from './answer.ts';
import type { DataForm } from './question.ts';

/** A function of the caller's program, which the program itself runs. */
export type OfferedFunction = {
  readonly name: string;
  /** What it does, in the program's words; may be empty. */
  readonly description: string;
  /** The JSON Schema of its arguments, which are an object. Untrusted. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** A call of such a function, as a model wants it. */
export type FunctionCall = {
  /** Unique within a conversation. */
  readonly id: string;
  readonly name: string;
  /** A JSON object; not checked unless an interface says so. */
  readonly arguments: string;
};

/** One message of a conversation in which functions are called. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  /** What a model said and called. */
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly FunctionCall[] }
  /** What the call with this id returned. */
  | { readonly role: 'result'; readonly id: string; readonly name: string; readonly text: string };

/** Asks a model whether to call a function. */
export type CallRequest = {
  /** What the caller's program tells every model, for example which devices there are; may be empty. */
  readonly instructions: string;
  /** Begins with a message of the user; each result follows its call. */
  readonly turns: readonly Turn[];
  readonly functions: readonly OfferedFunction[];
  /** Whether the model must call one. */
  readonly choice: 'auto' | 'required';
  /** The form of a reply that is no call; prose if absent. */
  readonly data?: DataForm;
  /** The longest reply that is no call, in characters: a longer one is cut. */
  readonly maxChars: number;
  /** The longest time that the model may take, in milliseconds. */
  readonly timeoutMs: number;
};

/** The reply of a model: calls, or a text, or both. */
export type Chosen = {
  /** In the order in which the model wants them; may be empty. */
  readonly calls: readonly FunctionCall[];
  /** What it says besides; may be empty. */
  readonly text: string;
  /** Prompt and completion tokens together. */
  readonly tokens: number;
};

/** Asks the model once. Null if its server refuses, fails or is late. Rejects as the signal does. */
export type ChooseCalls = (request: CallRequest, signal: AbortSignal) => Promise<Chosen | null>;

/** The calls, and the text as an answer without sources. */
export type ChosenAnswer = { readonly calls: readonly FunctionCall[]; readonly answer: Answer };

/** Like `ChooseCalls`, queued and checked like an answer. Also rejects with a Failure `overloaded`. */
export type ChooseAnswer = (request: CallRequest, signal: AbortSignal) => Promise<ChosenAnswer | null>;
