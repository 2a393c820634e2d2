import type { Source } from '../../core/source.ts';
import { withoutInvisible } from '../defuse.ts';
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

/** The code in the block below the paragraph of a sentence, as in the source; null if that is no code. */
export function codeBelow(
  { index, at }: Pick<Sentence, 'index' | 'at'>,
  sources: readonly Source[],
): string | null {
  const passages = sources.find((source) => source.index === index)?.passages ?? [];
  const passage = passages.find(({ text, from }) => from <= at && at < from + text.length);
  const [, block = ''] =
    passage?.text
      .slice(at - passage.from)
      .trimStart()
      .split(BLANK_LINE, 2) ?? [];
  const code = withoutInvisible(block).trimEnd();
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > MAX_LINES || code.includes('```')) return null;
  const looking = lines.filter((line) => isCode(line.trim()) || COMMAND.test(line.trim()));
  return looking.length >= CODE_SHARE * lines.length ? code : null;
}
