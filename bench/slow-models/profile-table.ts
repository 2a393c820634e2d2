import { estimateTokens } from '../../src/lib/text/tokens.ts';
import { toFrame, toPrompt } from '../../src/write/prompt.ts';
import type { SetQuestion } from '../select/question-set.ts';
import { selectSources, toQuestion } from '../select/with-product.ts';
import { median } from '../statistics.ts';
import { askSlowly } from './ask-slowly.ts';

const PROFILES = ['full', 'small'] as const;
const READS = [30, 100, 400];
const WRITES = 10;
const SCALE = 4;
const MAX_SOURCES = 5;
const FIXED_TOKENS = 2000;
const TODAY = new Date(0);

/** What the table needs. */
export type ProfileOptions = {
  readonly index: string;
  readonly questions: readonly SetQuestion[];
  /** Answers of each machine. */
  readonly count: number;
  recallAt(budget: number, sources: number): Promise<number>;
};

/** Prints what the prompt for small models saves, first in tokens, then in time and in source text. */
export async function printProfileTable(options: ProfileOptions): Promise<void> {
  console.log(
    '| prompt | instructions, reminder | title and frame of a source | all, with 2,000 tokens of text |' +
      '\n|---|---|---|---|',
  );
  for (const profile of PROFILES)
    console.log(`| ${profile} | ${(await tokensOf(profile, options)).join(' | ')} |`);
  console.log(
    '\n| reads (tokens/s), prompt | source text | prompt | not in the cache | first word (s) | end (s) | ' +
      'answer in the sources |\n|---|---|---|---|---|---|---|',
  );
  for (const reads of READS) for (const profile of PROFILES) await printMachine(reads, profile, options);
}

async function printMachine(
  reads: number,
  profile: (typeof PROFILES)[number],
  { index, questions, count, recallAt }: ProfileOptions,
): Promise<void> {
  const texts = questions.slice(0, count).map(({ question }) => question);
  const machine = { reads, writes: WRITES, scale: SCALE, profile };
  const answers = await askSlowly(machine, { index, questions: texts });
  const middle = (of: (answer: (typeof answers)[number]) => number) => median(answers.map(of));
  const budget = Math.round(middle((answer) => answer.budget) / 50) * 50;
  const sources = Math.max(...answers.map((answer) => answer.sources));
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const cells = [
    `${budget} tokens, ${sources} sources`,
    middle(({ promptTokens }) => promptTokens),
    middle(({ promptTokens, cachedTokens }) => promptTokens - cachedTokens),
    seconds(middle(({ firstWordMs }) => firstWordMs)),
    seconds(middle(({ endMs }) => endMs)),
    `${(await recallAt(budget, sources)).toFixed(1)} %`,
  ];
  console.log(`| ${reads}, ${profile} | ${cells.join(' | ')} |`);
}

/** The tokens of the instructions, of what stands around a source, and of a whole prompt; medians. */
async function tokensOf(
  profile: (typeof PROFILES)[number],
  { questions, count }: ProfileOptions,
): Promise<readonly string[]> {
  const frames: number[] = [];
  const heads: number[] = [];
  const prompts: number[] = [];
  for (const asked of questions.slice(0, count)) {
    const question = toQuestion(asked.question, MAX_SOURCES);
    const sources = await selectSources(asked, MAX_SOURCES, FIXED_TOKENS);
    const sizeOf = ({ system, user }: { system: string; user: string }) =>
      estimateTokens(system) + estimateTokens(user);
    const whole = sizeOf(
      toPrompt({ question, sources, evidenceStatus: 'sources', patienceMs: 0 }, TODAY, profile),
    );
    const frame = sizeOf(toFrame(question, TODAY, profile));
    const texts = sources
      .flatMap(({ passages }) => passages)
      .reduce((sum, { text }) => sum + estimateTokens(text), 0);
    frames.push(frame - estimateTokens(asked.question));
    heads.push((whole - frame - texts) / sources.length);
    prompts.push(whole);
  }
  return [frames, heads, prompts].map((each) => median(each).toFixed(0));
}
