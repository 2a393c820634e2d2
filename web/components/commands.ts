/** What the reader can do; handed down from `main.tsx`, so that no component reaches outside itself. */
export type Commands = {
  type(text: string): void;
  /** Asks what stands in the text, after the answer where one stands. */
  ask(question: string): void;
  stop(): void;
  /** Leaves the conversation for an empty page. */
  begin(): void;
  /** Asks the last question once more. */
  retry(): void;
  /** Keeps the key and asks the last question once more. */
  useKey(key: string): void;
  /** Begins, pauses and goes on reading the answer aloud. */
  readAloud(): void;
  stopReading(): void;
  /** Listens to the reader's voice, or stops listening. */
  listen(): void;
};
