import { toSentences } from '../core/sentences.ts';
import type { Source } from '../core/terms.ts';
import { certainTokens } from './certain-speech.ts';
import { createGrowingMarkdown, type Growth } from './growing-markdown.ts';
import { blockSpeech } from './speech.ts';

/** Tells the speech of Markdown that grows, sentence by sentence. */
export type SentenceStream = {
  /** More of the Markdown, in pieces of any size. Returns the sentences that are finished and certain now. */
  push(text: string): readonly string[];
  /** No more comes. Returns the sentences that are left. */
  end(): readonly string[];
};

/** Something that may have finished a sentence: a line break, or a stop with the word behind it. */
const MAY_FINISH = /\n|[\p{Sentence_Terminal}…]["'”’»)\]*_]*(?:\[\d+\])*\s+\S+\s+\S|[。！？｡।؟]./u;
const LAST_STOP = /[\p{Sentence_Terminal}…][^\p{Sentence_Terminal}…]*$/u;
/**
 * A block longer than this is a mistake or an attack: it is parsed again only after it has grown by an eighth of the excess,
 * so that all passes together cost no more than nine of the whole.
 */
const LONG_BLOCK_CHARS = 4000;
const LONG_BLOCK_STEPS = 8;
/** The next sentence shows its first word whole: an abbreviation would be known by it. */
const FIRST_WORD = /^\s*(?:\S+\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2})/u;

/**
 * Tells the speech of Markdown that grows, sentence by sentence, each as soon as nothing that still comes can change it.
 * Put together as they are, without anything between them, the sentences are exactly the `speech` of `render` over the whole
 * text: a sentence begins with the blank that parts it from the one before. `language` is the BCP 47 tag of the answer.
 */
export function createSentenceStream(sources: readonly Source[], language = 'und'): SentenceStream {
  const markdown = createGrowingMarkdown(sources.length);
  let waiting = '';
  /** What came since the last stop, where the next sentence is not yet known to have begun. */
  let recent = '';
  /** Characters that were already said of the blocks that are open, each counted with a blank before it. */
  let saidChars = 0;
  let saidAnything = false;
  /** Characters that the last push had to parse. */
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

/** What to go on looking at for the end of a sentence: nothing where the last stop was already seen with its next word. */
function afterLastStop(text: string): string {
  const rest = (LAST_STOP.exec(text)?.[0] ?? '').replaceAll('\n', ' ');
  return MAY_FINISH.test(rest) ? '' : rest;
}

/** The sentences of a block, each with the blank before it instead of the one behind it; the first one too. */
function toSpokenSentences(block: string, language: string): string[] {
  let gap = ' ';
  return toSentences(block, language).map((sentence) => {
    const text = sentence.trimEnd();
    const spoken = gap + text;
    gap = sentence.slice(text.length);
    return spoken;
  });
}

/** Without the last sentence, which goes on, and the one before where it is not certain that it ended. */
function finishedOf(sentences: readonly string[]): readonly string[] {
  return sentences.slice(0, FIRST_WORD.test(sentences.at(-1) ?? '') ? -1 : -2);
}

/** What comes behind the first `chars` characters of the sentences put together. */
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
