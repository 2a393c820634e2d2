import { Parser, type ParserOptions } from 'htmlparser2';

/** Real documents are a few dozen levels deep; unclosed elements take the parser quadratic time. */
const MAX_DEPTH = 1_000;
/** Millions of them in one element take half a minute and a gigabyte of memory. */
const MAX_ATTRIBUTES = 1_000;

type Handler = Partial<NonNullable<ConstructorParameters<typeof Parser>[0]>>;

/**
 * A parser of markup from anywhere, in time proportional to its length, which tells of elements and text. Entities that a
 * file defines are not expanded, and nothing is loaded. It throws an Error for elements that are nested too deeply or have
 * too many attributes.
 */
export function createParser(handler: Handler, options: ParserOptions): Parser {
  let depth = 0;
  let attributes = 0;
  return new Parser(
    {
      onopentagname(name) {
        attributes = 0;
        if (++depth > MAX_DEPTH) throw new Error('it nests its elements too deeply');
        handler.onopentagname?.(name);
      },
      onattribute() {
        if (++attributes > MAX_ATTRIBUTES) throw new Error('one of its elements has too many attributes');
      },
      onopentag: (...element) => handler.onopentag?.(...element),
      ontext: (text) => handler.ontext?.(text),
      onclosetag(name, isImplied) {
        depth--;
        handler.onclosetag?.(name, isImplied);
      },
    },
    options,
  );
}

/** How XML states its encoding, and how a header does. */
const STATED = /^\s*<\?xml[^>]{0,100}encoding=["']([\w-]{1,40})/;
const CHARSET = /;\s*charset=["']?([\w-]{1,40})/i;

/** The text of XML or JSON: by its byte order mark, its header or its first line, otherwise UTF-8 (RFC 7303, 3). */
export function decodeMarkup(bytes: Uint8Array, contentType = ''): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const name = CHARSET.exec(contentType)?.[1] ?? STATED.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
