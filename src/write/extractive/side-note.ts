// Text that a page says about itself or beside its subject, which is never an answer. The words are in lower
// case, compiled for Sayso in several languages and not complete: a missing word can make an answer worse.

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

const REMARK = beginningWith(REMARKS.split(/\s+/u), '\\s?[:!：]');
const POINTER = beginningWith(POINTERS.split(/,\s+/u), '(?![\\p{L}\\p{N}])');
const NOTICE = new RegExp(alternatives(NOTICES.split(/,\s+/u)), 'iu');

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
