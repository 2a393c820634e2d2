import { z } from 'zod';
import type { JudgedStatement } from '../../core/answer.ts';

const quote = z.object({
  source: z.int().min(1).meta({ description: 'Number of the source.' }),
  quote: z.string().meta({ description: 'Its words.' }),
  from: z
    .int()
    .min(0)
    .meta({ description: "Offset in the text of the source's page or snippet, in UTF-16 units." }),
  to: z.int().min(0),
});

/** One statement of an answer and its verdict. */
export const statementSchema = z
  .object({
    index: z.int().min(0),
    text: z.string().meta({ description: 'The sentence without markup and citations.' }),
    from: z.int().min(0).meta({ description: 'Offset in `answer`, in UTF-16 units.' }),
    to: z.int().min(0),
    verdict: z.enum(['supported', 'differs', 'not-found', 'not-checked']),
    score: z.number().min(0).max(1).nullable().meta({
      description: 'How likely it is that the closest source supports the statement; null if not checked.',
    }),
    quotes: z.array(quote),
    reason: z
      .enum(['not-in-passages', 'not-in-sources', 'no-claim', 'other-language', 'no-rules', 'limit'])
      .optional()
      .meta({ description: 'Why it was not found, or not checked.' }),
    closest: quote
      .optional()
      .meta({ description: 'The sentences that come closest to a statement that was not found.' }),
    sure: z.boolean().optional().meta({
      description: 'Whether the verdict is fairly certain; absent if the statement was not checked.',
    }),
    citation_moved: z
      .array(
        z.object({
          was: z.int().min(1).meta({ description: 'The source that the model cited.' }),
          now: z.int().min(1).nullable().meta({
            description: 'The source that is cited instead; null if the statement already cites it.',
          }),
        }),
      )
      .optional()
      .meta({ description: 'Citations that were moved to the source that supports the statement.' }),
    difference: z
      .object({
        kind: z.enum(['number', 'date', 'unit', 'name']),
        stated: z.string().meta({ description: 'What the answer says.' }),
        found: quote.meta({ description: 'What the source says instead.' }),
      })
      .optional(),
  })
  .meta({ id: 'Statement' });

/** A judged statement in the form in which it is sent. */
export function toStatementBody(statement: JudgedStatement): z.infer<typeof statementSchema> {
  const { difference, quotes, closest, isSure, citationMoves, ...rest } = statement;
  return {
    ...rest,
    quotes: quotes.map(toQuoteBody),
    ...(closest !== undefined && { closest: toQuoteBody(closest) }),
    ...(isSure !== undefined && { sure: isSure }),
    ...(citationMoves !== undefined && {
      citation_moved: citationMoves.map(({ was, now }) => ({ was, now })),
    }),
    ...(difference !== undefined && { difference: { ...difference, found: toQuoteBody(difference.found) } }),
  };
}

function toQuoteBody({ text, ...rest }: JudgedStatement['quotes'][number]): z.infer<typeof quote> {
  return { ...rest, quote: text };
}
