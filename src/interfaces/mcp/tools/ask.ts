import { z } from 'zod';
import type { Answer } from '../../../core/answer.ts';
import { byDepth, DEPTHS, MAX_SOURCES } from '../../../core/question.ts';
import { collect, runOf } from '../../../core/run.ts';
import type { Scope } from '../../../core/scope.ts';
import { toQuestion, toSearchedFor } from '../../http/to-question.ts';
import { cutAt, fitted, jsonCost, MAX_RESULT_TOKENS, within } from './fit.ts';
import { notesOnPeriod, withProgress } from './notes.ts';
import { countArgument, defineTool, queryArgument, scopeArguments, scopeOfArguments } from './tool.ts';

/** The share of a result's tokens that the answer itself may take; the rest is for its sources. */
const ANSWER_SHARE = 0.8;

const output = z.object({
  answer: z.string().describe('The answer in Markdown. [1] refers to the source with index 1.'),
  sources: z
    .array(z.object({ index: z.int(), title: z.string(), url: z.string(), snippet: z.string() }))
    .describe('The sources on which the answer is based.'),
  language: z.string().describe('Language of the answer, "und" if it is not known.'),
  searched_for: z.string().optional().describe('What was searched for, if not the question as it was sent.'),
  notes: z.array(z.string()).describe('What went wrong although there is an answer; usually empty.'),
});

/** `ask`: a written answer with its sources. */
export const askTool = defineTool({
  name: 'ask',
  title: 'Ask the web',
  description:
    'Answers a question with current information. It searches, reads the best pages, and returns a ' +
    'short written answer with numbered citations and the list of its sources. Use it for ' +
    'questions about facts, news, people, places, products or prices. Ask one complete question in ' +
    'plain words; it knows nothing of your conversation.',
  input: z.object({
    query: queryArgument('The question, complete in itself, such as "How tall is the Eiffel Tower?"'),
    num_sources: countArgument('The maximum number of sources for the answer.', {
      min: 1,
      max: 10,
      usual: MAX_SOURCES,
    }),
    depth: z
      .enum(DEPTHS, { error: 'must be "quick" or "deep"' })
      .default('quick')
      .describe(
        'How thoroughly to research. "deep" searches for the parts of a question one by one and may take ' +
          'more than a minute; use it for questions that need several facts.',
      ),
    ...scopeArguments,
  }),
  output,
  async run({ query: text, num_sources: maxSources, depth, ...args }, deps, signal) {
    const timeoutMs = byDepth(depth, deps.deadlinesMs);
    const scope = scopeOfArguments(args);
    const question = toQuestion({ text, scope, depth, maxSources, timeoutMs }, deps.preferences);
    deps.sendProgress('Searching');
    const { answer } = await collect(
      withProgress(deps.service.ask(runOf(question, { caller: deps.caller, signal })), deps),
    );
    return fitted(MAX_RESULT_TOKENS, (budget) => toResult(answer, scope, budget));
  },
});

function toResult(whole: Answer, scope: Scope, budget: number): z.output<typeof output> {
  const { text, sources, language, error } = whole;
  const end = cutAt(text, 0, budget * ANSWER_SHARE);
  const bare = {
    answer: text.slice(0, end),
    language,
    ...toSearchedFor(whole),
    notes: [
      error ?? [],
      end < text.length ? 'The answer was too long and has been cut.' : [],
      notesOnPeriod(scope),
    ].flat(),
  };
  const shown = sources.map(({ index, title, url, snippet }) => ({ index, title, url, snippet }));
  const sourceTokens = budget - jsonCost({ ...bare, sources: [] });
  return { ...bare, sources: [...within(shown, sourceTokens)] };
}
