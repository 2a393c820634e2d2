import type { AnswerEvent, Answerer, Timing } from '../core/events.ts';
import type { Metrics } from '../observe/metrics.ts';

/** The steps, by the name of their time in `Timing`. */
const steps = {
  searchMs: 'search',
  readMs: 'read',
  selectMs: 'select',
  writeMs: 'write',
  checkMs: 'check',
  renderMs: 'render',
} as const satisfies Partial<Record<keyof Timing, string>>;
const stepKeys = Object.keys(steps) as readonly (keyof typeof steps)[];

/**
 * The same answerer, which also measures each step. Use it inside a cache: a cached answer takes no steps.
 */
export function measuredSteps(answerer: Answerer, metrics: Metrics): Answerer {
  const see = (event: AnswerEvent) => {
    if (event.type !== 'timing') return;
    for (const key of stepKeys)
      metrics.observe('stepDuration', { step: steps[key] }, event.timing[key] / 1000);
  };
  return (question, signal) => tapped(answerer(question, signal), see);
}

/** The same events, each passed to `see` first. Costs a third of an extra generator per token. */
function tapped<T>(events: AsyncGenerator<T>, see: (event: T) => void): AsyncGenerator<T> {
  const onResult = (result: IteratorResult<T>) => {
    if (!result.done) see(result.value);
    return result;
  };
  return {
    next: () => events.next().then(onResult),
    return: (value) => events.return(value),
    throw: (error) => events.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  };
}
