import type { Source } from '../core/terms.ts';
import { createCitationLinks } from './citation-links.ts';
import { toHtml } from './html.ts';
import { parseDefining, parseMarkdown } from './markdown.ts';
import { toSpeech } from './speech.ts';

/** One answer in the two forms that are made from its Markdown. */
export type Rendered = {
  /** Safe to put into any page; see `toHtml`. */
  readonly html: string;
  /** One line of plain text for a voice; see `toSpeech`. */
  readonly speech: string;
};

/**
 * Renders an answer's Markdown, parsed once, and once more for the HTML where it defines links (`[name]: url`), which the
 * speech does not follow: what was said cannot be taken back. `[n]` becomes a link to the source with that number.
 * `language` is the BCP 47 tag of the text, or `und`; the speech follows it. Never throws, whatever the text.
 */
export function render(markdown: string, sources: readonly Source[], language: string): Rendered {
  const tokens = parseMarkdown(markdown, sources.length);
  const shown = parseDefining(markdown, sources.length) ?? tokens;
  return { html: toHtml(shown, createCitationLinks(sources)), speech: toSpeech(tokens, language) };
}
