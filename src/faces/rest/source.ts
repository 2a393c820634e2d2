import { z } from 'zod';
import type { Source } from '../../core/terms.ts';
import { SNIPPET_CHARS } from '../../core/text.ts';

/** A source as callers get it: the event of a stream has every field, the replies some of them. */
export const sourceSchema = z.object({
  index: z.int().min(1).meta({ description: 'Source number, as the answer cites it.' }),
  title: z.string().meta({ description: 'Page title.' }),
  url: z.string().meta({ description: 'Source URL.' }),
  snippet: z.string().meta({ description: `Page excerpt, at most ${SNIPPET_CHARS} characters.` }),
  /** The path of the site's icon, relative to the site of the service; empty if there is none. */
  icon: z.string(),
  date: z.string().optional().meta({ description: 'Date of publication (ISO 8601), if known.' }),
  site: z.string().optional().meta({ description: 'Name of the site, if the page gives it.' }),
  author: z.string().optional().meta({ description: 'Names of the authors, if the page gives them.' }),
  /** The slot that found it; absent if that is not known. */
  search_engine: z.string().optional(),
});
/** A source of `POST /api/ask`. */
export const askSource = sourceSchema.pick({ index: true, title: true, url: true, snippet: true });
/** A source of `/api/v1/query`. */
export const querySource = sourceSchema.pick({ index: true, title: true, url: true });

/** A source as an event of a stream shows it. */
export type StreamedSource = z.infer<typeof sourceSchema>;

/** The sources in the fields of a schema; `iconAddress` makes the path of a site's icon. */
export function toSources<Fields extends z.ZodType>(
  sources: readonly Source[],
  schema: Fields,
  iconAddress: (url: string) => string = () => '',
): z.infer<Fields>[] {
  return sources.map(({ index, title, url, snippet, publishedAt, siteName, author, engine }) =>
    schema.parse({
      ...{ index, title, url, snippet },
      icon: iconAddress(url),
      ...(publishedAt !== undefined && { date: publishedAt }),
      ...(siteName !== undefined && { site: siteName }),
      ...(author !== undefined && { author }),
      ...(engine !== undefined && { search_engine: engine }),
    }),
  );
}
