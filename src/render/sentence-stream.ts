import { toSentences } from '../core/sentences.ts';
import type { Source } from '../core/terms.ts';
import { createGrowingMarkdown, type Growth } from '../markup/growing-markdown.ts';
import { certainTokens } from './certain-speech.ts';
import { blockSpeech } from './speech.ts';

/** Yields the speech of growing Markdown sentence by sentence. */
export type SentenceStream = {
  /**
   * Adds more of the Markdown, in pieces of any size. Returns the sentences that are now complete and
   * certain.
   */
  push(text: string): readonly string[];
  /** Ends the text. Returns the remaining sentences. */
  end(): readonly string[];
};

/** A possible end of a sentence: a line break, or a stop with the word after it. */
const MAY_FINISH = /\n|[\p{Sentence_Terminal}…]["'”’»)\]*_]*(?:\[\d+\])*\s+\S+\s+\S|[。！？｡।؟]./u;
const LAST_STOP = /[\p{Sentence_Terminal}…][^\p{Sentence_Terminal}…]*$/u;
/**
 * A longer block, in characters, is a mistake or an attack: it is parsed again only after it has grown by an
 * eighth of the excess, so that all passes together cost at most nine passes over the whole block.
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
 * Joined without a separator, the sentences are exactly the `speech` that `render` returns for the whole
 * text: each begins with the space that separates it from the previous one. `language` is the BCP 47 tag of
 * the answer.
 */
export function createSentenceStream(sources: readonly Source[], language = 'und'): SentenceStream {
  const markdown = createGrowingMarkdown(sources.length);
  let waiting = '';
  /** The text since the last stop, as long as it is not certain that the next sentence has begun. */
  let recent = '';
  /** How many characters of the open blocks were already spoken; each block counts with a space before it. */
  let saidChars = 0;
  let saidAnything = false;
  /** How many characters the last push parsed. */
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
      if (!MAY_FINISH.test(recent)) return [];
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

/** The sentences of a block, each with a space before it instead of after it, including the first. */
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
 * The sentences without the last one, which may continue, and without the one before it if its end is not
 * certain.
 */
function finishedOf(sentences: readonly string[]): readonly string[] {
  return sentences.slice(0, FIRST_WORD.test(sentences.at(-1) ?? '') ? -1 : -2);
}

/** What follows the first `chars` characters of the joined sentences. */
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
