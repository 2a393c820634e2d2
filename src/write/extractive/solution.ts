import { isCode } from './code.ts';
import type { Sentence } from './sentence.ts';

/**
 * Words that name a problem, separated by commas, in the larger languages. Compiled for Sayso, and not meant
 * to be complete.
 */
const PROBLEMS = `error, errors, fail, fails, failed, failing, failure, problem, problems, issue, issues,
  bug, crash, crashes, cannot, can't, unable to, does not work, doesn't work, not working, won't, broken,
  warning, unsupported, not supported, missing, not found, denied, refused, conflict, conflicts,
  incompatible, deprecated, stuck, slow, leak, fehler, problem, probleme, schlägt fehl, funktioniert nicht,
  geht nicht, fehlt, nicht unterstützt, absturz, fallo, falla, problema, problemas, no funciona,
  no se puede, erreur, erreurs, échoue, échec, problème, problèmes, ne fonctionne pas, impossible, erro,
  falha, não funciona, errore, errori, fallisce, non funziona, fout, fouten, mislukt, werkt niet, ошибка,
  ошибки, проблема, не работает, сбой, خطأ, مشكلة, فشل`;

/** Beginnings of sentences that describe the solution of a problem, separated by commas. */
const SOLUTIONS = `to fix, to solve, to resolve, to avoid, to prevent, to work around, to get around,
  to correct, to do this, to do so, instead, use, try, set, run, install, add, remove, update, upgrade,
  disable, enable, restart, check, ensure, change, replace, you can, you could, you need to, you should,
  you must, you have to, you may, make sure, please, the solution, a solution, the fix, one fix,
  this can be, it can be, this is fixed, this was fixed, this is solved, the workaround, a workaround,
  workaround, solution, in this case, in that case, in such cases, if so, if this happens, if that happens,
  then, um dies, um das, um den, um diesen, stattdessen, verwenden sie, benutzen sie, nutzen sie,
  sie können, du kannst, sie müssen, man kann, man muss, abhilfe, lösung, die lösung, installieren sie,
  in diesem fall, dann, para solucionar, para resolver, para evitar, para corregir, en su lugar, use,
  utilice, puede, puedes, debe, la solución, en este caso, pour corriger, pour résoudre, pour éviter,
  utilisez, vous pouvez, il faut, il suffit, la solution, dans ce cas, para corrigir, em vez disso,
  utilize, você pode, a solução, nesse caso, per risolvere, per evitare, invece, usa, usare, è possibile,
  la soluzione, in questo caso, om dit, gebruik, je kunt, u kunt, de oplossing, in dat geval, чтобы,
  используйте, вместо этого, можно, нужно, решение, в этом случае, لحل, استخدم, يمكنك, بدلا من ذلك`;

/** Words for problems and solutions in Chinese and Japanese, anywhere in the sentence. */
const UNSPACED_PROBLEMS = `不能, 无法, 错误, 失败, 無法, 錯誤, 失敗, エラー, できない, できません`;
const UNSPACED_SOLUTIONS = `请, 請, 可以, 解决, 解決, してください, できます`;

/** The longest sentence that counts as a solution, in words; longer ones contain other things as well. */
const MAX_SOLUTION_WORDS = 40;
const NAMES_PROBLEM = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${alternatives(PROBLEMS)})(?![\\p{L}\\p{N}])|${alternatives(UNSPACED_PROBLEMS)}`,
  'iu',
);
const SOLVES = new RegExp(
  `^["“«]?(?:${alternatives(SOLUTIONS)})(?![\\p{L}\\p{N}])|${alternatives(UNSPACED_SOLUTIONS)}`,
  'iu',
);

/**
 * The quote for a sentence, verbatim. If the sentence names a problem and the next one of its paragraph a
 * solution, the quote is both sentences; otherwise, it is only the first.
 * @param all the sentences of the sources, in any order
 */
export function withSolution(sentence: Sentence, all: readonly Sentence[]): Pick<Sentence, 'text' | 'index'> {
  if (!NAMES_PROBLEM.test(sentence.text)) return sentence;
  const next = all.find(({ index, place }) => index === sentence.index && place === sentence.place + 1);
  if (next === undefined || next.paragraph > sentence.paragraph + 1) return sentence;
  if (next.words.length > MAX_SOLUTION_WORDS) return sentence;
  return SOLVES.test(next.text) && !isCode(next.text)
    ? { ...sentence, text: `${sentence.text} ${next.text}` }
    : sentence;
}

function alternatives(phrases: string): string {
  return phrases
    .split(/,\s+/u)
    .map((phrase) => phrase.replace(/\s+/gu, '\\s'))
    .join('|');
}
