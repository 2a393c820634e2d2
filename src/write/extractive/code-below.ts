import type { Source } from '../../core/source.ts';
import { withoutInvisible } from '../sanitize-for-prompt.ts';
import { isCode } from './code.ts';
import type { Sentence } from './sentence.ts';

/** A longer block shows more than how one thing is done. */
const MAX_LINES = 12;
/** The minimum share of the lines of a block that look like code. */
const CODE_SHARE = 0.5;
const BLANK_LINE = /\n[^\S\n]*\n/u;
/** A command for a shell. */
const COMMAND = new RegExp(
  '^(?:[$#>] )?(?:npm|npx|yarn|pnpm|bun|deno|node|pip3?|python3?|go|cargo|gem|composer|dotnet|docker|git' +
    String.raw`|curl|brew|apt|apt-get|sudo|make) \S`,
);

/** Between a sentence or heading and its code, this many paragraphs may explain the code. */
const MAX_EXPLANATIONS = 2;
/** A line of so few words that ends like a sentence is probably the heading of another section. */
const HEADING = /^(?:\S+ ){0,3}\S+\.$/u;
/** The heading above the code that shows how a thing is used, in the larger languages. */
const USAGE = new RegExp(
  String.raw`^(?:(?:basic |simple )?(?:usage|examples?)|how to use(?: it)?\??|quick ?start|getting started` +
    '|verwendung|beispiele?|uso|ejemplos?|utilisation|exemples?|exemplos?|esempio|gebruik|voorbeeld' +
    '|примеры?|使い方|用法)[.:]?$',
  'iu',
);

/**
 * The code below a sentence, or else below the heading for the usage of the thing that its source is about:
 * the first block that looks like code, with the next ones up to a number of lines, as in the source. At most
 * two paragraphs, and no heading, are between them. Null if there is none.
 * @param mayShowUsage false if only the code below the sentence itself is wanted
 */
export function codeBelow(
  { index, at }: Pick<Sentence, 'index' | 'at'>,
  sources: readonly Source[],
  mayShowUsage: boolean,
): string | null {
  const passages = sources.find((source) => source.index === index)?.passages ?? [];
  const own = passages.find(({ text, from }) => from <= at && at < from + text.length);
  const below = own === undefined ? null : firstCode(blocksOf(own.text.slice(at - own.from)).slice(1));
  if (below !== null || !mayShowUsage) return below;
  const usages = passages.flatMap(({ text }) => {
    const blocks = blocksOf(text);
    const headingAt = blocks.findIndex((block) => USAGE.test(block));
    return headingAt < 0 ? [] : (firstCode(blocks.slice(headingAt + 1)) ?? []);
  });
  return usages[0] ?? null;
}

function blocksOf(text: string): string[] {
  return withoutInvisible(text).trim().split(BLANK_LINE);
}

/** The first block of code, with those that follow it, as far as its brackets are closed; null if none. */
function firstCode(blocks: readonly string[]): string | null {
  const from = blocks.slice(0, MAX_EXPLANATIONS + 1).findIndex(isCodeBlock);
  const explanations = blocks.slice(0, from);
  if (from < 0 || explanations.some((block) => HEADING.test(block))) return null;
  const taken: string[] = [];
  for (const block of blocks.slice(from)) {
    const code = [...taken, block.trimEnd()].join('\n\n');
    if (!isCodeBlock(block) || code.split('\n').length > MAX_LINES) break;
    taken.push(block.trimEnd());
  }
  while (taken.length > 0 && !isWhole(taken.join('\n\n'))) taken.pop();
  return taken.length === 0 ? null : taken.join('\n\n');
}

function isCodeBlock(block: string): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || block.includes('```')) return false;
  const codeLines = lines.filter((line) => isCode(line.trim()) || COMMAND.test(line.trim()));
  return codeLines.length >= CODE_SHARE * lines.length;
}

/** Whether as many brackets are closed as opened. */
function isWhole(code: string): boolean {
  return (code.match(/[([{]/g)?.length ?? 0) === (code.match(/[)\]}]/g)?.length ?? 0);
}

/** Whether a sentence has a command for a shell: "To install it: npm install it". */
export function hasCommand(text: string): boolean {
  return COMMAND.test(text.slice(text.lastIndexOf(': ') + 1).trim());
}
