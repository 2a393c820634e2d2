/** Something that takes untrusted text, to be called with hostile text. */
export type Entry = {
  /**
   * Its module and its name: `packages/text/words.ts toWords`. Fragments of the module's regular expressions are
   * tried.
   */
  readonly name: string;
  /** The longest text that reaches it, in characters. */
  readonly maxChars: number;
  /**
   * `loop` if it runs on the thread that serves requests, which it must not block; `thread` for a page
   * thread; `command` for a command line. In the last two cases, only the growth matters.
   */
  readonly place: 'loop' | 'thread' | 'command';
  /** Fragments to repeat, in addition to those that every entry gets. */
  readonly fragments?: readonly string[];
  /**
   * Puts the text into the form in which it arrives; this cost is not counted. If absent, the text itself is
   * used.
   */
  prepare?(text: string): string;
  /** Reads the text. Errors that it throws do not matter, as long as it ends in time. */
  run(text: string): unknown;
};
