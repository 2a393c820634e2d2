/** A one-page PDF whose content stream shows this text in the standard font (ISO 32000-1, 7.3 and 9.4). */
export function pdfOf(text: string): Uint8Array {
  const lines = text.match(/[\s\S]{1,80}/g) ?? [];
  const shown = lines
    .map((line, at) => `1 0 0 1 40 ${780 - (at % 60) * 12} Tm (${escaped(line)}) Tj`)
    .join('\n');
  const content = `0 0 1 rg 40 40 m 60 60 l 80 90 100 100 120 50 c h f\nBT /F1 11 Tf\n${shown}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${Buffer.byteLength(content, 'latin1')}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>startxref\n${file.length}\n%%EOF`,
    'latin1',
  );
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '.').replace(/[\\()]/g, '\\$&');
}
