/** An element in the form that the hiding rules need. Tag and attribute names are in lower case. */
export type StyledElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: StyledElement | null;
  /** The preceding element with the same parent; null for the first. */
  readonly previous: StyledElement | null;
  readonly children: readonly (StyledElement | string)[];
};
