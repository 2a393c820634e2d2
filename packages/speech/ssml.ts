import { escapeHtml } from '@sayso/text/escape-html.ts';
import { toSentences } from '@sayso/text/sentences.ts';

/** Alexa rejects longer speech (developer.amazon.com, limits of a response); Google, 5,000 bytes. */
const SSML_MAX_CHARS = 8000;

/** Characters that XML 1.0 does not allow even escaped (section 2.2), including lone surrogates. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** A BCP 47 tag of a language that a voice could speak; `und` and similar tags do not match. */
const LANGUAGE_TAG = /^(?!und\b|mul\b|auto\b|zxx\b)[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

const CLOSING = '</p></speak>';

/**
 * Speakable text as SSML 1.1 (W3C): `speak` with one `p` and one `s` per sentence, which every engine
 * supports. The text is already written as it is spoken, so `say-as` is not needed. If the result would be
 * longer than `maxChars` characters, the last sentences are omitted; a first sentence that is too long is cut
 * at a space. `language` is the BCP 47 tag of the text; if it is not known, the document has no language.
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
      if (body === '') body = toElement(beginningOf(spoken, roomChars - toElement('').length));
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
  return `<s>${escapeHtml(sentence)}</s>`;
}

/** The start of a sentence whose escaped form has at most this length, cut at a space if possible. */
function beginningOf(sentence: string, maxChars: number): string {
  let length = 0;
  let end = 0;
  for (const char of sentence) {
    length += escapeHtml(char).length;
    if (length > maxChars) break;
    end += char.length;
  }
  const blank = sentence.lastIndexOf(' ', end);
  return sentence.slice(0, blank > 0 ? blank : end);
}
