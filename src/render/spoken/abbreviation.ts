import { isAbbreviated } from '../../core/abbreviated.ts';
import type { Locale } from './locale.ts';
import { alternatives, type Rule } from './rule.ts';

/** `Sr. Lopez` and `Co. Cork` are something else than `King Sr.` and `Smith & Co.` */
const BEHIND_NAME = /(?:\p{Lu}[\p{L}\p{N}.’']*|&|and),? $/u;
/** How far is looked around a stop. */
const REACH = 48;

/** Abbreviations in full: `z. B.` as `zum Beispiel`, `No. 5` as `number 5`. A stop that ended the sentence stays. */
export function createAbbreviationRule(locale: Locale): Rule {
  const full = new Map(
    Object.entries({
      ...locale.abbreviations,
      ...locale.beforeName,
      ...locale.beforeNumber,
    }).map(([form, said]) => [squeeze(form), said]),
  );
  const closing = new Map<string, Closing>([
    ...locale.closing.map((form) => [squeeze(form), 'always'] as const),
    ...locale.behindNames.map((form) => [squeeze(form), 'unless a name goes on'] as const),
  ]);
  const plain = withOptionalBlanks(alternatives(Object.keys(locale.abbreviations)));
  const numbered = withOptionalBlanks(alternatives(Object.keys(locale.beforeNumber)));
  const named = Object.keys(locale.beforeName);
  const name =
    named.length === 0 ? '' : `|(?:${alternatives(named)})(?=(?<=-|\\s)\\p{Lu}|\\s\\p{Lu}[\\p{Ll}’'])`;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.])(?:(?:${plain})(?![\\p{L}\\p{N}])|(?:${numbered})(?=\\s?\\d)${name})`,
    'gu',
  );
  return (text) =>
    text.replace(pattern, (form: string, at: number) => {
      if (
        closing.get(squeeze(form)) === 'unless a name goes on' &&
        !BEHIND_NAME.test(text.slice(Math.max(0, at - REACH), at))
      )
        return form;
      const said = full.get(squeeze(form)) ?? form;
      return said + endOf(text, at + form.length, closing.get(squeeze(form)) ?? 'never');
    });
}

/** Whether the stop of an abbreviation may end a sentence, and whether a name before it may go on behind it. */
type Closing = 'never' | 'always' | 'unless a name goes on';

/** What must follow the words: a blank before a number that stood close, the stop of a sentence that ended here. */
function endOf(text: string, end: number, closing: Closing): string {
  if (/\d/.test(text.charAt(end))) return ' ';
  if (closing === 'never' || !/^\s+["“‘(]?\p{Lu}/u.test(text.slice(end, end + 5))) return '';
  if (closing === 'always') return '.';
  const before = `${text.slice(Math.max(0, end - REACH), end)} `;
  return isAbbreviated(before, text.slice(end, end + REACH).trimStart()) ? '' : '.';
}

function squeeze(form: string): string {
  return form.replace(/\s/g, '');
}

/** `z. B.` is also written without the blank, or with a narrow one. */
function withOptionalBlanks(pattern: string): string {
  return pattern.replaceAll(' ', '\\s?');
}
