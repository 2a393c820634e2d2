import { luminance, NO_COLOUR } from './colour.ts';
import type { Surface } from './surface.ts';

/**
 * A soft mask (ISO 32000-1, 11.5): its contents determine how opaque everything painted through it is.
 */
export type SoftMask = { readonly surface: Surface; readonly kind: 'alpha' | 'luminosity' | 'unknown' };

/** Text behind a mask of lower luminosity cannot be read. */
const MIN_LUMINOSITY = 0.05;

/**
 * Whether a mask lets anything be seen in a cell. An image in the mask counts as letting everything through.
 */
export function letsThrough({ surface, kind }: SoftMask, cell: number): boolean {
  const colour = surface.colourAt(cell);
  if (kind === 'unknown') return true;
  if (colour === NO_COLOUR) return false;
  return kind === 'alpha' || colour < 0 || luminance(colour) >= MIN_LUMINOSITY;
}
