import { Parser } from 'htmlparser2';

/** The attributes of an element. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Callbacks for reading an XML file; names are as written, with their prefixes. */
export type XmlHandler = {
  /** True for an element that is left out, with everything inside it. */
  isSkipped?(name: string, attributes: XmlAttributes): boolean;
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Real documents are a few dozen levels deep; unclosed elements take the parser quadratic time. */
const MAX_DEPTH = 1_000;
/** Millions of them in one element take half a minute and a gigabyte of memory. */
const MAX_ATTRIBUTES = 1_000;

/**
 * Reads an XML file from start to end in time proportional to its length. Entities that the file defines are
 * not expanded, and external resources are not loaded.
 * @throws Error for elements nested more than 1,000 levels deep, or with more than 1,000 attributes
 */
export function readXml(xml: string, handler: XmlHandler): void {
  let depth = 0;
  let skippedDepth = 0;
  let attributeCount = 0;
  const parser = new Parser(
    {
      onopentagname() {
        attributeCount = 0;
      },
      onattribute() {
        if (++attributeCount > MAX_ATTRIBUTES) throw new Error('An element has too many attributes.');
      },
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new Error('The file nests its elements too deeply.');
        if (skippedDepth > 0 || handler.isSkipped?.(name, attributes) === true) skippedDepth++;
        else handler.open(name, attributes);
      },
      ontext(text) {
        if (skippedDepth === 0) handler.text?.(text);
      },
      onclosetag(name) {
        depth--;
        if (skippedDepth > 0) skippedDepth--;
        else handler.close?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

/** The text of the first element with a name; null if there is none. */
export function textOfElement(xml: string, name: string): string | null {
  let depth = 0;
  let content: string | null = null;
  readXml(xml, {
    open(opened) {
      if (content === null && opened === name) content = '';
      else if (depth === 0) return;
      depth++;
    },
    text(text) {
      if (depth > 0) content += text;
    },
    close() {
      if (depth > 0) depth--;
    },
  });
  return content;
}
