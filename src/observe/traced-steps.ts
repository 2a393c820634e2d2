import type { TextFilter } from '../answer/draft.ts';
import type { AnswerDeps, GatherDeps } from '../answer/steps.ts';
import type { SlotPosition } from '../core/attempt.ts';
import type { Read } from '../read/reading.ts';
import type { SearchBackend } from '../search/search.ts';
import type { PlannedQueries, Researcher, Writer } from '../write/writer.ts';
import { pageReasonClass } from './answer-metrics.ts';
import type { Tracing } from './tracing.ts';

/** Runs each step of gathering in its own span; no span contains the question or any result. */
export function tracedGathering(steps: GatherDeps, tracing: Tracing): GatherDeps {
  const { reading } = steps;
  return {
    ...steps,
    // A first question is read without a model, so its span would be empty.
    readMessage: (question, budgetMs, signal) =>
      question.history.length === 0
        ? steps.readMessage(question, budgetMs, signal)
        : tracing.inSpan('read message', () => steps.readMessage(question, budgetMs, signal)),
    search: (query, budgetMs, signal) =>
      tracing.inSpan('search', async (span) => {
        const report = await steps.search(query, budgetMs, signal);
        span.set({ 'sayso.search_engine': report.slot ?? 'none', 'sayso.outcome': report.outcome.status });
        return report;
      }),
    reading: reading && { ...reading, read: tracedRead(reading.read, tracing) },
    select: (choice, budgetMs, signal) =>
      tracing.inSpan('select', () => steps.select(choice, budgetMs, signal)),
  };
}

/** Runs each decision of the research in its own span, which contains no query. */
export function tracedResearcher({ plan, findGap }: Researcher, tracing: Tracing): Researcher {
  const counted = (name: string, work: () => Promise<PlannedQueries>) =>
    tracing.inSpan(name, async (span) => {
      const planned = await work();
      span.set({ 'sayso.queries': planned.queries.length, 'sayso.calls': planned.calls });
      return planned;
    });
  return {
    plan: (...given) => counted('plan', () => plan(...given)),
    findGap: (...given) => counted('find gap', () => findGap(...given)),
  };
}

/** Runs each step of an answer in its own span; no span contains the question or the answer. */
export function tracedSteps(steps: AnswerDeps, tracing: Tracing): AnswerDeps {
  const { writer, correct } = steps;
  return {
    ...steps,
    correct: correct && ((...given) => tracing.inSpan('correct', () => correct(...given))),
    writer: writer && tracedWriter(writer, tracing),
    createCitationFilter: (...asked) => tracedFilter(steps.createCitationFilter(...asked), tracing),
    render: (markdown, sources, language) =>
      tracing.inSpan('render', async () => steps.render(markdown, sources, language)),
  };
}

/** Runs each call of a back-end in a span named after its slot. */
export function tracedBackend(backend: SearchBackend, slot: SlotPosition, tracing: Tracing): SearchBackend {
  return {
    ...backend,
    search: (query, signal) =>
      tracing.inSpan(`search slot ${slot}`, async (span) => {
        const outcome = await backend.search(query, signal);
        span.set({ 'sayso.outcome': outcome.status });
        return outcome;
      }),
  };
}

function tracedRead(read: Read, tracing: Tracing): Read {
  return async function* tracedPages(hits, options, signal) {
    const pages = tracing.eachInSpan('read', {}, async function* () {
      for await (const reading of read(hits, options, signal)) {
        const reason = reading.status === 'read' ? '' : pageReasonClass(reading.reason);
        const nowMs = performance.now();
        const attributes = { 'sayso.outcome': reading.status, 'sayso.reason': reason };
        tracing.past('read page', attributes, { startMs: nowMs - reading.tookMs, endMs: nowMs });
        yield reading;
      }
    });
    yield* pages;
  };
}

function tracedWriter(writer: Writer, tracing: Tracing): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    write(task, signal) {
      const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': writer.name };
      return tracing.eachInSpan('write', attributes, () => writer.write(task, signal));
    },
  };
}

/** Checks happen in small pieces while the writer writes; one span has their total time. */
function tracedFilter(filter: TextFilter, tracing: Tracing): TextFilter {
  const createdAtMs = performance.now();
  let busyMs = 0;
  const timed = (step: () => string) => {
    const startedAtMs = performance.now();
    const text = step();
    busyMs += performance.now() - startedAtMs;
    return text;
  };
  return {
    get moves() {
      return filter.moves;
    },
    push: (piece) => timed(() => filter.push(piece)),
    end() {
      const text = timed(() => filter.end());
      const time = { startMs: createdAtMs, endMs: performance.now() };
      tracing.past('check', { 'sayso.busy_ms': busyMs }, time);
      return text;
    },
  };
}
