import { type Scale, toPx } from './length.ts';
import { FAR_AWAY_PX } from './policy.ts';
import type { Styles } from './styles.ts';

/** What transforms make of an element. */
export type Moved = {
  /** Moved out of every window, or turned so that its edge alone shows. */
  readonly isAway: boolean;
  /** How much smaller it is drawn, by the side that shrinks more; 1 for not at all. */
  readonly size: number;
  /** Whether its back shows. */
  readonly isTurned: boolean;
};

const UNMOVED: Moved = { isAway: false, size: 1, isTurned: false };
const CALL = /([a-z0-9]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gi;
/** The cosine of an angle at which only an edge shows. */
const ON_EDGE = 0.02;

/** Reads `transform`, `scale`, `rotate`, `translate` and `zoom`. */
export function movedBy(styles: Styles, scale: Scale): Moved {
  const steps: Moved[] = [];
  const zoom = styles.get('zoom');
  if (zoom !== undefined) steps.push(sized([zoom]));
  const sizes = styles.get('scale');
  if (sizes !== undefined) steps.push(sized(sizes.split(' ').slice(0, 2)));
  const turn = styles.get('rotate');
  if (turn !== undefined) steps.push(turnedBy(turn.split(' ')));
  const move = styles.get('translate');
  if (move !== undefined) steps.push(movedTo(move.split(' '), scale));
  for (const [, name = '', inner = ''] of (styles.get('transform') ?? '').matchAll(CALL)) {
    const parts = inner.split(',').map((part) => part.trim());
    steps.push(calledBy(name.toLowerCase(), parts, scale));
  }
  if (steps.length === 0) return UNMOVED;
  return steps.reduce((all, step) => ({
    isAway: all.isAway || step.isAway,
    size: all.size * step.size,
    isTurned: all.isTurned !== step.isTurned,
  }));
}

function calledBy(name: string, parts: readonly string[], scale: Scale): Moved {
  const [first = '', second = '', third = '', fourth = ''] = parts;
  if (name === 'scale' || name === 'scale3d') return sized(parts.slice(0, 2));
  if (name === 'scalex' || name === 'scaley') return sized([first]);
  if (name === 'matrix') return byMatrix(parts.map(Number));
  if (name === 'matrix3d') return byMatrix([0, 1, 4, 5, 12, 13].map((at) => Number(parts[at])));
  if (name === 'rotatex' || name === 'rotatey') return turnedBy([name.slice(-1), first]);
  if (name === 'rotate3d') return turnedBy([first, second, third, fourth]);
  if (/^skew[xy]?$/.test(name)) return { ...UNMOVED, isAway: parts.some((part) => isOnEdge(part)) };
  return /^translate(?:x|y|3d)?$/.test(name) ? movedTo(parts.slice(0, 2), scale) : UNMOVED;
}

function sized(factors: readonly string[]): Moved {
  const sizes = factors.map((factor) => Math.abs(toNumber(factor) ?? 1));
  return { ...UNMOVED, size: Math.min(1e6, ...sizes) };
}

/** How flat it lies by its six numbers, and how far away. */
function byMatrix([a = 1, b = 0, c = 0, d = 1, right = 0, down = 0]: readonly number[]): Moved {
  if ([a, b, c, d].some(Number.isNaN)) return UNMOVED;
  const longer = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const size = longer === 0 ? 0 : Math.abs(a * d - b * c) / longer;
  return { ...UNMOVED, size, isAway: Math.max(Math.abs(right), Math.abs(down)) >= FAR_AWAY_PX };
}

/** Turned around `x`, around `y`, or around an axis of three numbers; around `z` nothing is lost. */
function turnedBy(parts: readonly string[]): Moved {
  const axis = parts.slice(0, -1);
  const angle = parts.at(-1) ?? '';
  const inPlane = axis.length === 3 ? Number(axis[2]) === 0 : axis[0] === 'x' || axis[0] === 'y';
  if (!inPlane) return UNMOVED;
  return { ...UNMOVED, isAway: isOnEdge(angle), isTurned: Math.cos(toRadians(angle)) < 0 };
}

function isOnEdge(angle: string): boolean {
  return Math.abs(Math.cos(toRadians(angle))) < ON_EDGE;
}

const RADIANS: Readonly<Record<string, number>> = {
  deg: Math.PI / 180,
  grad: Math.PI / 200,
  rad: 1,
  turn: 2 * Math.PI,
};

/** An angle, a sum included; 0 where it is none. */
function toRadians(angle: string): number {
  const plain = angle.replace(
    /([-+]?[\d.]+(?:e[-+]?\d+)?)(deg|grad|rad|turn)\b/g,
    (_, number, unit) => `${Number(number) * (RADIANS[unit] ?? 0)}`,
  );
  return toNumber(plain) ?? 0;
}

function movedTo(parts: readonly string[], scale: Scale): Moved {
  const isAway = parts.some(
    (part) =>
      Math.abs(toPx(part, { ...scale, wholePx: FAR_AWAY_PX / 5 }) ?? 0) >= FAR_AWAY_PX ||
      /^-?[1-9]\d\d+vw$/.test(part),
  );
  return { ...UNMOVED, isAway };
}

/** A number or share, also of a function such as `calc()`; null where it is none. */
export function toNumber(text: string): number | null {
  const number = toPx(text, { emPx: Number.NaN, remPx: Number.NaN, wholePx: 1 });
  return number === null || Number.isNaN(number) ? null : number;
}
