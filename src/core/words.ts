/**
 * Words without a meaning of their own in a question or sentence, one list per language.
 *
 * They are used as one set for all languages, so words with a meaning in another language are omitted: German
 * "war", "man", "hat" and "die", Spanish "son" and "sin", French "or", Italian "come". English "us" is
 * omitted because it may mean the country, and single letters because of vitamins and programming languages.
 */
export const STOP_WORDS: Readonly<Record<string, string>> = {
  english: `a an and any are aren't as at be been being but by can can't could couldn't did didn't do does
    doesn't doing don't each for from had has hasn't have haven't he her hers him his how i if in into is
    isn't it its just me my no nor not of on or our she should so some such than that the their them then
    there these they this those to too was wasn't we were weren't what whats when where which while who
    whom whose why will with won't would you your about please tell explain describe many much`,
  spanish: `al como con cual cuales cuando cuanta cuantas cuanto cuantos cuál cuáles cuándo cuánta cuántas
    cuánto cuántos cómo de del donde dónde el ella ellos en entre es esa ese eso esta este esto está están
    fue fueron ha hay la las le les lo los más muy no o para pero por porque que quien quienes quién
    quiénes qué se ser si sobre su sus también tiene tienen un una unas unos y ya`,
  german: `aber als am an auf aus bei beim bis da damit dass das dem der des dein du ein eine einem einen
    einer eines er es für gibt habe haben hatte ich ihr ihre im ist ja kann können mit nach nicht noch nur
    oder ob sein seine sich sie sind so über um und uns vom von vor wann warum was welche welchem welchen
    welcher welches wem wen wenn wer werden weshalb wie wieso wieviel wir wird wo woher wohin wurde wurden
    zu zum zur zwischen`,
  french: `au aux avec ce cela ces cet cette combien comment dans de des du elle elles en est et eu il ils
    je la laquelle le lequel les lesquelles lesquels leur leurs lui ma mais mes mon ne nos notre nous on
    ont où par pas plus pourquoi qu quand que quel quelle quelles quels qui quoi sa se sera ses si sont
    sur ta te tes toi ton un une vos votre vous y a à été était étaient`,
  portuguese: `a ao aos as com como da das de do dos e ela ele eles em entre era eram essa esse esta este
    está foi foram há isso isto já lhe mais mas na nas nem no nos não o onde os ou para pela pelas pelo
    pelos por porque qual quais quando quanta quantas quanto quantos que quem se sem ser seu seus sua suas
    são também tem têm um uma é`,
  italian: `ai al alla alle allo anche che chi ci con cosa cui da dagli dai dal dalla dalle degli dei del
    della delle dello di dove e ed era erano gli ha hanno i il in la le lo loro ma nei nel nella nelle
    nello non o per perché però più qual quale quali quando quanta quante quanti quanto questa questo qui
    se si sono su sua sue sul sulla sulle suo suoi un una uno è`,
  dutch: `aan als bij dan dat de deze dit door een en er geen had heb hebben heeft hem het hoe hoeveel hun
    ik in is je kan kunnen maar met mijn naar niet nog nu of om onder ook op over te tot uit van veel voor
    waar waarom wanneer waren wat welk welke werd werden wie wij wordt worden ze zich zij zijn zo`,
  russian: `а был была были было быть в во где для до его ее её если есть же за и из или их к как какая
    какие какой какое когда кого кто ли на не но о об он она они от по почему при с сколько со такое такой
    то у чем что чего это`,
  arabic: `ما ماذا من متى أين اين كيف كم لماذا هل هو هي هم في على إلى الى عن أي اي أن ان إن كان كانت هذا
    هذه ذلك التي الذي و او أو مع`,
  japanese: `の は が を に で と も や へ か ね よ から まで より など です ます でし だ た て な ない し い する した して され れる られ ある あり いる いう
    こと もの この その あの これ それ 何 なに なん 誰 だれ どこ いつ なぜ どう どの どれ どんな どちら いくつ いくら とは について ください 教え`,
  chinese: `的 地 得 是 了 着 在 和 与 與 及 或 吗 嗎 呢 吧 什么 什麼 谁 誰 哪 哪里 哪裡 哪儿 哪个 哪個 哪些 何时 何時 何处 怎么 怎麼 怎样 怎樣 怎么样 如何 为什么
    為什麼 为何 多少 几 幾 有 这 這 那 这个 這個 那个 那個 也 都 就 被 把 对 對 从 從 到 于 於 之 其 个 個 请 請 请问`,
  korean: `은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 무엇 무엇입니까 누구 어디 언제 왜 어떻게 어떤 얼마 몇 입니까 인가요`,
};

/** Scripts that put no spaces between words, as the content of a character class (flag `u`). */
export const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const stopWords = new Set(Object.values(STOP_WORDS).flatMap((list) => list.split(/\s+/u)));

// Acronyms with full stops, numbers with decimals, words with an apostrophe inside.
const ASCII_WORD = /(?:[a-z]\.){2,}(?:[a-z](?![a-z0-9]))?|\d+(?:[.,]\d+)+|[a-z0-9]+(?:'[a-z]+)*/g;
const ANY_WORD = new RegExp(
  [
    String.raw`(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?`,
    String.raw`\p{N}+(?:[.,]\p{N}+)+`,
    String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*`,
  ].join('|'),
  'gu',
);
// The typographic marks found in most English pages. Without them the text is plain ASCII and fast to split.
const SINGLE_QUOTES = /[‘’]/g;
const MARKS = /[“”–—…\u00a0]/g;
const INNER_MARK = /\w['.,]\w/;
const BEYOND_ASCII = /[^\0-\x7f]/;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const ENGLISH_ENDING = /['’](?:s|re|ve|ll|d|m)$/;
const ELIDED_ARTICLE =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|all|dall|dell|nell|sull|coll|quell|quest)['’](?=.)/;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words of a text in order, for comparing and counting, not for display: NFKC, lower-case, without
 * punctuation. Acronyms lose their full stops (`U.S.` equals `US`), numbers their thousands separators but
 * not their decimals, words their English `'s` and their French or Italian article (`l'Italie`). Scripts
 * without spaces are split by `Intl.Segmenter`, the rest by a regular expression, which is many times faster.
 */
export function toWords(text: string): string[] {
  const isAscii = !BEYOND_ASCII.test(text);
  const plain = isAscii ? text : text.replace(SINGLE_QUOTES, "'").replace(MARKS, ' ');
  if (isAscii || !BEYOND_ASCII.test(plain)) {
    const words = plain.toLowerCase().match(ASCII_WORD) ?? [];
    return INNER_MARK.test(plain) ? words.map(tidy) : words;
  }
  const found = text.normalize('NFKC').toLowerCase().match(ANY_WORD) ?? [];
  if (!HAS_UNSPACED.test(text)) return found.map(tidy);
  const segmented = segmentEach(found.filter((word) => HAS_UNSPACED.test(word))).values();
  return found.flatMap((word) => (HAS_UNSPACED.test(word) ? (segmented.next().value ?? []) : [tidy(word)]));
}

/**
 * True for function and question words of several languages (`STOP_WORDS`); takes a word from `toWords`.
 */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** The words of each run. All runs are segmented in one call, because a call costs more than most runs do. */
function segmentEach(runs: readonly string[]): string[][] {
  const words: string[][] = runs.map(() => []);
  let run = 0;
  for (const { segment, isWordLike } of segmenter.segment(runs.join('\n'))) {
    if (segment === '\n') run++;
    else if (isWordLike) words[run]?.push(segment);
  }
  return words;
}

function tidy(word: string): string {
  if (word.includes("'") || word.includes('’')) {
    return word.replace(ENGLISH_ENDING, '').replace(ELIDED_ARTICLE, '').replaceAll('’', "'");
  }
  if (word.includes('.') && !/^\p{N}/u.test(word)) return word.replaceAll('.', '');
  return word.includes(',') && THOUSANDS.test(word) ? word.replaceAll(',', '') : word;
}

const PLAIN_LATIN = /^[a-z]+$/;
const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
const VOWEL = /[aeiouy]/;

/**
 * A form shared by all inflections of one word: by `codes`, `code`, `coded` and `coding`; by `countries` and
 * `country`; by `São` and `Sao`. Takes a word from `toWords`. Only words in Latin script change; the result
 * need not be a word. It changes less than Porter's stemmer (1980), which also merges `university` and
 * `universe`.
 */
export function stem(word: string): string {
  const plain = fold(word);
  if (plain.length <= 3 || !PLAIN_LATIN.test(plain)) return plain;
  return withoutFinalVowel(withoutVerbEnding(withoutPlural(plain)));
}

function fold(word: string): string {
  if (!BEYOND_ASCII.test(word) || !LATIN.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.slice(0, -2);
  return /(?:ss|x|ch|sh|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  const cut = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  const rest = cut === 0 ? word : word.slice(0, -cut);
  if (cut === 0 || rest.length < 3 || !VOWEL.test(rest)) return word;
  return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function withoutFinalVowel(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}
