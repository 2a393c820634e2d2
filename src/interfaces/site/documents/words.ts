import ar from '@sayso/text/languages/ar/site.json' with { type: 'json' };
import de from '@sayso/text/languages/de/site.json' with { type: 'json' };
import en from '@sayso/text/languages/en/site.json' with { type: 'json' };
import es from '@sayso/text/languages/es/site.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/site.json' with { type: 'json' };
import ja from '@sayso/text/languages/ja/site.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/site.json' with { type: 'json' };
import Negotiator from 'negotiator';
import { boundedField } from '../../http/header-fields.ts';

/**
 * Every text of the pages of documents, in one language. `{at}` and `{all}` are replaced by numbers and must
 * stay as they are in a translation.
 */
type DocumentTable = Readonly<typeof en>;

/** The texts of the pages of documents, and their language. */
export type DocumentWords = DocumentTable & {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
};

/** The texts in the preferred supported language of an `Accept-Language` field; English if it names none. */
export function wordsFor(acceptLanguage: string | undefined): DocumentWords {
  const negotiator = new Negotiator({ headers: { 'accept-language': boundedField(acceptLanguage ?? '*') } });
  const [language = 'en'] = negotiator.languages(Object.keys(tables));
  return { ...(tables[language] ?? en), language, direction: language === 'ar' ? 'rtl' : 'ltr' };
}

/**
 * The texts by the BCP 47 tag of their language; English comes first, for clients that accept any language.
 */
const tables: Readonly<Record<string, DocumentTable>> = { en, es, de, fr, pt, ja, ar };
