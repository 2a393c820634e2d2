/** Takes the text of a model piece by piece and gives back what of it is answer. */
export type ThinkingFilter = {
  /** The answer text that is certain after this piece: mostly the piece itself, sometimes nothing. */
  push(piece: string): string;
  /** What was held back at the end and turned out to be answer; call it once. */
  end(): string;
};

const TAG = /<(\/?)think(?:ing)?>/iy;
const CLOSING = /<\/think(?:ing)?>/i;
const TAGS = ['<think>', '<thinking>', '</think>', '</thinking>'] as const;
const LONGEST = Math.max(...TAGS.map((tag) => tag.length));

/**
 * Drops the `<think>…</think>` blocks that local reasoning models write into their text, in whatever pieces the tags
 * arrive, and the blanks before the first word. A block opens at the start of the answer or of a line only, so that an
 * answer can speak about the tag. Thinking that never ends leaves no answer. A closing tag alone is dropped: some
 * servers put the opening one into the prompt, and what stood before it has been passed on already.
 */
export function withoutThinking(): ThinkingFilter {
  let held = '';
  let last = '';
  let isThinking = false;

  function push(piece: string): string {
    if (!isThinking && held === '' && last !== '' && !piece.includes('<')) return emit(piece);
    const text = held + piece;
    held = '';
    return emit(filter(text));
  }

  function filter(text: string): string {
    let answer = '';
    let from = 0;
    while (from < text.length) {
      if (isThinking) {
        from = afterThinking(text, from);
        continue;
      }
      const at = text.indexOf('<', from);
      if (at < 0) return answer + text.slice(from);
      answer += text.slice(from, at);
      const tag = tagAt(text, at, answer);
      if (tag === 'undecided') {
        held = text.slice(at);
        return answer;
      }
      if (tag === null) answer += '<';
      else isThinking = tag[1] !== '/';
      from = at + (tag?.length ?? 1);
    }
    return answer;
  }

  /** Where the answer goes on; the end of the text while the thinking does. */
  function afterThinking(text: string, from: number): number {
    const rest = text.slice(from);
    const closing = CLOSING.exec(rest);
    isThinking = closing === null;
    if (closing !== null) return from + closing.index + closing[0].length;
    held = rest.slice(-LONGEST);
    return text.length;
  }

  /** The tag that begins at `at` and counts as one; `undecided` when the next piece could complete it. */
  function tagAt(text: string, at: number, answer: string): string | 'undecided' | null {
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (match === null) return mayBecomeTag(text.slice(at)) ? 'undecided' : null;
    const before = answer === '' ? last : answer.slice(-1);
    if (match[1] === '/') return before === '`' ? null : match[0];
    const isFirst = last === '' && answer.trimStart() === '';
    return isFirst || before === '\n' ? match[0] : null;
  }

  function emit(text: string): string {
    const shown = last === '' ? text.trimStart() : text;
    last = shown === '' ? last : shown.slice(-1);
    return shown;
  }

  return { push, end: () => (isThinking ? '' : emit(held)) };
}

function mayBecomeTag(text: string): boolean {
  return text.length < LONGEST && TAGS.some((tag) => tag.startsWith(text.toLowerCase()));
}
