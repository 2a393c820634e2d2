import { Failure } from '../../../core/failure.ts';

/** One mistake in the arguments of a tool. */
type ArgumentIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** More mistakes would only repeat the first ones. */
const MAX_ISSUES = 3;

/** The mistakes in the arguments of a tool, in words that a model can act on. */
export function wrongArguments(tool: string, issues: readonly ArgumentIssue[]): Failure {
  const mistakes = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `\`${String(path[0])}\` ${message}`));
  return new Failure(
    'invalid-question',
    `The arguments of \`${tool}\` are wrong: ${mistakes.join('; ')}. Correct this and call the tool again.`,
  );
}
