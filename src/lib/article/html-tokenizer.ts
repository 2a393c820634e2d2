import type * as htmlparser2 from 'htmlparser2';
import { libraryPart } from '../text/library-part.ts';

const part: { readonly default: typeof htmlparser2.Tokenizer } = await import(
  libraryPart('htmlparser2', './Tokenizer.js')
);

/** htmlparser2's tokenizer, without the rest of the library. */
export const Tokenizer = part.default;
