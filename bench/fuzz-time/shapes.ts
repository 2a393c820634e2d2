import { createRandom } from '../random.ts';
import { fragmentsOf } from './regex-fragments.ts';

/** A kind of text that can be made in any length. */
export type Shape = {
  readonly name: string;
  /** A text of exactly this many UTF-16 units. */
  make(chars: number): string;
};

const SPECIAL = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r'];
/** What the listed fragments have in place of white space. */
const WHITE: Readonly<Record<string, string>> = { '·': ' ', '␤': '\n', '␍': '\r', '␉': '\t' };
const LISTED = `
  a A 1 é … — “ ” 。 、 () [] {} [1] [1 [1]( ]( ![ [^1]:· [a]:·b␤ -·[1]␤ -·[1]:· [1,· 【1】 [1][2] -· -·a␤ *·
  1.· 1.·a␤ >· >␤ #· #␤ ····a␤ ---␤ |·-·|␤ |a |a|b|␤|-|-|␤ \`\`\` \`\`\`␤ ~~~␤ \`\` $$ $a$ \\[ \\( \\begin{ **a *a*
  _a_ ~~a \\\\ \\n \\u0041 <a> </a> <a <a· <a·b= <a·b=" <!-- --> <! <![CDATA[ ]]> <? <div> <p> <b><p> <li>
  <table><tr><td> <script> <style> <svg> <template> <br> <a·href=x> <div·hidden> <p>a.· <option> &amp; & &#
  &#x &a; % %4 %41 "a": {"a": [[ {{ [{ "a", "\\ \\" {"@graph":[ a, a; a= a=1; q=0.1, text/a, en- en-us, W/"
  "a",· wait=3, 1.1.1.1, :: [::1], a/b;c=" 1, 1. 1· 1- 1/ 1: 12:30· 2024-01-02· 1·000 1,000 $1 1st· XIV·
  5·km/h· 1.2.3. +1· http:// http://a.b· https://a/ www. a@b. a.b a. a.· A.· a.a. U.S.· Mr.· e.g.· z.·B.·
  .·.· ...· ?!· !· ?· ." ."· (a)· “a”· a:· a;· a␤␤ ␤␤ ·␤ ␍␤ ␉␤ a·b· A·B· the· what·is· it· and·the· site:
  -a· "a"· a·OR· v1.2· it's· l'a· aaaaaaaaaa· Aa· <think> </think> <think></think>␤ ␤<think data:·
  data:·{}␤␤ <|im_start|> <source·id=" </source> {a:b} a{b:c} .a· .a> *{ @media· @media(a){ @import·" :not(
  :is(a, calc( var(--a, /* */ url( #a{ --a:var(--b); 字 字。 我是。 ก ไทย· あ ア 가 가· ш ш.· ع ع· ؟· अ अ।· ა 👨‍👩‍👧
  🇩🇪 😀
`;
/** What opens, closes, separates, escapes or abbreviates something in any of the formats that are read. */
const FRAGMENTS = [
  ...SPECIAL,
  ...SPECIAL.flatMap((char) => [`${char} `, `${char}\n`, `a${char}`, char + char + char]),
  ...['\u00a0', '\u200b', '\u00ad', '\u0301', '\ufeff', '\ud83d', '\u0000'],
  ...LISTED.trim()
    .split(/\s+/)
    .map((each) => each.replace(/[·␤␍␉]/g, (mark) => WHITE[mark] ?? mark)),
];
/** Text that makes a pattern fail after repeated text that it nearly matched. */
const SUFFIXES = ['', '\u0001', '!x', '\n', '"'];
const MIXES = 24;
const MIX_FRAGMENTS = 6;

type Script = { readonly letters: readonly string[]; readonly stop: string; readonly gap: string };

/** Letters, sentence ends and word separators of writing systems that are split in different ways. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  Latin: { letters: [...'abcdefghijklmnopqrstuvwxyzABCÉßø'], stop: '. ', gap: ' ' },
  Cyrillic: { letters: [...'абвгдежзиклмнопрстуШЯ'], stop: '. ', gap: ' ' },
  Arabic: { letters: [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'], stop: '؟ ', gap: ' ' },
  Devanagari: { letters: ['क', 'ख', 'ग', 'नि', 'ष्ट', 'म', 'हिं', 'दी'], stop: '। ', gap: ' ' },
  Thai: { letters: [...'กขคงจชซดตถทนบปผพมยรลวสหอา'], stop: ' ', gap: '' },
  Chinese: { letters: [...'的一是不了人我在有他这为之大来以个中上们'], stop: '。', gap: '' },
  Japanese: { letters: [...'のにはをたがでてとしれさあいうえおアイウ日本語東京'], stop: '。', gap: '' },
  Korean: { letters: [...'가나다라마바사아자차카타파하한국어서울'], stop: '. ', gap: ' ' },
};

/**
 * The shapes for one door: each fragment repeated, also those of the regular expressions of its folder,
 * openings followed by as many closings, texts in eight scripts, mixtures.
 */
function shapesFor(folder: string, seed: number): readonly Shape[] {
  const own = [...fragmentsOf(folder)];
  const fragments = [...new Set([...own, ...FRAGMENTS])];
  return [
    ...fragments.map((fragment, at) => pumped(fragment, SUFFIXES[(at + seed) % SUFFIXES.length] ?? '')),
    ...own.map((fragment) => pumped(fragment, '\u0001', 'a ')),
    ...NESTS.map(([opening, closing]) => nested(opening, closing)),
    ...Object.entries(SCRIPTS).flatMap(([name, script]) => scripted(name, script, seed)),
    ...Array.from({ length: MIXES }, (_, at) => mixed(fragments, seed * MIXES + at)),
  ];
}

/** Some of them, evenly spread, others for another seed; all if `count` is 0. */
export function someShapes(folder: string, count: number, seed: number): readonly Shape[] {
  const all = shapesFor(folder, seed);
  if (count === 0 || count >= all.length) return all;
  const step = all.length / count;
  return Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * step + seed * 7) % all.length)],
  ).filter((shape) => shape !== undefined);
}

const NESTS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['"', '"'],
  ['“', '”'],
  ['*', '*'],
  ['[a](', ')'],
  ['![', '](a)'],
  ['<div>', '</div>'],
  ['<b>', '</b>'],
  ['<a href="b">', '</a>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<ul><li>', '</li></ul>'],
  ['> ', '\n'],
  ['- ', '\n'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
  [':not(', ')'],
  ['calc(1+', ')'],
  ['$', '$'],
];

function pumped(fragment: string, suffix: string, prefix = ''): Shape {
  const name = `${JSON.stringify(prefix + fragment)}…${suffix === '' ? '' : JSON.stringify(suffix)}`;
  return { name, make: (chars) => prefix + filled(fragment, chars - prefix.length - suffix.length) + suffix };
}

function nested(opening: string, closing: string): Shape {
  return {
    name: `${opening}…${closing}`,
    make(chars) {
      const depth = Math.floor(chars / (opening.length + closing.length));
      return filled(`${opening.repeat(depth)}${closing.repeat(depth)} `, chars);
    },
  };
}

/** Prose, the same prose without spaces, and sentences of one word. */
function scripted(name: string, { letters, stop, gap }: (typeof SCRIPTS)[string], seed: number): Shape[] {
  const text = (kind: string, mostWords: number, between: string): Shape => ({
    name: `${name} ${kind}`,
    make(chars) {
      const random = createRandom(seed);
      const word = () => Array.from({ length: 1 + random.below(8) }, () => random.pick(letters)).join('');
      const parts: string[] = [];
      for (let length = 0; length < chars; length += parts.at(-1)?.length ?? 1) {
        const words = Array.from({ length: 1 + random.below(mostWords) }, word);
        parts.push(words.join(between) + stop);
      }
      return parts.join('').slice(0, chars);
    },
  });
  return [text('prose', 20, gap), text('without blanks', 400, ''), text('one-word sentences', 1, gap)];
}

function mixed(fragments: readonly string[], seed: number): Shape {
  const random = createRandom(seed);
  const few = Array.from({ length: 2 + random.below(MIX_FRAGMENTS) }, () => random.pick(fragments));
  return {
    name: `mix of ${few.map((each) => JSON.stringify(each)).join(' ')}`,
    make(chars) {
      const { pick } = createRandom(seed);
      const parts: string[] = [];
      for (let length = 0; length < chars; length += parts.at(-1)?.length ?? 1) parts.push(pick(few));
      return parts.join('').slice(0, chars);
    },
  };
}

function filled(fragment: string, chars: number): string {
  return fragment.repeat(Math.max(0, Math.ceil(chars / fragment.length))).slice(0, Math.max(0, chars));
}
