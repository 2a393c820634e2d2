/** The format of a picture and its size in pixels, as its header states them. */
type PictureSize = {
  readonly format: 'jpeg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
};

/** The first four bytes of files and parts of files, as numbers. */
const PNG = 0x89504e47; // \x89PNG
const RIFF = 0x52494646;
const WEBP = 0x57454250;
const VP8 = 0x56503820; // "VP8 ", with loss
const VP8L = 0x5650384c; // without loss
const VP8X = 0x56503858; // with more parts, such as metadata
const JPEG_START = 0xffd8;

/**
 * Reads format and size from the first bytes of a picture, so that one that would take too much memory is
 * never decoded. Null if it is no JPEG, PNG or WebP. Takes at most linear time.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === PNG)
      return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) };
    if (view.getUint16(0) === JPEG_START) return readJpeg(view);
    const isWebp = view.getUint32(0) === RIFF && view.getUint32(8) === WEBP;
    return isWebp ? readWebp(view) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Walks the segments until the frame header (ITU-T T.81, B.1.1.3 and B.2.2). */
function readJpeg(view: DataView): PictureSize | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const isFill = marker === 0xff;
    at += isFill ? 1 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** The three kinds of WebP (RFC 9649, section 2.4 to 2.7). */
function readWebp(view: DataView): PictureSize | null {
  const kind = view.getUint32(12);
  if (kind === VP8)
    return {
      format: 'webp',
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  if (kind === VP8L) {
    const bits = view.getUint32(21, true);
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== VP8X) return null;
  const read24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  return { format: 'webp', width: read24(24) + 1, height: read24(27) + 1 };
}
