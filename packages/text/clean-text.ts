/**
 * Characters without a visible form: soft hyphen, fillers, zero-width and bidi marks, variation selectors,
 * tags, private use. A run of them can hide a whole message (each tag character encodes an ASCII letter).
 */
const UNSEEN_CHARACTERS = [
  String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f`,
  String.raw`\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff`,
  String.raw`\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Co}`,
];
const UNSEEN = new RegExp(`[${UNSEEN_CHARACTERS.join('')}]+`, 'gu');
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/**
 * Every character that `cleanText` may change, line ends included. Most texts have none. Without the flag
 * `u`, the characters beyond U+FFFF are recognised by their surrogates.
 */
const SUSPECT = new RegExp(
  `[${UNSEEN_CHARACTERS.slice(0, 2).join('')}\\ud800-\\uf8ff\\u2028\\u2029]|${CONTROL.source}`,
);

/** Scripts in which a joiner is part of the spelling: Persian, Hindi, Sinhala, Burmese and others. */
const JOINING_SCRIPTS = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Tibetan', 'Myanmar', 'Khmer'];
const JOINED = new RegExp(
  `[\\u0900-\\u0dff${JOINING_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
);
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const HAS_PICTURE_FORM = /[\p{Emoji}\p{So}\p{Sm}]/u;
/** The three flags that are encoded with tag characters (Unicode emoji data, RGI_Emoji_Tag_Sequence). */
const FLAGS: ReadonlySet<string> = new Set(['gbeng', 'gbsct', 'gbwls'].map(asTags));

/**
 * Text as a person reads it, without characters that are invisible or change the reading direction. Invisible
 * characters that are part of the spelling stay: joiners inside words of scripts that need them, joiners and
 * selectors of emoji, and variants of Han characters. Line ends become `\n`, other control characters spaces.
 * Takes linear time.
 */
export function cleanText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .toWellFormed()
    .replace(UNSEEN, (run, at: number, whole: string) => spelling(run, at, whole))
    .replace(LINE_END, '\n')
    .replace(CONTROL, ' ');
}

/** The characters of an invisible run that the spelling needs; usually none. */
function spelling(run: string, at: number, text: string): string {
  const before = lastPoint(text.slice(Math.max(0, at - 2), at));
  const after = String.fromCodePoint(text.codePointAt(at + run.length) ?? 0x20);
  if (run === '\u200c' || run === '\u200d') return joins(run, before, after) ? run : '';
  if (run.length <= 2 && /^[\ufe0e\ufe0f]/.test(run)) return pictureForm(run, before, after);
  if (/^[\u{e0100}-\u{e01ef}]$/u.test(run) && /\p{Script=Han}/u.test(before)) return run;
  if (/^[\u180b-\u180f]$/.test(run) && /\p{Script=Mongolian}/u.test(before)) return run;
  return before === '🏴' && FLAGS.has(run) ? run : '';
}

function joins(run: string, before: string, after: string): boolean {
  if (JOINED.test(before) && JOINED.test(after)) return true;
  return run === '\u200d' && PICTURE.test(before) && PICTURE.test(after);
}

/** The selector after a sign, and a joiner to the next emoji: ❤, selector, joiner, 🔥. */
function pictureForm(run: string, before: string, after: string): string {
  if (!HAS_PICTURE_FORM.test(before)) return '';
  return run[1] === '\u200d' && PICTURE.test(after) ? run : run.slice(0, 1);
}

function lastPoint(text: string): string {
  return Array.from(text).at(-1) ?? ' ';
}

function asTags(letters: string): string {
  const tags = Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)));
  return `${tags.join('')}\u{e007f}`;
}
