import type { Styles } from './styles.ts';

const ALONE = /^(?:none|auto|normal|1|flat|initial|unset)?$/;
/** What paints an element and all in it in one go (CSS Positioned Layout 4, painting order). */
const STACKING = [
  'z-index',
  'transform',
  'translate',
  'scale',
  'rotate',
  'filter',
  'opacity',
  'isolation',
] as const;

/** Whether an element is painted behind what lies around it. */
export function isBehind(styles: Styles): boolean {
  const isPlaced = /^(?:absolute|fixed|relative|sticky)$/.test(styles.get('position') ?? '');
  return isPlaced && Number.parseFloat(styles.get('z-index') ?? '0') < 0;
}

/**
 * Whether what is painted behind would lie under the ground of an element or of one around it: it has a ground, and
 * nothing keeps what is inside together.
 */
export function coversBehind(styles: Styles, outer: boolean, hasGround: boolean): boolean {
  if (STACKING.some((name) => !ALONE.test(styles.get(name) ?? ''))) return false;
  if (/\b(?:paint|content|strict)\b/.test(styles.get('contain') ?? '')) return false;
  if (/^(?:fixed|sticky)$/.test(styles.get('position') ?? '')) return false;
  return outer || hasGround;
}
