import type { Rendered } from '../core/answer.ts';
import type { Source } from '../core/source.ts';
import { createCitationLinks, parseDefining, parseMarkdown, toHtml } from '../lib/markdown/index.ts';
import { tokensToSpeech } from '../lib/speech/index.ts';

/**
 * Renders an answer's Markdown. It is parsed once; if it defines links (`[name]: url`), it is parsed a second
 * time for the HTML. Speech ignores definitions, because it cannot change text that was already spoken. `[n]`
 * becomes a link to the source with that number. `language` is the BCP 47 tag of the text, or `und`, and
 * determines the speech. Never throws.
 */
export function render(markdown: string, sources: readonly Source[], language: string): Rendered {
  const tokens = parseMarkdown(markdown, sources.length);
  const shown = parseDefining(markdown, sources.length) ?? tokens;
  return { html: toHtml(shown, createCitationLinks(sources)), speech: tokensToSpeech(tokens, language) };
}
