import { Parser } from 'htmlparser2';

/** Callbacks for reading an XML file; names are as written, with their prefixes. */
export type XmlHandler = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

/**
 * Real documents are nested a few dozen levels deep; the parser takes quadratic time for elements that are
 * never closed.
 */
const MAX_DEPTH = 1_000;

/**
 * Reads an XML file from start to end in time proportional to its length. Entities that the file defines are
 * not expanded, and external resources are not loaded.
 * @throws Error for elements nested more than 1,000 levels deep
 */
export function readXml(xml: string, handler: XmlHandler): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new Error('The file nests its elements too deeply.');
        handler.open(name, attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name) {
        depth--;
        handler.close?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

/** The text of the first element with a name; null if there is none. */
export function textOfElement(xml: string, name: string): string | null {
  let depth = 0;
  let found: string | null = null;
  let isDone = false;
  readXml(xml, {
    open(opened) {
      if (depth > 0) depth++;
      else if (opened === name && !isDone) {
        depth = 1;
        found = '';
      }
    },
    text(text) {
      if (depth > 0) found += text;
    },
    close() {
      if (depth === 0) return;
      depth--;
      if (depth === 0) isDone = true;
    },
  });
  return found;
}
