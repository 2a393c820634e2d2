import { inflateSync } from 'node:zlib';

/** A limit for the arrays that the code of this thread makes. Disposing it lifts the limit. */
type ArrayMeter = Disposable & {
  /** Permits this many further bytes, but at any time at most as many as at the beginning. */
  refill(bytes: number): void;
  /** True once an array was wanted for which too little was left. */
  readonly isOver: boolean;
};

const ARRAYS = [
  ...(['ArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint8ClampedArray', 'Uint16Array', 'Int16Array'] as const),
  ...(['Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array'] as const),
];
const OVER = 'the limit for arrays is reached';
/** Smaller arrays are never refused, so that code that has to stop can end in order. */
const SMALL_BYTES = 4_096;
/** Larger arrays are freed at the end, because garbage of this kind does not make V8 hurry to collect it. */
const LARGE_BYTES = 262_144;
/** What zlib unpacks is copied when it is joined, and once more by pdf.js, which counts that copy itself. */
const INFLATED_COPIES = 3;
const INFLATE_CHUNK_BYTES = 65_536;

/**
 * Until it is disposed, no array is made in this thread that takes the arrays made so far, freed or not, over
 * `maxBytes`: its constructor throws instead, and so do those of all later arrays. pdf.js unpacks every
 * stream, whatever its filters, into arrays that grow, so this limit is enforced while it unpacks; the heap
 * limit of a thread does not count arrays. `DecompressionStream`, whose arrays are not made by JavaScript, is
 * replaced by one with the same limit; it knows only `deflate`. The large arrays that were made are empty
 * afterwards. Only one meter at a time may exist in a thread.
 */
export function meterArrays(maxBytes: number): ArrayMeter {
  let leftBytes = maxBytes;
  let isOver = false;
  const large: ArrayBuffer[] = [];

  function make(bytes: number, create: () => object): object {
    if (bytes <= SMALL_BYTES) return create();
    isOver ||= bytes > leftBytes;
    if (isOver) throw new RangeError(OVER);
    leftBytes -= bytes;
    const made = create();
    const buffer = ArrayBuffer.isView(made) ? made.buffer : made;
    if (bytes > LARGE_BYTES && buffer instanceof ArrayBuffer) large.push(buffer);
    return made;
  }

  function inflate(bytes: Uint8Array): object {
    if (isOver) throw new RangeError(OVER);
    const maxOutputLength = Math.floor(leftBytes / INFLATED_COPIES);
    try {
      const made = inflateSync(bytes, { chunkSize: INFLATE_CHUNK_BYTES, maxOutputLength });
      return make(made.length * (INFLATED_COPIES - 1), () => made);
    } catch (error) {
      isOver ||= error instanceof RangeError;
      throw error;
    }
  }

  const usual = [...ARRAYS, 'DecompressionStream'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const name of ARRAYS) define(name, meter(globalThis[name], make));
  define('DecompressionStream', inflatingStream(inflate));
  return {
    refill(bytes) {
      leftBytes = Math.min(leftBytes + bytes, maxBytes);
    },
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]() {
      for (const [name, descriptor] of usual)
        if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
      for (const buffer of large) if (!buffer.detached) buffer.transfer(0);
    },
  };
}

/** A replacement for `DecompressionStream`. `inflate` unpacks each chunk, which has to be a whole stream. */
function inflatingStream(inflate: (bytes: Uint8Array) => object): object {
  return function DecompressionStream(format: string) {
    if (format !== 'deflate') throw new TypeError(`unknown format ${format}`);
    return new TransformStream<Uint8Array, object>({
      transform: (chunk, controller) => controller.enqueue(inflate(chunk)),
    });
  };
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

type ArrayMaker = (typeof globalThis)[(typeof ARRAYS)[number]];

/** The same constructor, whose arrays are made by `make`. Views of an existing buffer are not counted. */
function meter(maker: ArrayMaker, make: (bytes: number, create: () => object) => object): object {
  const unitBytes = 'BYTES_PER_ELEMENT' in maker ? maker.BYTES_PER_ELEMENT : 1;
  return new Proxy(maker, {
    construct(target, args: unknown[], newTarget) {
      const [from] = args;
      const length = typeof from === 'object' && from !== null && 'length' in from ? from.length : from;
      const create = (): object => Reflect.construct(target, args, newTarget);
      return typeof length === 'number' ? make(length * unitBytes, create) : create();
    },
  });
}
