/** A page whose blocks have traits. */
type Measured = { readonly blocks: readonly unknown[] };

/** A block of a page at its position. */
export type Subject<View extends Measured> = {
  readonly block: View['blocks'][number];
  readonly at: number;
  readonly view: View;
};

/** Writes values into a row, beginning at a position. */
type Measure<Of> = (row: Float32Array, to: number, subject: Of) => void;

/** Traits measured together: their names, and a function that writes their values in that order. */
export type TraitGroup<View extends Measured> = { readonly names: readonly string[] } & (
  | { readonly ofBlock: Measure<Subject<View>> }
  | { readonly ofPage: Measure<View> }
);

/** The rows of the blocks of one page, one after another. */
export type TraitTable = { readonly values: Float32Array; readonly width: number };

/** Measures traits. */
export type TraitRows<View extends Measured> = {
  readonly positions: ReadonlyMap<string, number>;
  readonly ofPage: ReadonlySet<string>;
  readonly measure: (view: View) => TraitTable;
};

/** Prepares measuring the traits of groups: few functions are compiled sooner than one for each trait. */
export function createTraitRows<View extends Measured>(groups: readonly TraitGroup<View>[]): TraitRows<View> {
  const names = groups.flatMap((group) => group.names);
  const placed = groups.map((group) => ({ ...group, to: names.indexOf(group.names[0] ?? '') }));
  const ofPage = placed.filter((group) => 'ofPage' in group);
  const ofBlock = placed.filter((group) => 'ofBlock' in group);
  return {
    positions: new Map(names.map((name, at) => [name, at] as const)),
    ofPage: new Set(ofPage.flatMap((group) => group.names)),
    measure(view) {
      const width = names.length;
      const values = new Float32Array(width * view.blocks.length);
      const subjects = view.blocks.map((block, at) => ({ block, at, view }));
      for (const group of ofPage)
        for (const { at } of subjects) group.ofPage(values, at * width + group.to, view);
      for (const group of ofBlock)
        for (const subject of subjects) group.ofBlock(values, subject.at * width + group.to, subject);
      return { values, width };
    },
  };
}
