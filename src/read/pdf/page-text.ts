import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { pageResources } from './page-resources.ts';
import { paintPage } from './paint-page.ts';
import { visibleItems } from './visible-items.ts';

/** Reads the visible text of a page by its number, counted from 1. */
export type PageReader = (number: number) => Promise<string>;

const NO_ANNOTATIONS = 0;

/** Prepares to read the pages of a document: looks up its layers. */
export async function createPageReader(document: PDFDocumentProxy): Promise<PageReader> {
  const { getResolvedPDFJS } = await import('unpdf');
  const { OPS: numbers } = await getResolvedPDFJS();
  const layers = await document.getOptionalContentConfig();
  return async (number) => {
    const page = await document.getPage(number);
    try {
      const { items } = await page.getTextContent();
      const texts = items.filter((item) => 'str' in item);
      if (texts.length === 0) return '';
      const operators = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      const { objs: objects, commonObjs: commonObjects } = page;
      const isLayerOn = (layer: unknown): boolean => layers.isVisible(layer);
      const resources = pageResources({ objects, commonObjects, isLayerOn });
      const glyphs = paintPage(operators, { box: { left, bottom, right, top }, resources, numbers });
      const visible = visibleItems(texts, glyphs);
      return texts.map(({ hasEOL }, at) => `${visible[at] ?? ''}${hasEOL ? '\n' : ''}`).join('');
    } finally {
      page.cleanup();
    }
  };
}
