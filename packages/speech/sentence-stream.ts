import { createGrowingMarkdown, type Growth } from '@sayso/markdown';
import { toSentences } from '@sayso/text/sentences.ts';
import { certainTokens } from './certain-tokens.ts';
import { blockSpeech } from './speech.ts';

/** Yields the speech of growing Markdown sentence by sentence. */
export type SentenceStream = {
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
