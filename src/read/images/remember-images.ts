import type { FindImage, SafeImage } from '../../core/service.ts';

const FOUND_MS = 24 * 3_600_000;
const MISSING_MS = 3_600_000;
const MAX_AT_ONCE = 16;

/**
 * Wraps a search for images. The last `maxImages` results are remembered: an image for a day, the lack of one
 * for an hour. At most 16 searches run at a time; beyond that, there is no image for now.
 */
export function rememberImages(find: FindImage, maxImages: number): FindImage {
  const found = new Map<string, { readonly image: SafeImage | null; readonly untilMs: number }>();
  let underWay = 0;

  function remember(address: string, image: SafeImage | null): void {
    found.delete(address);
    found.set(address, { image, untilMs: Date.now() + (image === null ? MISSING_MS : FOUND_MS) });
    const [oldest] = found.keys();
    if (found.size > maxImages && oldest !== undefined) found.delete(oldest);
  }

  return async (address, signal) => {
    const remembered = found.get(address);
    if (remembered !== undefined && remembered.untilMs > Date.now()) return remembered.image;
    if (underWay >= MAX_AT_ONCE) return null;
    underWay++;
    try {
      const image = await find(address, signal);
      remember(address, image);
      return image;
    } finally {
      underWay--;
    }
  };
}
