/** An element as the hiding rules see it. Tag and attribute names are lower case. */
export type StyledElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: StyledElement | null;
  /** The element before it under the same parent; null for the first. */
  readonly previous: StyledElement | null;
  /** What stands in it, texts and elements; left out where nobody knows. */
  readonly children?: readonly unknown[];
};
