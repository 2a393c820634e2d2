import { SNIPPET_CHARS } from '@sayso/text/text.ts';
import { z } from 'zod';
import type { Source } from '../../core/source.ts';
import { searchEngineOf } from '../http/call-service.ts';

/** The kind of text that the passages of a source come from. */
export const sourceBasis = z.enum(['page', 'text', 'snippet']).meta({
  description:
    '`page` if the page was read, `text` if the back-end returned its text, `snippet` if only the ' +
    'excerpt of the search result is known.',
});

/** What the field `collection` of a source says. */
export const COLLECTION = 'Your own collection that it is in; absent for pages of the web.';

/** A source as sent to callers: the event of a stream has every field, the replies some of them. */
export const sourceSchema = z.object({
  index: z.int().min(1).meta({ description: 'Number of the source, as cited in the answer.' }),
  title: z.string().meta({ description: 'Page title.' }),
  url: z.string().meta({ description: 'Source URL.' }),
  snippet: z.string().meta({ description: `Page excerpt, at most ${SNIPPET_CHARS} characters.` }),
  /** The path of the site's icon, relative to the service's own site; empty if there is none. */
  icon: z.string(),
  /** The path of the page's picture, relative to the service's own site; absent if there is none. */
  picture: z.string().optional(),
  basis: sourceBasis.optional(),
  read: z
    .string()
    .optional()
    .meta({ description: 'When the page was read (ISO 8601); absent if it was not.' }),
  /** The kind of service that rendered the page; absent for most. */
  rendered_by: z.string().optional(),
  /** Present only if the whole answer is known. */
  cited: z.boolean().optional().meta({ description: 'Whether the answer cites it.' }),
  date: z.string().optional().meta({ description: 'Date of publication (ISO 8601), if known.' }),
  site: z.string().optional().meta({ description: 'Name of the site, if the page gives it.' }),
  author: z.string().optional().meta({ description: 'Names of the authors, if the page gives them.' }),
  preferred: z.literal('caller').optional().meta({
    description: 'Whether the caller prefers its site, so that it comes before others; absent for most.',
  }),
  /** The slot that found it; absent if that is not known. */
  search_engine: z.string().optional(),
  collection: z.string().optional().meta({ description: COLLECTION }),
});
/** A source of `POST /api/ask`. */
export const askSource = sourceSchema.pick({ index: true, title: true, url: true, snippet: true });
/** A source of `POST /api/ask` with verdicts, which has more facts about its origin. */
export const groundedSource = askSource.extend(
  sourceSchema.pick({
    basis: true,
    read: true,
    cited: true,
    date: true,
    site: true,
    author: true,
    preferred: true,
  }).shape,
);
/** A source of `/api/v1/query`. */
export const querySource = sourceSchema.pick({ index: true, title: true, url: true });

/** A source in an event of a stream. */
export type StreamedSource = z.infer<typeof sourceSchema>;

/** Facts that are added to sources. */
type SourceOptions = {
  /** Makes the path of a site's icon. */
  iconAddress?(url: string): string;
  /** Makes the path of a page's picture, by the picture's address; null for none. */
  readonly pictureAddress?: ((imageUrl: string) => string) | null;
  /** The numbers of the sources that the whole answer cites. */
  readonly cited?: ReadonlySet<number>;
};

/**
 * The sources with only the fields of a schema. The fields are not validated, because the sources come from
 * the service itself, and validating them took as long as sending them (measured).
 */
export function toSources<Fields extends z.ZodObject>(
  sources: readonly Source[],
  schema: Fields,
  { iconAddress, pictureAddress = null, cited }: SourceOptions = {},
): z.infer<Fields>[] {
  const names = Object.keys(schema.shape);
  return sources.map(
    ({ readAt, publishedAt, siteName, slot, preferredBy, renderedBy, imageUrl, ...source }) => {
      // Pages that name the same picture name the one of their site, which shows nothing of the page.
      const isOwn = sources.every((other) => other.index === source.index || other.imageUrl !== imageUrl);
      const fields: Readonly<Record<string, unknown>> = {
        ...source,
        icon: iconAddress?.(source.url) ?? '',
        picture: imageUrl !== undefined && isOwn ? pictureAddress?.(imageUrl) : undefined,
        read: readAt,
        cited: cited?.has(source.index),
        date: publishedAt,
        // The page shows it in the place of a host.
        site: siteName ?? source.collection,
        preferred: preferredBy,
        rendered_by: renderedBy,
        search_engine: slot && searchEngineOf(slot),
      };
      const shown = names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
      return Object.fromEntries(shown) as z.infer<Fields>;
    },
  );
}
