const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of a text in an encoding of one or two bytes a character, found by decoding every pair of bytes. */
export function encodeAs(label: string, text: string): Buffer {
  const table = tables.get(label) ?? tableOf(label);
  tables.set(label, table);
  return Buffer.from(
    Array.from(text, (character) => {
      const bytes = table.get(character);
      if (bytes === undefined) throw new Error(`${label} has no ${character}`);
      return bytes;
    }).flat(),
  );
}

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(label);
  const add = (...bytes: number[]) => {
    const decoded = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(decoded).length === 1 && decoded !== '\ufffd' && !table.has(decoded))
      table.set(decoded, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) add(first, second);
  return table;
}
