import { toSentences } from '../core/sentences.ts';

/** Alexa refuses output speech of more (developer.amazon.com, limits of a response); Google takes 5,000 bytes. */
export const SSML_MAX_CHARS = 8000;

/** Characters XML 1.0 does not allow (part 2.2), lone surrogates among them, which no escape makes legal. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const UNSAFE = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** A BCP 47 tag; `und` and the like name no language a voice could speak. */
const LANGUAGE_TAG = /^(?!und\b|mul\b|auto\b|zxx\b)[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

const CLOSING = '</p></speak>';

/**
 * Speakable text as SSML 1.1 (W3C): `speak` with one `p` and one `s` for each sentence, nothing else, which every engine
 * understands; the text is already written the way it is spoken, so nothing is left for `say-as`. Of a text that would
 * become longer than `maxChars` characters the last sentences are left out; a first sentence that is too long by
 * itself is cut at a blank. `language` is the BCP 47 tag of the text; a voice gets none where it is not known.
 */
export function toSsml(speech: string, language: string, maxChars = SSML_MAX_CHARS): string {
  const opening = openingTag(language);
  const roomChars = maxChars - opening.length - CLOSING.length;
  let body = '';
  for (const sentence of toSentences(speech.replace(ILLEGAL, ''), language)) {
    const spoken = sentence.trim();
    if (spoken === '') continue;
    const element = toElement(spoken);
    if (body.length + element.length > roomChars) {
      if (body === '') body = toElement(fitting(spoken, roomChars - toElement('').length));
      break;
    }
    body += element;
  }
  return opening + body + CLOSING;
}

function openingTag(language: string): string {
  const tag = LANGUAGE_TAG.test(language) ? ` xml:lang="${language}"` : '';
  return `<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis"${tag}><p>`;
}

function toElement(sentence: string): string {
  return `<s>${escapeXml(sentence)}</s>`;
}

function escapeXml(text: string): string {
  return text.replace(UNSAFE, (char) => ENTITIES[char] ?? '');
}

/** The beginning of a sentence whose escaped form has at most so many characters, ending at a blank where there is one. */
function fitting(sentence: string, maxChars: number): string {
  let length = 0;
  let end = 0;
  for (const char of sentence) {
    length += escapeXml(char).length;
    if (length > maxChars) break;
    end += char.length;
  }
  const blank = sentence.lastIndexOf(' ', end);
  return sentence.slice(0, blank > 0 ? blank : end);
}
