import words from './side-notes.json' with { type: 'json' };

/*
 * Text that a page says about itself or beside its subject, which is never an answer. `remarks` begin a side
 * note before a colon, `pointers` begin a sentence that refers to another place, and `notices` are what a
 * site says on every page; "Express uses cookies" is none, because it may be an answer. The words are in
 * lower case, compiled for Sayso and not complete: a missing word can make an answer worse.
 */
const REMARK = beginningWith(words.remarks, '\\s?[:!：]');
const POINTER = beginningWith(words.pointers, '(?![\\p{L}\\p{N}])');
const NOTICE = new RegExp(alternatives(words.notices), 'iu');

/**
 * Whether a sentence is a side note ("Note: version 4 only."), refers to another place ("See the docs") or is
 * a notice on cookies or rights.
 */
export function isSideNote(text: string): boolean {
  return REMARK.test(text) || POINTER.test(text) || NOTICE.test(text);
}

function beginningWith(phrases: readonly string[], end: string): RegExp {
  return new RegExp(`^(?:please )?(?:${alternatives(phrases)})${end}`, 'iu');
}

function alternatives(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.replace(/\s+/gu, '\\s')).join('|');
}
