import { isStopWord } from '../../lib/text/words.ts';
import { isCode, isFullOfSigns } from './code.ts';

// Words that make a sentence unsuitable as a quote, and words that indicate a definition. The words are in
// lower case, compiled for Sayso in several languages and not complete: a missing word can make the order
// worse, but never costs an answer.

/** A side note begins with one of these words and a colon: "Note: version 4 only." */
const REMARKS = `note notes nb warning caution attention notice important tip hint info todo deprecated
  update hinweis achtung anmerkung tipp wichtig warnung remarque avertissement astuce important attention
  nota aviso advertencia importante consejo avviso attenzione opmerking waarschuwing примечание внимание
  важно 注意 注 备注 提示 警告 重要`;

/**
 * Beginnings of sentences that refer to another place and have no content of their own; separated by commas.
 */
const POINTERS = `see, see also, click, read, read more, learn more, find out, check out, visit, for more,
  for a list, for details, for further, more information, more info, more details, more on, take a look,
  have a look, sign up, sign in, log in, register now, subscribe, follow, join, download, try it, buy,
  book now, add to cart, skip to, jump to, share on, accept all, siehe, mehr, lesen sie, klicken,
  besuchen sie, weitere informationen, voir, voir aussi, cliquez, lire, lisez, en savoir plus, pour plus,
  véase, ver, vea, haga clic, leer, lea, más información, para más, veja, clique, leia, saiba mais,
  para mais, vedi, clicca, leggi, scopri, per maggiori, zie, lees, klik, meer informatie, смотрите, см,
  читайте, подробнее, 详见, 参见, 点击, 查看, 詳しくは, こちら`;

/**
 * Remarks that a web site makes about itself on every page, anywhere in a sentence; separated by commas.
 * "Express uses cookies" is not such a phrase, because it may be the answer to a question.
 */
const NOTICES = `we use cookies,
  we and our partners, this site uses cookies, this website uses cookies, our use of
  cookies, accept our cookies, accept all cookies, cookie policy, cookie settings, all rights reserved, wir
  verwenden cookies, wir nutzen cookies, diese website verwendet cookies, diese website nutzt cookies, dass
  diese website cookies, cookie-einstellungen, alle rechte vorbehalten, utilizamos cookies, usamos cookies,
  política de cookies, todos los derechos reservados, nous utilisons des cookies, ce site utilise des
  cookies, tous droits réservés, todos os direitos reservados, utilizziamo i cookie, utilizziamo cookie,
  questo sito utilizza, tutti i diritti riservati, wij gebruiken cookies, we gebruiken cookies, deze website
  gebruikt cookies, alle rechten voorbehouden, мы используем файлы cookie, мы используем cookie, этот сайт
  использует, все права защищены, 無断転載, 本网站使用, 本網站使用, 版权所有, 版權所有, 当サイトでは, نستخدم ملفات تعريف الارتباط,
  يستخدم هذا الموقع ملفات, جميع الحقوق محفوظة`;

/**
 * Programs: a line with a program's name and one of `COMMANDS` or an option is a command to type, not a
 * sentence.
 */
const PROGRAMS = `npm npx pnpm yarn bun deno node pip pip3 pipx uv conda python python3 apt apt-get dnf
  yum pacman apk brew choco winget snap cargo rustup gem bundle composer go docker podman kubectl helm git
  curl wget make cmake dotnet mvn gradle cd mkdir export`;

/** Words after the name of a program in a command. */
const COMMANDS =
  'install i add run exec create init get clone pull push update upgrade build start test ci global ' +
  'tap compose apply -m';

/** Forms of "to be" that introduce a definition if an article follows: "Fastify is a framework". */
export const COPULAS = `is are was were ist sind war waren est sont était étaient fut es son era eran fue
  fueron é são foi foram è sono fu furono is zijn werd`;

/** The text after such a form in a definition. */
export const ARTICLES = `a an the one any ein eine einer der die das un une le la les l des uno una el los
  las um uma o os as il lo i gli een de het`;

/** Words that introduce a definition in languages without articles. */
export const BARE_COPULAS = `это является был была были 是 為 为 係 は とは هو هي`;

const FINISHED = /[\p{Sentence_Terminal}…]["'”’»」』）)\]]*$/u;
const ASKS = /[?？؟]["'”’»」』）)\]]*$/u;
/** The start of a text that begins in the middle of a sentence, as snippets do. */
const CUT_OFF = /^\p{Ll}/u;
/** The end of a sentence that introduces a list or code, which is not part of the sentence. */
const PROMISES = /[:：]$/u;
/** The name of a release: such a sentence may be outdated. */
const RELEASE = /(?<![\p{L}\p{N}])v\d+(?:\.[\dx*]+)*(?![\p{L}\p{N}])/u;
const SMALL_LETTER = /^\p{Ll}/u;
const SHOWN_WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const ADDRESS = /https?:\/\//i;
const BRACKETS = /[()[\]{}（）「」『』]/g;
const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '（': '）',
  '「': '」',
  '『': '』',
};

const copulas = new Set(COPULAS.split(/\s+/u));
const REMARK = beginningWith(REMARKS.split(/\s+/u), '\\s?[:!：]');
const POINTER = beginningWith(POINTERS.split(/,\s+/u), '(?![\\p{L}\\p{N}])');
const NOTICE = new RegExp(alternatives(NOTICES.split(/,\s+/u)), 'iu');
const PROGRAM = alternatives(PROGRAMS.split(/\s+/u));
const COMMAND = new RegExp(
  `^[$>#]?\\s?(?:sudo )?(?:${PROGRAM}) (?:(?:${alternatives(COMMANDS.split(/\s+/u))}` +
    `)(?![\\p{L}\\p{N}])|--?[A-Za-z])`,
  'u',
);

/** A sentence whose legibility is lower than this is quoted only if there is nothing better. */
export const LEAST_LEGIBLE = 0.5;

/** True for a question and for a heading; both only announce the subject of the next sentence. */
export function isHeading(text: string): boolean {
  return ASKS.test(text) || !FINISHED.test(text);
}

/** True for a line to type into a terminal: "npm install sayso". */
export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/**
 * How well a sentence can be understood alone, between 0 and 1; `words` are its words (`toWords`). Plain
 * sentences score 1; fragments, headings, long sentences and bare addresses score less. A score below
 * `LEAST_LEGIBLE` is given to questions, code, commands, side notes, notices on cookies and rights,
 * references to other places, text that is cut off inside brackets, and text of fewer than four words.
 */
export function legibility(text: string, words: readonly string[]): number {
  let share = 1;
  if (ASKS.test(text)) share *= 0.4;
  else if (!FINISHED.test(text)) share *= PROMISES.test(text) ? 0.45 : 0.75;
  if (CUT_OFF.test(text)) share *= 0.85;
  if (words.length < 4) share *= 0.45;
  if (words.length > 45) share *= 0.85;
  if (!words.some(isStopWord)) share *= 0.8;
  if (ADDRESS.test(text) || RELEASE.test(text)) share *= 0.8;
  if (isLabel(text, words)) share *= 0.6;
  if (isCode(text) || isFullOfSigns(text, words.length) || isCommand(text)) share *= 0.4;
  if (REMARK.test(text) || POINTER.test(text) || NOTICE.test(text)) share *= 0.4;
  if (!isBalanced(text)) share *= 0.45;
  return share;
}

/**
 * Whether a text is a title such as "Tutorial: Building UI with Preact.": every content word is capitalised,
 * and there is no form of "to be".
 */
function isLabel(text: string, words: readonly string[]): boolean {
  if (words.length > 10 || words.some((word) => copulas.has(word))) return false;
  const own = (text.match(SHOWN_WORD) ?? []).filter((word) => !isStopWord(word.toLowerCase()));
  return own.some((word) => /^\p{Lu}/u.test(word)) && !own.some((word) => SMALL_LETTER.test(word));
}

/** False if a bracket has no partner: the sentence was cut off inside brackets, or is not a sentence. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(BRACKETS)) {
    const closing = CLOSING[bracket];
    if (closing !== undefined) open.push(closing);
    else if (open.pop() !== bracket) return false;
  }
  return open.length === 0;
}

function beginningWith(phrases: readonly string[], end: string): RegExp {
  return new RegExp(`^(?:please )?(?:${alternatives(phrases)})${end}`, 'iu');
}

function alternatives(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.replace(/\s+/gu, '\\s')).join('|');
}
