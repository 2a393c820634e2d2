import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';

const MAX_PHRASES = 4;
/** The longest phrase has this many words. */
const MAX_WORDS = 6;

/**
 * Replies to a question that consists only of a greeting, thanks or a goodbye, with the usual additions
 * ("hello, how are you?"); null for every other question.
 */
export function findGreeting(
  text: string,
  { greeting, writing: { says } }: InstantWords,
): InstantFinding | null {
  const words = text
    .toLowerCase()
    .split(/[\s,.!?¿¡]+/)
    .filter((word) => word !== '');
  if (words.length > MAX_PHRASES * MAX_WORDS) return null;
  const said: string[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words.slice(at, at + MAX_WORDS), greeting);
    if (phrase === null || said.length >= MAX_PHRASES) return null;
    said.push(phrase.kind);
    at += phrase.count;
  }
  const kind = (['thanks', 'bye', 'hello'] as const).find((each) => said.includes(each));
  return kind === undefined ? null : { text: says[kind], value: kind };
}

/** The longest phrase at the beginning of some words, and how many of them it takes. */
function phraseAt(words: readonly string[], greeting: InstantWords['greeting']) {
  for (let count = words.length; count > 0; count--) {
    const phrase = words.slice(0, count).join(' ');
    for (const kind of ['hello', 'thanks', 'bye', 'besides'] as const)
      if (greeting[kind].includes(phrase)) return { kind, count };
  }
  return null;
}
