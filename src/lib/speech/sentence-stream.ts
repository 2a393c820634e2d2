import { createGrowingMarkdown, type Growth, type MarkdownToken as Token } from '../markdown/index.ts';
import { toSentences } from '../text/sentences.ts';
import { blockSpeech } from './speech.ts';

/** Yields the speech of growing Markdown sentence by sentence. */
export type SentenceStream = {
  /**
   * Adds more of the Markdown, in pieces of any size. Returns the sentences that are now complete and can no
   * longer change.
   */
  push(text: string): readonly string[];
  /** Ends the text. Returns the remaining sentences. */
  end(): readonly string[];
};

/** A possible end of a sentence: a line break, or a stop with the word after it. */
const MAY_FINISH = /\n|[\p{Sentence_Terminal}…]["'”’»)\]*_]*(?:\[\d+\])*\s+\S+\s+\S|[。！？｡।؟]./u;
/**
 * Only this many characters at the end of the text are examined again: the distance from a stop to the end of
 * the next word is shorter.
 */
const RECENT_CHARS = 200;
const LAST_STOP = /[\p{Sentence_Terminal}…][^\p{Sentence_Terminal}…]*$/u;
/**
 * A block of more characters than this is a mistake or an attack. It is parsed again only after it has grown
 * by an eighth of the excess, so that the repeated parsing costs no more than parsing the whole block nine
 * times.
 */
const LONG_BLOCK_CHARS = 4000;
const LONG_BLOCK_STEPS = 8;
/**
 * Matches once the first word of the next sentence is complete, which shows whether the stop ended an
 * abbreviation.
 */
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
  let waiting = '';
  /** The text since the last stop; it is empty once the next sentence has certainly begun. */
  let recent = '';
  /**
   * How many characters of the open blocks have already been spoken, including one space before each block.
   */
  let saidChars = 0;
  let saidAnything = false;
  /** The number of characters that the last push parsed. */
  let openChars = 0;

  const say = (sentences: readonly string[]): readonly string[] => {
    const [first, ...rest] = sentences;
    if (first === undefined || saidAnything) return sentences;
    saidAnything = true;
    return [first.trimStart(), ...rest];
  };

  const sayClosed = ({ closed }: Growth): readonly string[] => {
    const blocks = blockSpeech(
      closed.flatMap((part) => part.tokens),
      language,
    );
    const sentences = say(
      behind(
        saidChars,
        blocks.flatMap((block) => toSpokenSentences(block, language)),
      ),
    );
    saidChars = Math.max(0, saidChars - lengthOf(blocks) - blocks.length);
    return sentences;
  };

  const sayOpen = (growth: Growth): readonly string[] => {
    const { tokens, goesOn } = certainTokens(growth);
    const blocks = blockSpeech(tokens, language);
    const growing = goesOn ? blocks.pop() : undefined;
    const finished = [
      ...blocks.flatMap((block) => toSpokenSentences(block, language)),
      ...(growing === undefined ? [] : finishedOf(toSpokenSentences(growing, language))),
    ];
    const sentences = say(behind(saidChars, finished));
    saidChars = Math.max(saidChars, lengthOf(finished));
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

/**
 * The sentences except the last one, which may continue. The second-to-last one is left out, too, if its end
 * is not certain.
 */
function finishedOf(sentences: readonly string[]): readonly string[] {
  return sentences.slice(0, FIRST_WORD.test(sentences.at(-1) ?? '') ? -1 : -2);
}

/** The text after the first `chars` characters of the joined sentences. */
function behind(chars: number, sentences: readonly string[]): string[] {
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

/**
 * Tokens whose speech no later text can change, and whether the last token is a paragraph that may continue.
 */
type CertainTokens = { readonly tokens: readonly Token[]; readonly goesOn: boolean };

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

/**
 * True when the inline token at `next` begins a list item on the same level as the previous block or on a
 * higher one.
 */
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
