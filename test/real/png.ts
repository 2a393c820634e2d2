import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EIGHT_BITS = 8;
const GREYSCALE = 0;

/** A square image in a single grey, `side` pixels wide, as a PNG file (W3C PNG, third edition). */
export function greySquare(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([EIGHT_BITS, GREYSCALE], 8);
  // Each line begins with the number of its filter, 0 for none.
  const line = Buffer.alloc(side + 1, 0x80).fill(0, 0, 1);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.of())]);
}

/** Length, name, data, and the checksum of name and data. */
function chunk(name: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const checked = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, checksum]);
}
