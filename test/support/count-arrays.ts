/** Counts what code makes that looks up `Uint8Array` and `DecompressionStream` while it runs. */
type ArrayCount = Disposable & {
  /** The size of all byte arrays made, in bytes. */
  bytes(): number;
  /** The number of streams that unpack outside of JavaScript. */
  nativeStreams(): number;
};

/** Counts until it is disposed. */
export function countArrays(): ArrayCount {
  const { Uint8Array: Bytes, DecompressionStream: Stream } = globalThis;
  let bytes = 0;
  let streams = 0;
  globalThis.Uint8Array = new Proxy(Bytes, {
    construct(target, args, newTarget) {
      const made: Uint8Array = Reflect.construct(target, args, newTarget);
      if (!(args[0] instanceof ArrayBuffer)) bytes += made.length;
      return made;
    },
  });
  globalThis.DecompressionStream = new Proxy(Stream, {
    construct(target, args, newTarget) {
      streams++;
      return Reflect.construct(target, args, newTarget);
    },
  });
  return {
    bytes: () => bytes,
    nativeStreams: () => streams,
    [Symbol.dispose]() {
      globalThis.Uint8Array = Bytes;
      globalThis.DecompressionStream = Stream;
    },
  };
}
