/**
 * The records of a text with separated values (RFC 4180): a field in quotation marks may contain separators,
 * line breaks and doubled quotation marks. Empty lines are left out. Takes linear time.
 */
export async function* readSeparated(
  pieces: AsyncIterable<string>,
  separator: ',' | '\t',
): AsyncGenerator<readonly string[]> {
  let record: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'after-quote' = 'plain';
  const endRecord = () => {
    const ended = [...record, field];
    record = [];
    field = '';
    return ended;
  };
  for await (const piece of pieces) {
    for (const character of piece) {
      if (state === 'quoted') {
        if (character === '"') state = 'after-quote';
        else field += character;
      } else if (character === '"' && (field === '' || state === 'after-quote')) {
        if (state === 'after-quote') field += '"';
        state = 'quoted';
      } else {
        state = 'plain';
        if (character === separator) {
          record.push(field);
          field = '';
        } else if (character === '\n') {
          const ended = endRecord();
          if (ended.some((value) => value !== '')) yield ended;
        } else if (character !== '\r') field += character;
      }
    }
  }
  const last = endRecord();
  if (last.some((value) => value !== '')) yield last;
}
