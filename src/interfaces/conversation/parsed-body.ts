import type { z } from 'zod';
import { Failure } from '../../core/failure.ts';

/**
 * Returns the fields of a request's body that a schema has, and drops all others.
 * @throws Failure `invalid-question` that names the first field that is not valid
 */
export function parsedBody<Fields extends z.ZodType>(body: unknown, schema: Fields): z.infer<Fields> {
  if (body === undefined || body === null)
    throw new Failure('invalid-question', 'The request has no body: send JSON.');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const field = first === undefined || first.path.length === 0 ? '' : first.path.join('.').slice(0, 100);
  const where = field === '' ? 'The body is not valid' : `The field \`${field}\` is not valid`;
  throw new Failure('invalid-question', `${where}: ${toClause(first?.message ?? 'see the documentation')}.`);
}

function toClause(message: string): string {
  const clause = message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  return clause.slice(0, 1).toLowerCase() + clause.slice(1);
}
