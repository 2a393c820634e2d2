import type { StyledElement } from './styled-element.ts';

/** One condition on an element. */
export type Simple =
  | { readonly kind: 'tag' | 'id' | 'class'; readonly name: string }
  | {
      readonly kind: 'attribute';
      readonly name: string;
      readonly sign: string;
      readonly value: string;
      readonly anyCase: boolean;
    }
  /** Any of these; `not` turns it round. `&` of a nested rule is such a list too. */
  | { readonly kind: 'any' | 'not'; readonly selectors: readonly Selector[] }
  | {
      readonly kind: 'nth';
      readonly step: number;
      readonly first: number;
      readonly ofType: boolean;
      readonly fromEnd: boolean;
      /** Only these count, and the element has to be one; null for all. */
      readonly among: readonly Selector[] | null;
    }
  /** `:has()`; its selectors begin at a `subject`. */
  | { readonly kind: 'has'; readonly selectors: readonly Selector[] }
  /** What an attribute says that holds for all inside, such as `lang`; `usual` where none says it. */
  | {
      readonly kind: 'nearest';
      readonly name: string;
      readonly values: readonly string[];
      readonly usual: string;
    }
  /** What an element is by its own attributes and content, such as `:checked`. */
  | { readonly kind: 'state'; readonly test: (element: StyledElement) => boolean }
  /** One element, where a `@scope` without a selector stands. */
  | { readonly kind: 'just'; readonly element: StyledElement }
  | { readonly kind: 'root' | 'subject' | 'always' | 'never' };

/** Conditions on one element, and how it stands to the compound before it. */
export type Compound = {
  readonly simples: readonly Simple[];
  readonly combinator: '' | ' ' | '>' | '+' | '~';
};

/** A selector from its last compound, the element meant, to its first; specificity as one comparable number. */
export type Selector = { readonly compounds: readonly Compound[]; readonly specificity: number };
