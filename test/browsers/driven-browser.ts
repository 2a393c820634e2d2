/** Keys that are pressed, by their names. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/**
 * A browser with one page that follows a test's instructions, through any protocol. A selector means the
 * first matching element.
 */
export type DrivenBrowser = AsyncDisposable & {
  /** Goes to the address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Runs the function in the page; arguments and result are JSON, and a promise is awaited. */
  evaluate<Given extends readonly unknown[], Result>(
    run: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>>;
  /** Runs source text in the page, outside the reach of its policy. */
  inject(source: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  hover(selector: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Gives the page this size in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** A screenshot of the page, as PNG. */
  picture(): Promise<Uint8Array>;
  /**
   * What the browser requested from other machines so far: first lines of requests, none of which got
   * through.
   */
  readonly strangers: readonly string[];
};
