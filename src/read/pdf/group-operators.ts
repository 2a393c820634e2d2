import { NO_COLOUR, parseColour } from './colour.ts';
import { type GraphicsState, initialState } from './graphics-state.ts';
import type { Interpreter, Operator } from './interpreter.ts';
import { IDENTITY, multiply, toMatrix } from './matrix.ts';
import { paintPendingImage } from './paint-operators.ts';
import type { SoftMask } from './soft-mask.ts';
import { clipToBox } from './state-operators.ts';
import { createSurface, type Surface } from './surface.ts';

/**
 * The maximum number of masks that are painted on a page; further masks count as fully transparent.
 */
const MAX_MASKS = 20;
const NO_PAGE = { left: 0, bottom: 0, right: 1, top: 1 };

/**
 * The operators of transparency groups and layers, by their names in pdf.js (ISO 32000-1, 11.4, 11.5 and
 * 14.6).
 */
export function groupOperators(page: Interpreter): Readonly<Record<string, Operator>> {
  const groups: { readonly surface: Surface; readonly mask: SoftMask | null }[] = [];
  let masks = 0;

  function begin(layer: boolean): void {
    page.layers.push(layer);
    if (layer) page.hiddenLayers++;
  }

  function beginGroup([group]: readonly unknown[]): void {
    const { smask, matrix, bbox } = toRecord(group);
    page.openForm();
    const mask = isObject(smask) ? createMask(toRecord(smask)) : null;
    groups.push({ surface: page.surface, mask });
    const { state } = page;
    const { ctm } = state;
    page.state = { ...state, ctm: multiply(ctm, toMatrix(matrix) ?? IDENTITY) };
    clipToBox(page, bbox);
    enterGroup(page, state, mask);
  }

  function createMask(group: Record<string, unknown>): SoftMask {
    const kind = masks++ >= MAX_MASKS ? 'unknown' : kindOfMask(group);
    const background = kind === 'alpha' ? NO_COLOUR : (parseColour(group.backdrop) ?? 0);
    return { kind, surface: createSurface(kind === 'unknown' ? NO_PAGE : page.page, background) };
  }

  function endGroup(): void {
    paintPendingImage(page);
    const group = groups.pop();
    if (group === undefined) return;
    page.closeForm();
    page.surface = group.surface;
    if (group.mask === null) return;
    page.lastMask = group.mask;
    page.maskDepth--;
  }

  return {
    beginGroup,
    endGroup,
    beginMarkedContent: () => begin(false),
    beginMarkedContentProps: ([tag, layer]) => begin(tag === 'OC' && !page.resources.isLayerOn(layer)),
    endMarkedContent() {
      if (page.layers.pop() === true) page.hiddenLayers--;
    },
  };
}

function enterGroup(page: Interpreter, outer: GraphicsState, mask: SoftMask | null): void {
  const { clip } = page.state;
  if (mask === null) {
    page.state = { ...outer, ...compose(outer), clip };
    return;
  }
  page.state = { ...outer, ...initialColours(page), clip: { box: page.page, cells: null } };
  page.surface = mask.surface;
  page.maskDepth++;
}

function kindOfMask({ subtype, transferMap }: Record<string, unknown>): SoftMask['kind'] {
  if (transferMap !== undefined) return 'unknown';
  return subtype === 'Alpha' ? 'alpha' : 'luminosity';
}

/** A group is painted as one object, so its settings apply once to everything in it. */
function compose(state: GraphicsState): Partial<GraphicsState> {
  const { groupAlpha, fillAlpha, groupMasks, softMask, isNormalGroup, isNormalBlend } = state;
  return {
    isNormalGroup: isNormalGroup && isNormalBlend,
    isNormalBlend: true,
    groupAlpha: groupAlpha * fillAlpha,
    fillAlpha: 1,
    strokeAlpha: 1,
    groupMasks: softMask === null ? groupMasks : [...groupMasks, softMask],
    softMask: null,
  };
}

function initialColours(page: Interpreter): Partial<GraphicsState> {
  const { fillColour, strokeColour, fillAlpha, strokeAlpha, groupAlpha, softMask, groupMasks, clippingText } =
    initialState(page.state.clip);
  return { fillColour, strokeColour, fillAlpha, strokeAlpha, groupAlpha, softMask, groupMasks, clippingText };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function toRecord(value: unknown): Record<string, unknown> {
  return isObject(value) ? (value as Record<string, unknown>) : {};
}
