import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

type Size = { readonly width: number; readonly height: number };

/** Makes a picture of this size, of coloured stripes. */
type EncodePicture = (size: Size) => Promise<Uint8Array>;

/** Loads the encoders of the three formats that the service reads. */
export async function loadEncoders(): Promise<Readonly<Record<'jpeg' | 'png' | 'webp', EncodePicture>>> {
  const compile = async (path: string) => WebAssembly.compile(await readFile(require.resolve(path)));
  const png = await import('@jsquash/png/encode.js');
  await png.init(await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  const jpeg = await import('@jsquash/jpeg/encode.js');
  await initWith(jpeg.init, await compile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  const webp = await import('@jsquash/webp/encode.js');
  await initWith(webp.init, await compile('@jsquash/webp/codec/enc/webp_enc.wasm'));
  return {
    png: async (size) => new Uint8Array(await png.default(stripes(size))),
    jpeg: async (size) => new Uint8Array(await jpeg.default(stripes(size))),
    webp: async (size) => new Uint8Array(await webp.default(stripes(size))),
  };
}

function initWith(init: unknown, module: WebAssembly.Module): Promise<void> {
  return (init as (module: WebAssembly.Module) => Promise<void>)(module);
}

function stripes({ width, height }: Size): ImageData {
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => at % 251);
  return { data, width, height } as ImageData;
}
