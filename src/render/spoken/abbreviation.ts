import type { Locale } from './locale.ts';
import { alternatives, type Rule } from './rule.ts';

/** Abbreviations in full: `z. B.` as `zum Beispiel`, `No. 5` as `number 5`. A stop that ended the sentence stays. */
export function createAbbreviationRule(locale: Locale): Rule {
  const full = new Map(
    Object.entries({ ...locale.abbreviations, ...locale.beforeNumber }).map(([form, said]) => [
      squeeze(form),
      said,
    ]),
  );
  const closing = new Set(locale.closing.map(squeeze));
  const plain = withOptionalBlanks(alternatives(Object.keys(locale.abbreviations)));
  const numbered = withOptionalBlanks(alternatives(Object.keys(locale.beforeNumber)));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.])(?:(?:${plain})(?![\\p{L}\\p{N}])|(?:${numbered})(?=\\s?\\d))`,
    'gu',
  );
  return (text) =>
    text.replace(pattern, (form: string, at: number) => {
      const said = full.get(squeeze(form)) ?? form;
      return said + endOf(text, at + form.length, closing.has(squeeze(form)));
    });
}

/** What must follow the words: a blank before a number that stood close, the stop of a sentence that ended here. */
function endOf(text: string, end: number, mayClose: boolean): string {
  if (/\d/.test(text.charAt(end))) return ' ';
  return mayClose && /^\s+\p{Lu}/u.test(text.slice(end, end + 4)) ? '.' : '';
}

function squeeze(form: string): string {
  return form.replace(/\s/g, '');
}

/** `z. B.` is also written without the blank, or with a narrow one. */
function withOptionalBlanks(pattern: string): string {
  return pattern.replaceAll(' ', '\\s?');
}
