/** What the reader can do; handed down from `main.tsx`, so that no component reaches outside itself. */
export type Commands = {
  type(text: string): void;
  ask(question: string): void;
  stop(): void;
  /** Asks the last question once more. */
  retry(): void;
  /** Keeps the key and asks the last question once more. */
  useKey(key: string): void;
  /** Highlights the card of the source, null for none. */
  pointAt(source: number | null): void;
  /** Highlights the card and goes there. */
  goTo(source: number): void;
};
