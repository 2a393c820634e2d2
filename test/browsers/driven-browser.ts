/** Keys that are pressed by name. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/**
 * A browser with one page that does what a test says, by whatever protocol. A selector means the first
 * element that fits.
 */
export type DrivenBrowser = AsyncDisposable & {
  /** Goes to the address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Runs the function in the page; what goes in and comes out is JSON, and a promise is waited for. */
  evaluate<Given extends readonly unknown[], Result>(
    run: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>>;
  /** Runs source text in the page, out of reach of its policy. */
  inject(source: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  hover(selector: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Gives the page this size in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** What is seen of the page, as PNG. */
  picture(): Promise<Uint8Array>;
  /** What the browser asked of other machines so far: first lines of requests, none of which got out. */
  readonly strangers: readonly string[];
};
