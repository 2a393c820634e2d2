import type { Metrics } from '../observe/metrics.ts';
import type { AnswerEvent, Answerer, Timing } from './events.ts';

/** The steps, by the name that `Timing` has for their time. */
const steps = {
  searchMs: 'search',
  readMs: 'read',
  selectMs: 'select',
  writeMs: 'write',
  checkMs: 'check',
  renderMs: 'render',
} as const satisfies Partial<Record<keyof Timing, string>>;
const stepKeys = Object.keys(steps) as readonly (keyof typeof steps)[];

/** The same answerer that counts what each step takes. Put it inside a cache: what comes out of one took no steps. */
export function measuredSteps(answerer: Answerer, metrics: Metrics): Answerer {
  const see = (event: AnswerEvent) => {
    if (event.type !== 'timing') return;
    for (const key of stepKeys)
      metrics.observe('stepDuration', { step: steps[key] }, event.timing[key] / 1000);
  };
  return (question, signal) => tapped(answerer(question, signal), see);
}

/** The same events, each shown to `see` first: a third of what a generator of its own costs for every token. */
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
