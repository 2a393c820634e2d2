import type { PaintColour } from './colour.ts';
import type { ClippingText, Font, GraphicsState } from './graphics-state.ts';
import { initialState } from './graphics-state.ts';
import type { Point } from './matrix.ts';
import type { Box } from './outline.ts';
import type { SoftMask } from './soft-mask.ts';
import { createSurface, type Surface } from './surface.ts';
import type { Visibility } from './visibility.ts';

/** Looks up the objects that operators refer to by name. */
export type PageResources = {
  readonly font: (name: string) => Font;
  /** The colour of a gradient or a small image; unknown unless it is the same everywhere. */
  readonly colourOf: (name: string) => PaintColour;
  /** Whether a layer (optional content) is shown. */
  readonly isLayerOn: (layer: unknown) => boolean;
};

/** A glyph and the known facts about it at the time when it was painted. */
export type PaintedGlyph = {
  readonly text: string;
  /** Its starting position on the page. */
  readonly start: Point;
  readonly followsSpace: boolean;
  readonly cell: number;
  visibility: Visibility;
  /** The number of shapes that had been painted before it. */
  paints: number;
};

/** Executes one operator; `args` are the arguments from pdf.js. */
export type Operator = (args: readonly unknown[]) => void;

/** The state that the operators of a page read and change. */
export type Interpreter = {
  readonly page: Box;
  readonly resources: PageResources;
  readonly glyphs: PaintedGlyph[];
  /** The surface that is painted on: the page or, within the group of a soft mask, that mask. */
  surface: Surface;
  state: GraphicsState;
  /** The number of soft masks that are being painted; glyphs in a mask are shapes, not text. */
  maskDepth: number;
  /** The last mask that was painted; the next graphics state parameter refers to it. */
  lastMask: SoftMask | null;
  /** For each open marked-content sequence, whether it belongs to a layer that is off. */
  readonly layers: boolean[];
  hiddenLayers: number;
  /**
   * Whether the matrix has changed and nothing has been painted since, as happens before an image that is not
   * decoded.
   */
  mayHoldImage: boolean;
  readonly clippingText: () => ClippingText;
  readonly save: () => void;
  readonly restore: () => void;
  /** Opens a form; states that it saves and does not restore end with it. */
  readonly openForm: () => void;
  readonly closeForm: () => void;
};

/** Pages with deeper nesting are refused. The limit is far above the depth in files that programs write. */
const MAX_SAVED_STATES = 5_000;
const WHITE = 0xffffff;

/** Starts a white page. Throws if an operator saves more than 5,000 states. */
export function createInterpreter(page: Box, resources: PageResources): Interpreter {
  const saved: GraphicsState[] = [];
  const forms: number[] = [];
  const self: Interpreter = {
    page,
    resources,
    glyphs: [],
    surface: createSurface(page, WHITE),
    state: initialState({ box: page, cells: null }),
    maskDepth: 0,
    lastMask: null,
    layers: [],
    hiddenLayers: 0,
    mayHoldImage: false,
    clippingText() {
      const { clippingText } = self.state;
      if (clippingText?.level === saved.length) return clippingText;
      const own = { level: saved.length, glyphs: [] };
      self.state = { ...self.state, clippingText: own };
      return own;
    },
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
