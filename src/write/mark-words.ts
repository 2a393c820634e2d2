import { stem, toWords, UNSPACED } from '@sayso/text/words.ts';
import { shareOfForm } from './choose-passages.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** They stand for the marks until the text is escaped; they are of private use, and removed from the text. */
const [OPENS, CLOSES] = ['\uE000', '\uE001'];
/** What stands between two spaces; an address or code in it is left alone. */
const CHUNK = /\S+/gu;
const BUSY = /:\/\/|[/@\\`*_~<>[\]$=]/u;
const WORD_RUN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const BARE_DOLLAR = /(?<!\\)\$/g;

/** A text as Markdown for one line, with the words of a question in bold. `terms` are their stems. */
export function markWords(text: string, terms: readonly string[]): string {
  const marked = text
    .replaceAll(OPENS, '')
    .replaceAll(CLOSES, '')
    .replace(CHUNK, (chunk) =>
      BUSY.test(chunk) ? chunk : chunk.replace(WORD_RUN, (word) => mark(word, terms)),
    );
  const markdown = escapeMarkdown(marked);
  // Bold text between two dollar signs would be read as a formula.
  return markdown.replace(BARE_DOLLAR, '\\$').replaceAll(OPENS, '**').replaceAll(CLOSES, '**');
}

function mark(word: string, terms: readonly string[]): string {
  if (HAS_UNSPACED.test(word)) return markWithin(word, terms);
  const stems = new Set(toWords(word).map(stem));
  return terms.some((term) => shareOfForm(term, stems) > 0) ? OPENS + word + CLOSES : word;
}

/** Marks the terms in a run without spaces, the longest first. */
function markWithin(run: string, terms: readonly string[]): string {
  const [longest] = terms
    .filter((term) => run.includes(term) && term.length > 1)
    .sort((one, other) => other.length - one.length);
  if (longest === undefined) return run;
  const at = run.indexOf(longest);
  const after = run.slice(at + longest.length);
  return markWithin(run.slice(0, at), terms) + OPENS + longest + CLOSES + markWithin(after, terms);
}
