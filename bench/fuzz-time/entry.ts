/** Something that takes untrusted text, to be driven with hostile text. */
export type Entry = {
  /**
   * Where it stands and what it is called: `core/words.ts toWords`. Fragments of its regular expressions are
   * tried.
   */
  readonly name: string;
  /** The longest text that reaches it, in characters. */
  readonly maxChars: number;
  /**
   * `loop` where it runs on the thread that serves requests: then it must not block. `thread` for a page
   * thread and `command` for work on the command line, where only the growth counts.
   */
  readonly place: 'loop' | 'thread' | 'command';
  /** Fragments to repeat beside those that every entry gets. */
  readonly fragments?: readonly string[];
  /**
   * Puts the text into the form in which it comes; what that costs is not counted. The text itself where left
   * out.
   */
  prepare?(text: string): string;
  /** Reads the text. What it throws does not count as long as it ends in time. */
  run(text: string): unknown;
};
