import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { greyImage, type SmallPdf, smallPdf, stream } from '../../../test/support/small-pdf.ts';
import { readPdf, WEB_PDF } from './index.ts';

const { signal } = new AbortController();
const BODY = 'BT /F1 12 Tf 72 700 Td (A line that everybody sees.) Tj ET';
const SECRET = '(secret) Tj';
const SCAN = { resources: '/XObject<</Im 10 0 R>>', objects: { 10: greyImage(100) } };
const GRAPHICS_STATES = '/ExtGState<</Clear<</ca 0/CA 0>>/Faint<</ca 0.04>>/Multiply<</BM/Multiply>>>>';

async function textOf(pdf: SmallPdf): Promise<string> {
  const { text } = await readPdf(smallPdf(pdf), { ...WEB_PDF, maxMs: 60_000 }, signal);
  return text;
}

/** A layer that is off, and one that is on. */
const LAYERS: Omit<SmallPdf, 'content'> = {
  resources: '/Properties<</Off 10 0 R/On 11 0 R>>',
  objects: { 10: '<</Type/OCG/Name(off)>>', 11: '<</Type/OCG/Name(on)>>' },
  catalog: '/OCProperties<</OCGs[10 0 R 11 0 R]/D<</OFF[10 0 R]>>>>',
};

/** A transparency group whose soft mask was painted by `mask`. */
function masked(mask: string, kind: string): SmallPdf {
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>';
  return {
    content: `${BODY} q /Masked gs BT /F1 12 Tf 72 600 Td ${SECRET} ET Q`,
    resources: '/ExtGState<</Masked 10 0 R>>',
    objects: { 10: `<</SMask<</S/${kind}/G 11 0 R>>>>`, 11: stream(form, mask) },
  };
}

const HIDDEN: Readonly<Record<string, SmallPdf>> = {
  'of rendering mode 3': { content: `${BODY} BT 3 Tr /F1 12 Tf 72 600 Td ${SECRET} ET` },
  'of rendering mode 7 with nothing painted through it': {
    content: `${BODY} q BT 7 Tr /F1 12 Tf 72 600 Td ${SECRET} ET Q`,
  },
  'under 3 points': { content: `${BODY} BT /F1 2.5 Tf 72 600 Td ${SECRET} ET` },
  'that the text matrix makes tiny': { content: `${BODY} BT /F1 12 Tf .1 0 0 .1 72 600 Tm ${SECRET} ET` },
  'that the page matrix makes tiny': {
    content: `${BODY} q .1 0 0 .1 0 0 cm BT /F1 12 Tf 720 6000 Td ${SECRET} ET Q`,
  },
  'that is squeezed to nothing': { content: `${BODY} BT /F1 12 Tf 1 Tz 72 600 Td ${SECRET} ET` },
  'in white on the page': { content: `${BODY} BT /F1 12 Tf 1 1 1 rg 72 600 Td ${SECRET} ET` },
  'in white on a white rectangle': {
    content: `${BODY} 1 g 60 590 200 30 re f BT /F1 12 Tf 72 600 Td ${SECRET} ET`,
  },
  'in white below which something is painted later': {
    content: `${BODY} BT /F1 12 Tf 1 g 72 600 Td ${SECRET} ET 0 g 60 590 200 30 re f`,
  },
  'in almost white on the page': { content: `${BODY} BT /F1 12 Tf .97 g 72 600 Td ${SECRET} ET` },
  'in white by CMYK': { content: `${BODY} BT /F1 12 Tf 0 0 0 0 k 72 600 Td ${SECRET} ET` },
  'in an outline of white': { content: `${BODY} BT 1 Tr 1 G /F1 12 Tf 72 600 Td ${SECRET} ET` },
  'without opacity': {
    content: `${BODY} q /Clear gs BT /F1 12 Tf 72 600 Td ${SECRET} ET Q`,
    resources: GRAPHICS_STATES,
  },
  'of hardly any opacity': {
    content: `${BODY} q /Faint gs BT /F1 12 Tf 72 600 Td ${SECRET} ET Q`,
    resources: GRAPHICS_STATES,
  },
  'in a transparent group': {
    content: `${BODY} q /Clear gs /Form Do Q`,
    resources: `${GRAPHICS_STATES}/XObject<</Form 10 0 R>>`,
    objects: {
      10: stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 612 ' +
          '792]/Group<</S/Transparency>>/Resources<</Font<</F1 5 0 R>>>>',
        `BT /F1 12 Tf 72 600 Td ${SECRET} ET`,
      ),
    },
  },
  'clipped away by a rectangle': {
    content: `${BODY} q 0 0 5 5 re W n BT /F1 12 Tf 72 600 Td ${SECRET} ET Q`,
  },
  'clipped away by a triangle': {
    content: `${BODY} q 300 300 m 400 300 l 350 400 l h W n BT /F1 12 Tf 72 600 Td ${SECRET} ET Q`,
  },
  'clipped away by the box of a form': {
    content: `${BODY} /Form Do`,
    resources: '/XObject<</Form 10 0 R>>',
    objects: {
      10: stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 5 5]/Resources<</Font<</F1 5 0 R>>>>',
        `BT /F1 12 Tf 72 600 Td ${SECRET} ET`,
      ),
    },
  },
  'off the page': { content: `${BODY} BT /F1 12 Tf 72 -40 Td ${SECRET} ET` },
  'outside the crop box': {
    content: `${BODY} BT /F1 12 Tf 72 20 Td ${SECRET} ET`,
    page: '/CropBox[0 100 612 792]',
  },
  'in a layer that is off': {
    content: `${BODY} /OC /Off BDC BT /F1 12 Tf 72 600 Td ${SECRET} ET EMC`,
    ...LAYERS,
  },
  'of mode 3 beside a picture': {
    content: `${BODY} q 100 0 0 100 300 300 cm /Im Do Q BT 3 Tr /F1 12 Tf 72 600 Td ${SECRET} ET`,
    ...SCAN,
  },
  'of mode 3 on a single white point that fills the page': {
    content: `q 612 0 0 792 0 0 cm /Im Do Q ${BODY} BT 3 Tr /F1 12 Tf 72 600 Td ${SECRET} ET`,
    resources: '/XObject<</Im 10 0 R>>',
    objects: {
      10: stream(
        '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
        '\xff',
      ),
    },
  },
  'in the same line as visible text': {
    content: `BT /F1 12 Tf 72 700 Td (A line ) Tj 1 g ${SECRET} 0 g ( that everybody sees.) Tj ET`,
  },
};

const VISIBLE: Readonly<Record<string, SmallPdf>> = {
  'in white on a dark rectangle': {
    content: '0 0 .4 rg 60 690 300 30 re f 1 g BT /F1 12 Tf 72 700 Td (plain to see) Tj ET',
  },
  'in white on a dark rounded box': {
    content:
      '0 g 70 690 m 200 690 l 210 690 210 700 210 700 c 210 720 l 60 720 l 60 700 l 60 690 70 690 ' +
      '70 690 c f 1 g BT /F1 12 Tf 72 700 Td (plain to see) Tj ET',
  },
  'in white on a thick line': {
    content: '0 G 30 w 60 705 m 360 705 l S 1 g BT /F1 12 Tf 72 700 Td (plain to see) Tj ET',
  },
  'in white on a picture': {
    content: 'q 300 0 0 100 60 650 cm /Im Do Q 1 g BT /F1 12 Tf 72 700 Td (plain to see) Tj ET',
    ...SCAN,
  },
  'in a footnote of 5 points': { content: 'BT /F1 5 Tf 72 70 Td (plain to see) Tj ET' },
  'that is turned by a right angle': { content: 'BT /F1 10 Tf 0 1 -1 0 72 300 Tm (plain to see) Tj ET' },
  'that is turned a little': { content: 'BT /F1 10 Tf .9 .436 -.436 .9 72 300 Tm (plain to see) Tj ET' },
  'on the text layer of a scan': {
    content: 'q 612 0 0 792 0 0 cm /Im Do Q BT 3 Tr /F1 12 Tf 72 700 Td (plain to see) Tj ET',
    ...SCAN,
  },
  'on the text layer of a scan in strips, written before them': {
    content:
      'BT 3 Tr /F1 12 Tf 72 700 Td (plain to see) Tj ET q 612 0 0 396 0 396 cm /Im Do Q q 612 0 0 ' +
      '396 0 0 cm /Im Do Q',
    ...SCAN,
  },
  'in an outline': { content: 'BT 1 Tr 0 G 1 g /F1 12 Tf 72 700 Td (plain to see) Tj ET' },
  'within a clip': { content: 'q 60 690 300 30 re W n BT /F1 12 Tf 72 700 Td (plain to see) Tj ET Q' },
  'that is highlighted': {
    content: 'BT /F1 12 Tf 72 700 Td (plain to see) Tj ET q /Multiply gs 1 1 0 rg 60 690 300 30 re f Q',
    resources: GRAPHICS_STATES,
  },
  'in a layer that is on': {
    content: '/OC /On BDC BT /F1 12 Tf 72 700 Td (plain to see) Tj ET EMC',
    ...LAYERS,
  },
  'behind a mask of white': {
    ...masked('1 g 0 0 612 792 re f', 'Luminosity'),
    content: 'q /Masked gs BT /F1 12 Tf 72 600 Td (plain to see) Tj ET Q',
  },
  'of a small page': {
    content: '.2 0 0 .2 0 0 cm BT /F1 12 Tf 72 300 Td (plain to see) Tj ET',
    page: '/CropBox[0 0 150 120]',
  },
  'with spacing of letters, words and lines': {
    content: 'BT /F1 12 Tf 1 Tc 2 Tw 90 Tz 14 TL 2 Ts 72 700 Td [(plain) -500 (to)] TJ T* (see) Tj ET',
  },
};

describe('in a PDF, text is left out', () => {
  for (const [name, pdf] of Object.entries(HIDDEN)) {
    test(`that is ${name}`.replace('that is that', 'that'), async () => {
      const text = await textOf(pdf);
      assert.doesNotMatch(text, /secret/);
      assert.match(text, /A line\s+that everybody sees\./);
    });
  }
});

describe('in a PDF, text is read', () => {
  for (const [name, pdf] of Object.entries(VISIBLE)) {
    test(`that is ${name}`.replace('that is that', 'that'), async () => {
      assert.equal((await textOf(pdf)).replace(/\s+/g, ' '), 'plain to see');
    });
  }
});

test('states that are nested without end do not reach the text', async () => {
  await assert.rejects(textOf({ content: `${'q '.repeat(5_001)}${BODY}` }), /nested too deeply/);
});
