import { countChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import { DEPTHS, LAYOUTS, LENGTHS } from '../../core/question.ts';

/** The maximum number of planned queries, and of the characters of each. */
const MAX_PLANNED = 6;
const MAX_PLANNED_CHARS = 200;

/** The queries of the first round of a deep answer, in place of a plan of the service. */
export const planField = z
  .array(
    z
      .string({ error: 'Each entry of the field `plan` must be a string.' })
      .refine((text) => text.trim() !== '' && countChars(text) <= MAX_PLANNED_CHARS, {
        error: `Each entry of the field \`plan\` must have 1 to ${MAX_PLANNED_CHARS} characters.`,
      }),
    { error: 'The field `plan` must be a list of queries.' },
  )
  .min(1, { error: 'The field `plan` must have at least one query.' })
  .max(MAX_PLANNED, { error: `The field \`plan\` can have at most ${MAX_PLANNED} queries.` })
  .optional()
  .meta({ description: 'For a deep answer: what to search for first, instead of a plan of the service.' });

const ABOUT_INSTANT = 'Whether sums, dates and the like are answered at once, without a search.';

/** Whether questions that need no search are answered at once. */
export const instantField = z
  .boolean({ error: 'The field `instant` must be true or false.' })
  .optional()
  .meta({ description: ABOUT_INSTANT, default: true });

/** The same as a parameter of a query string. */
export const instantParameter = z
  .enum(['true', 'false'], { error: 'The query parameter `instant` must be true or false.' })
  .optional()
  .meta({ description: ABOUT_INSTANT, default: 'true' });

/** The depth, the length and the layout of an answer; `kind` is what the caller calls its parts. */
export function formFields(kind: 'field' | 'query parameter') {
  const oneOf = <const Values extends readonly [string, ...string[]]>(
    name: string,
    values: Values,
    about: { readonly description: string; readonly default: Values[number] },
  ) => {
    const choices = values.map((value) => `\`${value}\``);
    const error = `The ${kind} \`${name}\` must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
    return z.enum(values, { error }).optional().meta(about);
  };
  return {
    depth: oneOf('depth', DEPTHS, {
      description: 'How thoroughly to research; `deep` takes longer.',
      default: 'quick',
    }),
    length: oneOf('length', LENGTHS, {
      description: 'How long the answer should be, if a model writes it.',
      default: 'normal',
    }),
    layout: oneOf('layout', LAYOUTS, {
      description: 'Whether the answer should be plain text or a list; `auto` leaves it to the model.',
      default: 'auto',
    }),
  };
}
