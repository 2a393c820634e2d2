import { Failure } from '../core/failure.ts';
import type { Answerer, Caller } from '../core/run.ts';
import type { Scope } from '../core/scope.ts';
import type { SearchOnce } from '../core/service.ts';
import type { OwnWeb } from './own-web.ts';

/** What a caller asks for, and where. */
type Asked = { readonly text: string; readonly scope: Scope };

/** `in: notes` before a question, and behind it. */
const BEFORE = /^\s*in:\s*([a-z][a-z0-9-]{0,39})\s+(?=\S)/i;
const BEHIND = /(?<=\S)\s+in:(\s*)([a-z][a-z0-9-]{0,39})\s*$/i;

/** Searches only the collection that a question or its caller names. */
export function inChosenCollection(next: Answerer, { ownWeb }: { readonly ownWeb: OwnWeb | null }): Answerer {
  return async function* chosen(run) {
    yield* next({ ...run, question: withChoice(run.question, run.caller, ownWeb) });
  };
}

/** The same for a search alone. */
export function searchChosenCollection(search: SearchOnce, ownWeb: OwnWeb | null): SearchOnce {
  return async (request, errand) => await search(withChoice(request, errand.caller, ownWeb), errand);
}

/**
 * What is asked, without `in: NAME`, which becomes a part of the scope.
 * @throws Failure `invalid-question` if there is no such collection: the question must not go to the web instead
 */
function withChoice<What extends Asked>(asked: What, caller: Caller, ownWeb: OwnWeb | null): What {
  const { text, name } = (ownWeb && namedIn(asked.text, ownWeb.collectionsOf(caller))) ?? {
    text: asked.text,
    name: asked.scope.collection,
  };
  if (name === undefined) return asked;
  const whyNot = ownWeb === null ? `There is no collection "${name}".` : ownWeb.whyNot(name, caller);
  if (whyNot !== null) throw new Failure('invalid-question', whyNot);
  return { ...asked, text, scope: { ...asked.scope, collection: name } };
}

/** The collection that a question names, and its other words; null for none. */
function namedIn(
  text: string,
  names: readonly string[],
): { readonly text: string; readonly name: string } | null {
  const before = BEFORE.exec(text);
  if (before !== null)
    return { text: text.slice(before[0].length).trim(), name: (before[1] ?? '').toLowerCase() };
  const behind = BEHIND.exec(text);
  if (behind === null) return null;
  const [, space = '', written = ''] = behind;
  const name = written.toLowerCase();
  // "What was it called in: English" is an ordinary question.
  if (space !== '' && !names.includes(name)) return null;
  return { text: text.slice(0, behind.index).trim(), name };
}
