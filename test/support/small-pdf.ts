/** The parts of a PDF of one page of 612 by 792 points. */
export type SmallPdf = {
  /** The operators of the page. Font F1 is Helvetica. */
  readonly content: string;
  /** Further entries of the page's resources, such as `/ExtGState<<…>>`. */
  readonly resources?: string;
  /** Further objects, with numbers from 10. */
  readonly objects?: Readonly<Record<number, string>>;
  /** Further entries of the catalogue. */
  readonly catalog?: string;
  /** Further entries of the page. */
  readonly page?: string;
};

/** Writes a PDF without a cross-reference table, which readers rebuild. */
export function smallPdf({
  content,
  resources = '',
  objects = {},
  catalog = '',
  page = '',
}: SmallPdf): Buffer {
  const more = Object.entries(objects).map(([number, body]) => `${number} 0 obj${body}endobj`);
  return Buffer.from(
    `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R
  /Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>endobj
4 0 obj${stream('', content)}endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${more.join('\n')}
trailer<</Root 1 0 R>>
%%EOF`,
    'latin1',
  );
}

/** A stream object with the entries of its dictionary. */
export function stream(entries: string, content: string): string {
  return `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream `;
}

/** A grey image of this many points, every second one darker. */
export function greyImage(side: number): string {
  const points = 'a1'.repeat((side * side) / 2);
  return stream(
    `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`,
    points,
  );
}
