import { overlapOf, toBox } from './box.ts';
import type { GraphicsState } from './graphics-state.ts';
import { toInk } from './ink.ts';
import { type Interpreter, notePendingImage, type Operator } from './interpreter.ts';
import { IDENTITY, multiply, toMatrix, toNumbers } from './matrix.ts';

/** The operators of the graphics state, forms, groups and layers in pdf.js (ISO 32000-1, 8 to 14). */
export function stateOperators(page: Interpreter): Readonly<Record<string, Operator>> {
  const change = (changes: Partial<GraphicsState>): void => {
    page.state = { ...page.state, ...changes };
  };
  return {
    ...groupOperators(page),
    save: () => page.save(),
    restore() {
      notePendingImage(page);
      page.restore();
    },
    transform(args) {
      const matrix = toMatrix(args);
      if (matrix !== null) change({ ctm: multiply(page.state.ctm, matrix) });
      page.mayHoldImage = true;
    },
    setGState: ([parameters]) => setParameters(page, parameters),
    setLineWidth: ([width]) => change({ lineWidth: toNumber(width) }),
    setFillRGBColor: ([colour]) => change({ fillInk: toInk(colour) }),
    setStrokeRGBColor: ([colour]) => change({ strokeInk: toInk(colour) }),
    setFillColorN: () => change({ fillInk: 'dark' }),
    setStrokeColorN: () => change({ strokeInk: 'dark' }),
    setFillTransparent: () => change({ fillInk: 'none' }),
    setStrokeTransparent: () => change({ strokeInk: 'none' }),
    paintFormXObjectBegin([matrix, box]) {
      page.openForm();
      page.mayHoldImage = true;
      change({ ctm: multiply(page.state.ctm, toMatrix(matrix) ?? IDENTITY) });
      if (toNumbers(box).length === 4)
        change({ clip: overlapOf(page.state.clip, toBox(box, page.state.ctm)) });
    },
  };
}

/** The ends of forms, and transparency groups and layers. */
function groupOperators(page: Interpreter): Readonly<Record<string, Operator>> {
  const endForm = (): void => {
    notePendingImage(page);
    page.closeForm();
  };
  return {
    paintFormXObjectEnd: endForm,
    beginGroup([group]) {
      page.openForm();
      const isMask = hasMask(group);
      page.groups.push(isMask);
      page.masks += Number(isMask);
      // A group is painted as one object, so its opacity applies once to everything in it.
      const { groupAlpha, fillAlpha } = page.state;
      page.state = { ...page.state, groupAlpha: groupAlpha * fillAlpha, fillAlpha: 1, strokeAlpha: 1 };
    },
    endGroup() {
      if (page.groups.length === 0) return;
      endForm();
      page.masks -= Number(page.groups.pop());
    },
    beginMarkedContent: () => void page.layers.push(false),
    beginMarkedContentProps([tag, layer]) {
      const isOff = tag === 'OC' && !page.resources.isLayerOn(layer);
      page.layers.push(isOff);
      page.offLayers += Number(isOff);
    },
    endMarkedContent() {
      page.offLayers -= Number(page.layers.pop() ?? false);
    },
  };
}

function hasMask(group: unknown): boolean {
  const mask = typeof group === 'object' && group !== null && 'smask' in group ? group.smask : null;
  return typeof mask === 'object' && mask !== null;
}

function setParameters(page: Interpreter, parameters: unknown): void {
  for (const entry of Array.isArray(parameters) ? parameters : []) {
    const [name, value]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    page.state = { ...page.state, ...toChanges(name, value, page) };
  }
}

/** The effect of an entry in a graphics state parameter dictionary (ISO 32000-1, table 58). */
function toChanges(name: unknown, value: unknown, page: Interpreter): Partial<GraphicsState> {
  if (name === 'ca') return { fillAlpha: toNumber(value) };
  if (name === 'CA') return { strokeAlpha: toNumber(value) };
  if (name === 'LW') return { lineWidth: toNumber(value) };
  if (name !== 'Font' || !Array.isArray(value)) return {};
  return { font: page.resources.font(String(value[0])), fontSize: toNumber(value[1]) };
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
