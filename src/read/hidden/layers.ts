/** A cascade layer with those named in it, in the order in which they are first named. */
export type Layer = {
  readonly inner: Map<string, Layer>;
  readonly depth: number;
  /** How strong its rules are; known when all sheets are read (see `rankLayers`). */
  rank: number;
};

/** What is outside of all layers: it wins over all that is in one (CSS Cascade 5, 6.4.4). */
export function outsideLayers(): Layer {
  return { inner: new Map(), depth: 0, rank: Number.MAX_SAFE_INTEGER };
}

/** Deeper than anyone writes; what is named deeper is as strong as the layer around it. */
const MAX_DEPTH = 50;

/** The layer of a name such as `a.b` inside another one; one without a name is new each time. */
export function layerNamed(name: string, outer: Layer): Layer {
  let layer = outer;
  for (const part of (name || `#${outer.inner.size}`).split('.', MAX_DEPTH)) {
    if (layer.depth === MAX_DEPTH) break;
    const next = layer.inner.get(part) ?? { inner: new Map(), depth: layer.depth + 1, rank: 0 };
    layer.inner.set(part, next);
    layer = next;
  }
  return layer;
}

/** Gives the layers their ranks: the later named the stronger, and each stronger than those in it. */
export function rankLayers(outside: Layer): void {
  let rank = 0;
  const visit = (layer: Layer) => {
    for (const inner of layer.inner.values()) {
      visit(inner);
      inner.rank = rank++;
    }
  };
  visit(outside);
}
