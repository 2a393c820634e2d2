import { closeSync, openSync, readSync } from 'node:fs';

/** Program header types and dynamic entry tags of the ELF specification (System V ABI, chapters 4 and 5). */
const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const DT_NEEDED = 1n;
const DT_STRTAB = 5n;
const DYNAMIC_ENTRY_BYTES = 16;
/** Longer than any library's name. */
const MAX_NAME_BYTES = 256;

type Segment = {
  readonly type: number;
  readonly offset: number;
  readonly address: bigint;
  readonly bytes: number;
};

/**
 * The shared libraries that a Linux program needs, in the order in which `ldd` would look for them. Throws if
 * the file is not a 64-bit little-endian ELF file.
 */
export function neededLibraries(path: string): readonly string[] {
  const file = openSync(path, 'r');
  try {
    const read = (offset: number, bytes: number): Buffer => {
      const buffer = Buffer.alloc(bytes);
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, offset));
    };
    const segments = readSegments(read);
    const entries = readDynamic(read, segments);
    const table = entries.find(({ tag }) => tag === DT_STRTAB)?.value ?? 0n;
    const strings = offsetOf(table, segments);
    const names = entries.filter(({ tag }) => tag === DT_NEEDED);
    return names.map(({ value }) => readName(read(strings + Number(value), MAX_NAME_BYTES)));
  } finally {
    closeSync(file);
  }
}

type Read = (offset: number, bytes: number) => Buffer;

function readSegments(read: Read): readonly Segment[] {
  const header = read(0, 64);
  if (header.toString('latin1', 0, 6) !== '\x7fELF\x02\x01')
    throw new Error('No 64-bit little-endian ELF file.');
  const start = Number(header.readBigUInt64LE(32));
  const [entryBytes, count] = [header.readUInt16LE(54), header.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const entry = read(start + index * entryBytes, entryBytes);
    return {
      type: entry.readUInt32LE(0),
      offset: Number(entry.readBigUInt64LE(8)),
      address: entry.readBigUInt64LE(16),
      bytes: Number(entry.readBigUInt64LE(32)),
    };
  });
}

function readDynamic(
  read: Read,
  segments: readonly Segment[],
): { readonly tag: bigint; readonly value: bigint }[] {
  const dynamic = segments.find(({ type }) => type === PT_DYNAMIC);
  if (dynamic === undefined) return [];
  const section = read(dynamic.offset, dynamic.bytes);
  return Array.from({ length: Math.floor(section.length / DYNAMIC_ENTRY_BYTES) }, (_, index) => ({
    tag: section.readBigInt64LE(index * DYNAMIC_ENTRY_BYTES),
    value: section.readBigUInt64LE(index * DYNAMIC_ENTRY_BYTES + 8),
  }));
}

/** The position in the file of the data that are loaded at `address`. */
function offsetOf(address: bigint, segments: readonly Segment[]): number {
  const holder = segments.find(
    (each) => each.type === PT_LOAD && address >= each.address && address < each.address + BigInt(each.bytes),
  );
  if (holder === undefined) throw new Error('The ELF file names an address that it does not load.');
  return holder.offset + Number(address - holder.address);
}

function readName(bytes: Buffer): string {
  return bytes.toString('latin1', 0, bytes.indexOf(0));
}
