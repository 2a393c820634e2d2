import type * as cssSelect from 'css-select';
import { libraryPart } from '../../text/library-part.ts';

const part: { readonly compileToken: typeof cssSelect._compileUnsafe } = await import(
  libraryPart('css-select', './compile.js')
);

/** css-select's compiler for parsed selectors, without the rest of the library. */
export const compileSelector = part.compileToken;
