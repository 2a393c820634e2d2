import { type Colour, isColour, over, parseColour } from './colour.ts';
import { splitList } from './css-scan.ts';

const GRADIENT = /^(?:-webkit-|-moz-)?(?:repeating-)?(?:linear|radial|conic)-gradient\(([\s\S]*)\)$/i;
const WORD = /(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g;
/** More than these look no different from them. */
const MAX_COLOURS = 16;

/** The colours of each layer of a background or mask, the upper first; null for a layer nobody knows, as a picture. */
export function layerColours(image: string): (Colour[] | null)[] {
  return splitList(image)
    .filter((layer) => layer !== 'none')
    .map((layer) => {
      const stops = GRADIENT.exec(layer)?.[1];
      return stops === undefined ? null : stopColours(splitList(stops));
    });
}

/** What may lie behind text where these layers lie over `base`; null where nobody knows. */
export function overLayers(
  layers: readonly (readonly Colour[] | null)[],
  base: readonly Colour[] | null,
): readonly Colour[] | null {
  return layers.reduceRight<readonly Colour[] | null>((below, layer) => {
    if (layer === null) return null;
    if (layer.every(([, , , alpha]) => alpha === 1)) return layer;
    return below && layer.flatMap((top) => below.map((under) => over(top, under))).slice(0, MAX_COLOURS);
  }, base);
}

/** The first of the stops may be a direction or a shape, and between them may stand where the middle is. */
function stopColours(stops: readonly string[]): Colour[] | null {
  const colours: Colour[] = [];
  for (const stop of stops) {
    const stated = stop.match(WORD)?.find(isColour);
    if (stated === undefined) continue;
    const colour = parseColour(stated);
    if (colour === null) return null;
    if (!colours.some((other) => other.every((channel, i) => channel === colour[i]))) colours.push(colour);
  }
  return colours.length === 0 ? null : colours.slice(0, MAX_COLOURS);
}
