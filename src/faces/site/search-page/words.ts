import Negotiator from 'negotiator';
import { boundedField } from '../../http/bounded-field.ts';
import { table as ar } from './languages/ar.ts';
import { table as de } from './languages/de.ts';
import type { DocumentTable } from './languages/document-table.ts';
import { table as en } from './languages/en.ts';
import { table as es } from './languages/es.ts';
import { table as fr } from './languages/fr.ts';
import { table as ja } from './languages/ja.ts';
import { table as pt } from './languages/pt.ts';

/** The languages of the page, by their BCP 47 tags; English comes first, for clients that accept any. */
const TABLES: ReadonlyMap<string, DocumentTable> = new Map(Object.entries({ en, es, de, fr, pt, ja, ar }));

/** The texts of the page without JavaScript, and their language. */
export type DocumentWords = DocumentTable & {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
};

/** The texts in the preferred supported language of an `Accept-Language` field; English if it names none. */
export function wordsFor(acceptLanguage: string | undefined): DocumentWords {
  const negotiator = new Negotiator({ headers: { 'accept-language': boundedField(acceptLanguage ?? '*') } });
  const [language = 'en'] = negotiator.languages([...TABLES.keys()]);
  return { ...(TABLES.get(language) ?? en), language, direction: language === 'ar' ? 'rtl' : 'ltr' };
}
