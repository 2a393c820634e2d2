import { useEffect, useLayoutEffect } from 'preact/hooks';
import { copyToClipboard } from '../browser/clipboard.ts';
import { canHighlight, type Highlighted, highlight } from '../browser/highlights.ts';
import { drawIcon } from '../browser/icon.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { ShownExchange } from '../state/state.ts';

/** Code of more characters stays in one colour. */
const MOST_CHARS = 20_000;

/**
 * Gives the code of an answer its frames, and once the answer is whole, its colours. They are highlights, so
 * that the DOM and a selection stay as they are.
 */
export function CodeBlocks({ exchange, turn }: { exchange: ShownExchange; turn: number }) {
  const { blocks, answer } = exchange;
  const isWhole = answer !== null;
  useLayoutEffect(() => {
    const text = document.querySelector(`[data-turn="${turn}"]`);
    if (text !== null) frameCode(text);
  }, [blocks, turn]);
  useEffect(() => {
    if (!isWhole || !canHighlight()) return undefined;
    return highlight([...document.querySelectorAll(`[data-turn="${turn}"] pre code`)].flatMap(colour));
  }, [blocks, turn, isWhole]);
  return null;
}

function colour(code: Element): Highlighted[] {
  const text = code.firstChild;
  if (!(text instanceof Text) || code.childNodes.length > 1 || text.length > MOST_CHARS) return [];
  const language = /language-(\S+)/.exec(code.className)?.[1] ?? '';
  return codeTokens(text.data, language).map(({ kind, from, to }) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return { name: `code-${kind}`, range };
  });
}

/**
 * Code scrolls on its own, and by keyboard too; its language is named, and a button copies it. Framed code
 * stays as it is.
 */
function frameCode(text: Element): void {
  for (const code of text.querySelectorAll('pre')) {
    if (code.parentElement?.className === 'code-frame') continue;
    const frame = document.createElement('div');
    frame.className = 'code-frame';
    const language = /language-(\S+)/.exec(code.firstElementChild?.className ?? '')?.[1];
    if (language !== undefined) frame.dataset.language = language;
    code.tabIndex = 0;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'action copy-code';
    drawIcon(button, 'copy');
    button.title = asideWords.copyCode;
    button.setAttribute('aria-label', asideWords.copyCode);
    button.addEventListener('click', () => void copyCode(code, button));
    code.replaceWith(frame);
    frame.append(code, button);
  }
}

/** Copies the code; the label of the button tells whether that worked. */
async function copyCode(code: Element, button: Element): Promise<void> {
  const isCopied = await copyToClipboard(code.textContent);
  button.setAttribute('aria-label', isCopied ? asideWords.copied : asideWords.notCopied);
  drawIcon(button, isCopied ? 'done' : 'copy');
}

/** A part of a program's text that has its own colour. */
type CodeToken = {
  readonly kind: 'comment' | 'string' | 'number' | 'keyword';
  /** Offsets in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
};

/** Words that mean much the same in most programming languages. */
const KEYWORDS = new Set(
  (
    'abstract and as assert async await begin break case catch class const continue def default ' +
    'defer del delete do echo elif else elsif end enum except export extends false final finally ' +
    'fn for foreach from func function go goto if impl implements import in instanceof interface ' +
    'is lambda let local match mod module move mut namespace new nil none not null or package ' +
    'pass private protected public pub raise return self static struct super switch then this ' +
    'throw trait true try type typeof undefined union unless until use using val var void when ' +
    'where while with yield select insert update into values set join left right inner outer on ' +
    'group order by having limit create table drop alter primary key references distinct exists ' +
    'between like'
  ).split(' '),
);

/** Languages in which `#` starts a comment; in the others, it is a name or a sign. */
const HASH = /^(?:py|python|rb|ruby|sh|bash|zsh|shell|console|yaml|yml|toml|r|perl|pl|make|dockerfile|ini)$/;
/** Languages in which `--` starts a comment. */
const DASHES = /^(?:sql|lua|haskell|hs|ada|elm)$/;
/** Other languages in which `//` is no comment. */
const NO_SLASHES = /^(?:sql|html|xml|lua)$/;

/** Text without rules: colours would be wrong. */
const PLAIN = /^(?:|text|txt|plain|plaintext|markdown|md|diff|csv|log)$/;

/** Strings stay within a line and are bounded, because an apostrophe may begin none. */
const STRING = String.raw`"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'|\x60[^\x60]*(?:\x60|$)`;
const REST = String.raw`(?<number>(?<![\w.])\d[\w.]*)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)`;

/** The comments, strings, numbers and keywords of a program, in their order. */
export function codeTokens(code: string, language: string): CodeToken[] {
  const name = language.toLowerCase();
  if (PLAIN.test(name)) return [];
  const isCaseless = name === 'sql';
  return Array.from(code.matchAll(rulesFor(name)), ({ 0: text, index, groups = {} }) => {
    const kind = groups.comment ? 'comment' : groups.string ? 'string' : groups.number ? 'number' : 'keyword';
    return { kind, from: index, to: index + text.length, isName: kind === 'keyword', text } as const;
  })
    .filter(({ isName, text }) => !isName || KEYWORDS.has(isCaseless ? text.toLowerCase() : text))
    .map(({ kind, from, to }) => ({ kind, from, to }));
}

function rulesFor(name: string): RegExp {
  const slashes = [String.raw`(?<!:)//[^\n]*`, String.raw`/\*[^]*?(?:\*/|$)`];
  const comments = [
    ...(HASH.test(name) ? [String.raw`(?<!\S)#[^\n]*`] : NO_SLASHES.test(name) ? [] : slashes),
    ...(DASHES.test(name) ? [String.raw`--[^\n]*`] : []),
    ...(/^(?:html|xml)$/.test(name) ? ['<!--[^]*?(?:-->|$)'] : []),
  ];
  return new RegExp(`(?<comment>${comments.join('|') || '(?!)'})|(?<string>${STRING})|${REST}`, 'gu');
}
