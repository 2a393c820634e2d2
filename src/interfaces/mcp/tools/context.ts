import { z } from 'zod';
import { sourceTokensFor, toContext } from '../../../answer/context.ts';
import type { Evidence } from '../../../core/events.ts';
import { MAX_SOURCES } from '../../../core/question.ts';
import { runOf } from '../../../core/run.ts';
import type { Scope } from '../../../core/scope.ts';
import { wholeEvidence } from '../../http/call-service.ts';
import { toQuestion } from '../../http/to-question.ts';
import { fitted, MAX_RESULT_TOKENS } from './fit.ts';
import { notesOn, withProgress } from './notes.ts';
import { countArgument, defineTool, queryArgument, scopeArguments, scopeOfArguments } from './tool.ts';

const output = z.object({
  sources: z.array(
    z.object({
      index: z.int(),
      title: z.string(),
      url: z.string(),
      site: z.string().describe('Name of the site, or its host.'),
      date: z.string().optional().describe('Date of publication, if it is known.'),
      author: z.string().optional(),
      basis: z
        .enum(['page', 'text', 'snippet'])
        .describe('Whether the page was read, the back-end returned a text, or only an excerpt is known.'),
      passages: z.array(z.string()).describe('The parts of the text that matter, word for word.'),
    }),
  ),
  notes: z.array(z.string()).describe('What you should know about this search; usually empty.'),
});

/** `context`: the passages from which an answer would be written. */
export const contextTool = defineTool({
  name: 'context',
  title: 'Find passages on the web',
  description:
    'Searches the web, reads the best pages, and returns the passages that matter for your ' +
    'question, word for word, with their sources. Use it if you want to write the answer yourself ' +
    'and need evidence from several pages in one call.',
  input: z.object({
    query: queryArgument('The question, or the subject that you need passages about.'),
    max_tokens: countArgument('The maximum length of the result, in tokens.', {
      min: 200,
      max: MAX_RESULT_TOKENS,
      usual: 2000,
    }),
    num_sources: countArgument('The maximum number of pages to take passages from.', {
      min: 1,
      max: 10,
      usual: MAX_SOURCES,
    }),
    ...scopeArguments,
  }),
  output,
  async run({ query: text, max_tokens: maxTokens, num_sources: maxSources, ...args }, deps, signal) {
    const { quick: timeoutMs } = deps.deadlinesMs;
    const sourceTokens = sourceTokensFor(maxTokens, maxSources);
    const scope = scopeOfArguments(args);
    const inquiry = { text, scope, maxSources, timeoutMs, sourceTokens };
    const question = toQuestion(inquiry, deps.preferences);
    deps.sendProgress('Searching');
    const gathering = deps.service.gather(runOf(question, { caller: deps.caller, signal }));
    const evidence = await wholeEvidence(withProgress(gathering, deps));
    return fitted(maxTokens, (budget) => toResult(evidence, scope, budget));
  },
});

function toResult(evidence: Evidence, scope: Scope, budget: number): z.output<typeof output> {
  const { sources } = toContext(evidence, Math.max(0, budget));
  return {
    sources: sources.map(({ index, title, url, site, publishedAt, author, basis, passages }) => ({
      index,
      title,
      url,
      site,
      ...(publishedAt !== undefined && { date: publishedAt }),
      ...(author !== undefined && { author }),
      basis,
      passages: passages.map(({ text }) => text),
    })),
    notes: [...notesOn(evidence.searches, scope)],
  };
}
