/** Facts about a step. Only fixed words and numbers, never a question or a result. */
export type TraceFacts = Readonly<Record<string, string | number>>;

/** A step that is being traced. */
export type Span = {
  /** Adds facts. */
  set(facts: TraceFacts): void;
  /** Traces the parts of the step. */
  readonly trace: Trace;
};

/** Traces the steps of one request. */
export type Trace = {
  /** Runs a step. */
  <Result>(name: string, step: (span: Span) => Promise<Result>): Promise<Result>;
  /** Runs a step whose results arrive one after the other. */
  each<Item>(name: string, facts: TraceFacts, items: AsyncGenerator<Item>): AsyncGenerator<Item>;
  /** Records a step that began and ended in the past, by `performance.now()`. */
  past(name: string, facts: TraceFacts, time: { readonly startMs: number; readonly endMs: number }): void;
};

const NO_SPAN: Span = {
  set: () => undefined,
  get trace() {
    return untraced;
  },
};

/** Runs the steps and records nothing. */
export const untraced: Trace = Object.assign(
  <Result>(_name: string, step: (span: Span) => Promise<Result>) => step(NO_SPAN),
  {
    each: <Item>(_name: string, _facts: TraceFacts, items: AsyncGenerator<Item>) => items,
    past: () => undefined,
  },
);
