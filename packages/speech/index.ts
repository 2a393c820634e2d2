import { parseMarkdown } from '@sayso/markdown';
import { detectLanguage } from '@sayso/text/language.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { tokensToSpeech } from './speech.ts';
import { toSsml } from './ssml.ts';

export { createSentenceStream } from './sentence-stream.ts';
export { tokensToSpeech } from './speech.ts';
export { toSsml } from './ssml.ts';

/** Options of `toSpeech`. */
type SpeechOptions = {
  /** The BCP 47 tag of the text. If it is absent, the language is detected. */
  readonly language?: string;
  /** The maximum length of the SSML, in characters; by default 8000, the limit of Alexa. */
  readonly maxSsmlChars?: number;
};

/** A text in the forms that voices read. */
type Speech = {
  /** Plain text without markup, addresses and citations; numbers, dates, units and prices are in words. */
  readonly text: string;
  /** The sentences of `text`, in order. */
  readonly sentences: readonly string[];
  /** `text` as SSML 1.1, one `s` element for a sentence; whole sentences are omitted if too long. */
  readonly ssml: string;
  /** The BCP 47 tag of the language, or `und` if it is not known: then no words are added. */
  readonly language: string;
};

/** Higher numbers in brackets are no citations, but years and the like. */
const MOST_SOURCES = 99;

/** Makes Markdown speakable; six languages have rules. Never throws; takes linear time. */
export function toSpeech(markdown: string, options: SpeechOptions = {}): Speech {
  const language = options.language ?? detectLanguage(markdown);
  const text = tokensToSpeech(parseMarkdown(markdown, MOST_SOURCES), language);
  const sentences = toSentences(text, language).map((sentence) => sentence.trim());
  return {
    text,
    sentences: sentences.filter((sentence) => sentence !== ''),
    ssml: toSsml(text, language, options.maxSsmlChars),
    language,
  };
}
