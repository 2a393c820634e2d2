import { createGrowingMarkdown, type Growth, type MarkdownToken as Token } from '@sayso/markdown';
import { toSentences } from '@sayso/text/sentences.ts';
import { blockSpeech } from './speech.ts';

/** The part of growing Markdown that can be spoken. */
type CertainTokens = {
  /** Their speech cannot change, whatever text follows. */
  readonly tokens: readonly Token[];
  /** Whether the last of them is a paragraph that may continue. */
  readonly goesOn: boolean;
};

const HAS_WORD = /[\p{L}\p{N}]/u;
/**
 * The position where incomplete markup may begin. Later text can complete that markup, and so remove it and
 * everything after it from the speech. A character that is not markup (an underscore in a name, a bracket
 * that is not a link) does not match.
 */
const OPEN_MARKUP = /[*`]|\\$|~~|<(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!?\[(?![^[\]]*\][^([])/u;

/**
 * The part of the open text that can no longer change: complete blocks, then the start of the paragraph at
 * its end. A block inside the open one (a heading, a list item) can no longer change once its line is
 * complete, an empty line has closed it, or a list item with its own text has begun after it. Tables and code
 * can change until they close.
 */
function certainTokens({ open, text, completeLines }: Growth): CertainTokens {
  const lines = text.split(/\r\n?|\n/);
  for (let at = 0; at < open.length; at++) {
    const token = open[at];
    if (token === undefined) break;
    const holdsBack = token.type === 'table_open' || token.type === 'fence' || token.type === 'code_block';
    if (holdsBack) return { tokens: open.slice(0, at), goesOn: false };
    if (token.type !== 'inline' || isCertain(open, at, lines, completeLines)) continue;
    const tokens = open.slice(0, at);
    if (open[at - 1]?.type !== 'paragraph_open' || token.content.includes('|'))
      return { tokens, goesOn: false };
    const certain = upToOpenMarkup(token);
    const saysSomething = certain.children?.some(({ content }) => HAS_WORD.test(content)) === true;
    return saysSomething ? { tokens: [...tokens, certain], goesOn: true } : { tokens, goesOn: false };
  }
  return { tokens: open, goesOn: false };
}

function isCertain(
  open: readonly Token[],
  at: number,
  lines: readonly string[],
  completeLines: number,
): boolean {
  const block = open[at - 1];
  const end = block?.map?.[1] ?? Number.POSITIVE_INFINITY;
  // A heading with a `|` becomes the header row of a table if the next line is the second line of a table.
  const isHeading = block?.type === 'heading_open' && block.markup.startsWith('#');
  if (isHeading && end <= completeLines && !open[at]?.content.includes('|')) return true;
  if (end < completeLines && /^[ \t>]*$/.test(lines[end] ?? '-')) return true;
  const next = nextInline(open, at);
  return next < open.length && beginsItem(open, at, next);
}

/** The index of the next inline token after `at`, or the number of tokens. */
function nextInline(open: readonly Token[], at: number): number {
  let next = at + 1;
  while (next < open.length && open[next]?.type !== 'inline') next++;
  return next;
}

/** True if the inline token at `next` begins a list item on the same or a higher level. */
function beginsItem(open: readonly Token[], at: number, next: number): boolean {
  if (open[next - 2]?.type !== 'list_item_open' || open[next - 1]?.type !== 'paragraph_open') return false;
  return (
    open.slice(at, next).some(({ type }) => type === 'list_item_close') &&
    HAS_WORD.test(open[next]?.content ?? '')
  );
}

/** The inline token up to the first markup that may be incomplete. */
function upToOpenMarkup(inline: Token): Token {
  const children: Token[] = [];
  for (const child of inline.children ?? []) {
    const open = child.type === 'text' ? child.content.search(OPEN_MARKUP) : -1;
    if (open >= 0) {
      children.push(withText(child, { content: child.content.slice(0, open) }));
      break;
    }
    children.push(child);
  }
  return withText(inline, { children });
}

function withText(token: Token, changes: { content: string } | { children: Token[] }): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, changes);
}

/** Yields the speech of growing Markdown sentence by sentence. */
type SentenceStream = {
  /** Adds a piece of any size. Returns the sentences that are complete and can no longer change. */
  push(text: string): readonly string[];
  /** Ends the text. Returns the remaining sentences. */
  end(): readonly string[];
};

/** A possible end of a sentence: a line break, or a stop with the word after it. */
const MAY_FINISH = /\n|[\p{Sentence_Terminal}…]["'”’»)\]*_]*(?:\[\d+\])*\s+\S+\s+\S|[。！？｡।؟]./u;
/** How much of the end is examined again: from a stop to the end of the next word is less. */
const RECENT_CHARS = 200;
/** The text from the last stop on. */
const LAST_STOP = /[\p{Sentence_Terminal}…][^\p{Sentence_Terminal}…]*$/u;
/** A block of more characters than this is a mistake or an attack. */
const LONG_BLOCK_CHARS = 4000;
/** A long block is parsed again after it has grown by an eighth of the excess, nine times in all. */
const LONG_BLOCK_STEPS = 8;
/** Matches once the next sentence's first word is complete, which shows what the stop ended. */
const FIRST_WORD = /^\s*(?:\S+\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2})/u;

/**
 * Yields the speech of growing Markdown sentence by sentence, each as soon as later text cannot change it.
 * Joined without a separator, the sentences are exactly what `tokensToSpeech` returns for the whole text:
 * each begins with the space that separates it from the previous one.
 * @param sourceCount the number of sources that the text may cite
 * @param language the BCP 47 tag of the text, or `und`
 */
export function createSentenceStream(sourceCount: number, language = 'und'): SentenceStream {
  const markdown = createGrowingMarkdown(sourceCount);
  /** Text that was not parsed yet. */
  let waiting = '';
  /** The text since the last stop; it is empty once the next sentence has certainly begun. */
  let recent = '';
  /** How many characters of the open blocks have been spoken, with one space before each block. */
  let spokenChars = 0;
  let hasSpoken = false;
  /** The number of characters that the last push parsed. */
  let openChars = 0;

  /** Takes the space from the beginning of the first sentence. */
  const trimFirst = (sentences: readonly string[]): readonly string[] => {
    const [first, ...rest] = sentences;
    if (first === undefined || hasSpoken) return sentences;
    hasSpoken = true;
    return [first.trimStart(), ...rest];
  };

  const sayClosed = ({ closed }: Growth): readonly string[] => {
    const blocks = blockSpeech(
      closed.flatMap((part) => part.tokens),
      language,
    );
    const sentences = trimFirst(
      withoutStart(
        spokenChars,
        blocks.flatMap((block) => toSpokenSentences(block, language)),
      ),
    );
    spokenChars = Math.max(0, spokenChars - lengthOf(blocks) - blocks.length);
    return sentences;
  };

  const sayOpen = (growth: Growth): readonly string[] => {
    const { tokens, goesOn } = certainTokens(growth);
    const blocks = blockSpeech(tokens, language);
    const growing = goesOn ? blocks.pop() : undefined;
    const finished = [
      ...blocks.flatMap((block) => toSpokenSentences(block, language)),
      ...(growing === undefined ? [] : finishedSentences(toSpokenSentences(growing, language))),
    ];
    const sentences = trimFirst(withoutStart(spokenChars, finished));
    spokenChars = Math.max(spokenChars, lengthOf(finished));
    return sentences;
  };

  return {
    push(text) {
      waiting += text;
      recent += text;
      if (waiting.length < (openChars - LONG_BLOCK_CHARS) / LONG_BLOCK_STEPS) return [];
      if (!MAY_FINISH.test(recent)) {
        recent = recent.slice(-RECENT_CHARS);
        return [];
      }
      recent = afterLastStop(recent);
      const growth = markdown.push(waiting);
      openChars = growth.text.length;
      waiting = '';
      return [...sayClosed(growth), ...sayOpen(growth)];
    },
    end() {
      const before = waiting === '' ? [] : sayClosed(markdown.push(waiting));
      waiting = '';
      return [...before, ...sayClosed(markdown.end())];
    },
  };
}

/** The text to check again for the end of a sentence; empty if the word after the last stop is complete. */
function afterLastStop(text: string): string {
  const rest = (LAST_STOP.exec(text)?.[0] ?? '').replaceAll('\n', ' ');
  return MAY_FINISH.test(rest) ? '' : rest;
}

/** The sentences of a block; each, even the first, begins with a space instead of ending with one. */
function toSpokenSentences(block: string, language: string): string[] {
  let gap = ' ';
  return toSentences(block, language).map((sentence) => {
    const text = sentence.trimEnd();
    const spoken = gap + text;
    gap = sentence.slice(text.length);
    return spoken;
  });
}

/** The sentences without the last, which may continue, and the one before if its end is not certain. */
function finishedSentences(sentences: readonly string[]): readonly string[] {
  return sentences.slice(0, FIRST_WORD.test(sentences.at(-1) ?? '') ? -1 : -2);
}

/** The text after the first `chars` characters of the joined sentences. */
function withoutStart(chars: number, sentences: readonly string[]): string[] {
  const rest: string[] = [];
  let at = 0;
  for (const sentence of sentences) {
    const end = at + sentence.length;
    if (end > chars) rest.push(sentence.slice(Math.max(0, chars - at)));
    at = end;
  }
  return rest;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
