import { splitList } from './css-scan.ts';
import { type Declaration, readStyle, type WrittenAnimations, type WrittenFrame } from './rules.ts';

const TIMING =
  /^(?:[+-]?[\d.]+m?s|[\d.]+|infinite|linear|ease(?:-in|-out|-in-out)?|step-(?:start|end)|none)$/;
const FIRST = /^(?:from|0%)$/i;
const LAST = /^(?:to|100%)$/i;
const CALL = /^[a-z-]+\(/;
const OTHER_WORDS: ReadonlySet<string> = new Set(
  'normal reverse alternate alternate-reverse forwards backwards both running paused auto'.split(' '),
);

/** More than any element has. */
const MAX_ANIMATIONS = 20;
/** Nobody waits for the end of what takes longer. */
const LONG_MS = 60_000;

/**
 * What the animations of an element leave stated once they have run: the end of those that fill forwards, of those that
 * stand still their beginning, and of those that run for ever or for long what is the same at both ends. In between
 * nobody looks.
 */
export function leftByAnimations(
  styles: ReadonlyMap<string, string>,
  animations: WrittenAnimations,
  matters: (property: string) => boolean,
): Declaration[] {
  const names = splitList(styles.get('animation-name') ?? '').slice(0, MAX_ANIMATIONS);
  const lists = new Map<string, readonly string[]>();
  const valueAt = (property: string, at: number) => {
    const values = lists.get(property) ?? splitList(styles.get(property) ?? '');
    lists.set(property, values);
    return values[at % Math.max(1, values.length)] ?? '';
  };
  return names.flatMap((name, at) => {
    const frames = animations.get(name.replace(/["']/g, ''));
    if (frames === undefined) return [];
    const { beginning, end } = endsOf(frames, matters);
    const isReversed = valueAt('animation-direction', at) === 'reverse';
    const last = isReversed ? beginning : end;
    const fill = valueAt('animation-fill-mode', at);
    const delayMs = toMs(valueAt('animation-delay', at));
    if (valueAt('animation-play-state', at) === 'paused') {
      if (delayMs > 0 && !/^(?:backwards|both)$/.test(fill)) return [];
      if (delayMs < 0) return inBoth(beginning, end);
      return isReversed ? end : beginning;
    }
    const isLong = delayMs + toMs(valueAt('animation-duration', at)) >= LONG_MS;
    if (isLong || valueAt('animation-iteration-count', at) === 'infinite') return inBoth(beginning, end);
    return /^(?:forwards|both)$/.test(fill) ? last : [];
  });
}

type Ends = { readonly beginning: readonly Declaration[]; readonly end: readonly Declaration[] };

/** One animation is used by many elements. */
const ENDS = new WeakMap<readonly WrittenFrame[], Ends>();

function endsOf(frames: readonly WrittenFrame[], matters: (property: string) => boolean): Ends {
  const known = ENDS.get(frames);
  if (known !== undefined) return known;
  const ends = { beginning: statedAt(FIRST, frames, matters), end: statedAt(LAST, frames, matters) };
  ENDS.set(frames, ends);
  return ends;
}

const isTime = (word: string) => /^[-+]?[\d.]+(?:e[-+]?\d+)?m?s$/.test(word);

function statedAt(
  offset: RegExp,
  frames: readonly WrittenFrame[],
  matters: (property: string) => boolean,
): Declaration[] {
  const there = frames.filter(({ offsets }) => offsets.split(',').some((one) => offset.test(one.trim())));
  // What is important in a frame is passed over (CSS Animations 1, 3).
  return there.flatMap(({ body }) => readStyle(body, matters).filter(({ important }) => !important));
}

function inBoth(first: readonly Declaration[], last: readonly Declaration[]): Declaration[] {
  const stated = new Set(first.map(({ property, value }) => `${property}:${value}`));
  return last.filter(({ property, value }) => stated.has(`${property}:${value}`));
}

function toMs(time: string): number {
  const [, number, unit] = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(m?s)$/.exec(time) ?? [];
  return number === undefined ? 0 : Number(number) * (unit === 's' ? 1000 : 1);
}

/** The longhands of `animation` that have a say in what is left. */
export function animationLonghands(value: string): [string, string][] {
  const each = splitList(value)
    .slice(0, MAX_ANIMATIONS)
    .map((one) => one.split(' '));
  const list = (pick: (words: readonly string[]) => string) => each.map(pick).join(', ');
  const isName = (word: string) => !TIMING.test(word) && !CALL.test(word) && !OTHER_WORDS.has(word);
  return [
    ['animation-name', list((words) => words.find(isName) ?? 'none')],
    [
      'animation-fill-mode',
      list((words) => words.find((word) => /^(?:forwards|backwards|both)$/.test(word)) ?? 'none'),
    ],
    ['animation-iteration-count', list((words) => (words.includes('infinite') ? 'infinite' : '1'))],
    ['animation-play-state', list((words) => (words.includes('paused') ? 'paused' : 'running'))],
    ['animation-duration', list((words) => words.filter(isTime)[0] ?? '0s')],
    ['animation-delay', list((words) => words.filter(isTime)[1] ?? '0s')],
    ['animation-direction', list((words) => (words.includes('reverse') ? 'reverse' : 'normal'))],
  ];
}
