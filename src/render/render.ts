import { createCitationLinks, loadFormulasFor, parseDefining, parseMarkdown, toHtml } from '@sayso/markdown';
import { tokensToSpeech } from '@sayso/speech';
import type { Rendered } from '../core/answer.ts';
import type { Source } from '../core/source.ts';

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

/** As `render`. The first text that may contain a formula waits until formulas can be read. */
export function renderWithFormulas(
  markdown: string,
  sources: readonly Source[],
  language: string,
): Rendered | Promise<Rendered> {
  const loading = loadFormulasFor(markdown);
  if (loading === null) return render(markdown, sources, language);
  return loading.then(() => render(markdown, sources, language));
}
