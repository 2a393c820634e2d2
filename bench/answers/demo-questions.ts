import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { startDemo } from '../../src/commands/demo.ts';
import type { SelectedSource } from '../../src/lib/passages/index.ts';

/** A question to the demo, with the sources that the demo finds for it. */
export type DemoQuestion = {
  readonly question: string;
  /** Patterns of right answers; empty if the documents do not answer the question. */
  readonly accept: readonly string[];
  readonly sources: readonly SelectedSource[];
};

const written = z.object({ id: z.number(), question: z.string(), accept: z.array(z.string()).default([]) });
const context = z.object({
  sources: z.array(
    z.object({
      index: z.number(),
      url: z.string(),
      title: z.string(),
      passages: z.array(z.object({ text: z.string(), from: z.number(), to: z.number() })),
    }),
  ),
});
/** The questions of this id and later ones are never used for fitting. */
const FIRST_HELD_OUT = 101;
/** The tokens of the sources, as for an answer of the service. */
const SOURCE_TOKENS = 4_000;

/** The questions in `bench/demo/` that the model may be fitted on, with the sources that the demo selects. */
export async function readDemoQuestions(): Promise<readonly DemoQuestion[]> {
  const read = (name: string) => readFileSync(new URL(`../demo/${name}`, import.meta.url), 'utf8');
  const own = ['answerable.json', 'unanswerable.json'].flatMap((name) =>
    z.array(written).parse(JSON.parse(read(name))),
  );
  const fresh = read('strangers.jsonl')
    .trim()
    .split('\n')
    .map((line) => written.parse(JSON.parse(line)));
  const environment = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };
  const { service } = await startDemo({ environment, version: '0.0.0-bench', offline: true });
  const found: DemoQuestion[] = [];
  for (const { question, accept } of [...own, ...fresh.filter(({ id }) => id < FIRST_HELD_OUT)]) {
    const reply = await fetch(new URL('/api/context', service.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: question, max_tokens: SOURCE_TOKENS }),
    });
    const { sources } = context.parse(await reply.json());
    found.push({ question, accept, sources: sources.map((source) => ({ ...source, snippet: '' })) });
  }
  await service.stop();
  return found;
}
