import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readPictureSize } from './picture-size.ts';

const require = createRequire(new URL('./shrink-picture.ts', import.meta.url));

/** A picture with more pixels is not decoded: four bytes for each, twice. */
const MAX_PIXELS = 8_000_000;
/** Smaller pictures are logos and icons; much longer ones are banners. */
const MIN_EDGE_PX = 150;
const MAX_RATIO = 2.6;
/** The edges of the picture that is sent, which the page shows at half the size. */
const BOX = { width: 640, height: 400 } as const;
const QUALITY = 72;

type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/**
 * The task of a worker thread: decodes a JPEG, PNG or WebP, makes it small, and encodes it as a JPEG
 * without metadata. Null if it is not a picture worth showing. The decoders are WebAssembly: they reach
 * nothing but the bytes that they are given.
 */
export async function shrinkPicture(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const size = readPictureSize(bytes);
  if (size === null || !isWorthShowing(size)) return null;
  const pixels = await decode(size.format, bytes.buffer);
  // A header can state another size than the picture has.
  if (!isWorthShowing(pixels)) return null;
  const scale = Math.min(1, BOX.width / pixels.width, BOX.height / pixels.height);
  const small = scale === 1 ? pixels : await resize(pixels, scale);
  return encode(onWhite(small));
}

function isWorthShowing({ width, height }: Pick<Pixels, 'width' | 'height'>): boolean {
  const ratio = width / height;
  const isShaped = ratio <= MAX_RATIO && ratio >= 1 / MAX_RATIO;
  return Math.min(width, height) >= MIN_EDGE_PX && isShaped && width * height <= MAX_PIXELS;
}

/** Every picture gets an instance of its own, because one that has met a broken picture is of no more use. */
async function decode(format: 'jpeg' | 'png' | 'webp', bytes: ArrayBuffer): Promise<Pixels> {
  if (format === 'png') {
    // Its decoder survives broken pictures.
    const png = await import('@jsquash/png/decode.js');
    await png.init(await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    return png.decode(bytes);
  }
  const [decoder, path] =
    format === 'jpeg'
      ? [await import('@jsquash/jpeg/decode.js'), '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm']
      : [await import('@jsquash/webp/decode.js'), '@jsquash/webp/codec/dec/webp_dec.wasm'];
  await decoder.init(newInstance(await compile(path)));
  return decoder.default(bytes);
}

async function resize(pixels: Pixels, scale: number): Promise<Pixels> {
  const { default: resizePixels, initResize } = await import('@jsquash/resize');
  await initResize(await compile('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
  const width = Math.round(pixels.width * scale);
  const height = Math.round(pixels.height * scale);
  return resizePixels(pixels as ImageData, { width, height, method: 'triangle' });
}

async function encode(pixels: Pixels): Promise<Uint8Array> {
  const encoder = await import('@jsquash/jpeg/encode.js');
  await encoder.init(newInstance(await compile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')));
  return new Uint8Array(await encoder.default(pixels as ImageData, { quality: QUALITY }));
}

/** Puts transparent pixels on white: JPEG has no transparency. */
function onWhite(pixels: Pixels): Pixels {
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 255) / 255;
    if (alpha === 1) continue;
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.round((data[channel] ?? 0) * alpha + 255 * (1 - alpha));
  }
  return pixels;
}

/** Options of Emscripten for a module that was compiled here, and writes nothing to the service's output. */
function newInstance(module: WebAssembly.Module) {
  return {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => undefined,
  };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(require.resolve(path)));
}

/** The libraries make their results with the constructor that browsers have. */
class PixelData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
Object.assign(globalThis, { ImageData: globalThis.ImageData ?? PixelData });
