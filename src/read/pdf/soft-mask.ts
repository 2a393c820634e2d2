import { luminance, NO_COLOUR } from './colour.ts';
import type { Surface } from './surface.ts';

/**
 * A soft mask (ISO 32000-1, 11.5): its contents determine the opacity of everything painted through it.
 */
export type SoftMask = { readonly surface: Surface; readonly kind: 'alpha' | 'luminosity' | 'unknown' };

/** Text behind a mask of lower luminosity than this cannot be read. */
const MIN_LUMINOSITY = 0.05;

/**
 * Whether a mask is transparent enough in a cell for anything to be visible. An image in the mask counts as
 * fully transparent.
 */
export function letsThrough({ surface, kind }: SoftMask, cell: number): boolean {
  const colour = surface.colourAt(cell);
  if (kind === 'unknown') return true;
  if (colour === NO_COLOUR) return false;
  return kind === 'alpha' || colour < 0 || luminance(colour) >= MIN_LUMINOSITY;
}
