import { areaOf, type Box, type BoxList, createBoxList, overlapOf, toBox } from './box.ts';
import { type Font, type GraphicsState, initialState } from './graphics-state.ts';
import type { Point } from './matrix.ts';
import type { Visibility } from './visibility.ts';

/** Looks up the objects that operators refer to by name. */
export type PageResources = {
  readonly font: (name: string) => Font;
  /** Whether a layer (optional content) is shown. */
  readonly isLayerOn: (layer: unknown) => boolean;
};

/** A glyph as an operator placed it on the page. */
export type PlacedGlyph = {
  readonly text: string;
  /** Its starting position on the page. */
  readonly start: Point;
  /** The point that is examined to find out whether it is visible. */
  readonly seenAt: Point;
  readonly followsSpace: boolean;
  readonly visibility: Visibility;
};

/** Executes one operator; `args` are the arguments from pdf.js. */
export type Operator = (args: readonly unknown[]) => void;

/** The state that the operators of a page read and change. */
export type Interpreter = {
  readonly page: Box;
  readonly resources: PageResources;
  readonly glyphs: PlacedGlyph[];
  state: GraphicsState;
  /** The parts of the page that are not white paper, as far as is known. */
  readonly painted: BoxList;
  /** The large images, which may be the scan of a page. */
  readonly scans: BoxList;
  /** The sum of their areas, in square points. */
  scannedArea: number;
  /** For each open marked-content sequence, whether it belongs to a layer that is off. */
  readonly layers: boolean[];
  /** How many of `layers` are off. */
  offLayers: number;
  /** For each open transparency group, whether it is a soft mask; glyphs in a mask are shapes, not text. */
  readonly groups: boolean[];
  /** How many of `groups` are masks. */
  masks: number;
  /** Whether the matrix changed and nothing was painted since: pdf.js may have left out an image there. */
  mayHoldImage: boolean;
  readonly save: () => void;
  readonly restore: () => void;
  /** Opens a form; states that it saves and does not restore end with it. */
  readonly openForm: () => void;
  readonly closeForm: () => void;
};

/** Pages with deeper nesting are refused. The limit is far above the depth in files that programs write. */
const MAX_SAVED_STATES = 5_000;

/** Starts an empty page. Throws if an operator saves more than 5,000 states. */
export function createInterpreter(page: Box, resources: PageResources): Interpreter {
  const saved: GraphicsState[] = [];
  const forms: number[] = [];
  const self: Interpreter = {
    page,
    resources,
    glyphs: [],
    state: initialState(page),
    painted: createBoxList(),
    scans: createBoxList(),
    scannedArea: 0,
    layers: [],
    offLayers: 0,
    groups: [],
    masks: 0,
    mayHoldImage: false,
    save() {
      if (saved.length >= MAX_SAVED_STATES)
        throw new Error('the graphics states of the page are nested too deeply');
      saved.push(self.state);
    },
    restore() {
      if (saved.length > (forms.at(-1) ?? 0)) self.state = saved.pop() ?? self.state;
    },
    openForm() {
      self.save();
      forms.push(saved.length);
    },
    closeForm() {
      saved.length = Math.min(saved.length, forms.pop() ?? 0);
      self.restore();
    },
  };
  return self;
}

/** Whether what operators paint does not appear on the page: in a layer that is off, or in a soft mask. */
export function isOffPage({ offLayers, masks }: Interpreter): boolean {
  return offLayers > 0 || masks > 0;
}

/**
 * Notes the image that pdf.js left out, if any. Large images are not decoded, and pdf.js omits the operator
 * of an image that it does not decode; the only sign of it is a matrix that was set although nothing was
 * painted.
 */
export function notePendingImage(page: Interpreter): void {
  const isImage = page.mayHoldImage && !isOffPage(page);
  page.mayHoldImage = false;
  if (!isImage) return;
  const box = overlapOf(toBox(UNIT_SQUARE, page.state.ctm), page.state.clip);
  page.painted.add(box);
  page.scans.add(box);
  page.scannedArea += areaOf(box);
}

/** The corners of an image in its own space. */
export const UNIT_SQUARE: readonly number[] = [0, 0, 1, 1];
