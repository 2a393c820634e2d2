import { collapse, toSnippet } from '@sayso/text/text.ts';

const MAX_TITLE_CHARS = 120;
/** Titles that programs write if the author did not set one: a file name or a placeholder. */
const UNWRITTEN = new RegExp(
  String.raw`^(?:untitled(?:[ -]?\d+)?|unbenannt\d*|sans titre\d*|document\d*` +
    String.raw`|(?:powerpoint )?presentation\d*|microsoft word - .*|.*\.(?:docx?|odt|rtf|tex|indd` +
    '|dvi|pages|pptx?|xlsx?))$',
  'i',
);

/** The first meaningful title of a document, at most 120 characters, or the words of its file name. */
export function documentTitle(path: string, ...titles: readonly (string | null | undefined)[]): string {
  for (const title of titles) {
    const written = collapse(title ?? '');
    if (hasWords(written) && !UNWRITTEN.test(written)) return toSnippet(written, MAX_TITLE_CHARS);
  }
  return toSnippet(nameInWords(path), MAX_TITLE_CHARS);
}

/** Turns `guide/user_guide-2.md` into "user guide 2". */
function nameInWords(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const bare = dot > 0 ? name.slice(0, dot) : name;
  return collapse(bare.replace(/[_-]+/g, ' ')) || name;
}

/** Ends a heading like a sentence, so that it does not run into the following text. */
export function asSentence(text: string): string {
  return !hasWords(text) || /[.!?:;。！？…]$/u.test(text) ? text : `${text}.`;
}

/** False for text without a letter or digit, such as the remains of a line of badges. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
