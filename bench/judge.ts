// How well a model judges the statements of whole answers: `npm run bench -- judge --answers FOLDER` prints
// the figures with the replies of `bench/replies/judge.jsonl` (or `--replies FILE`, lines `{id, prompt,
// reply}`) beside those of the words alone. Answers whose prompt has no reply are left out and named;
// `--export FILE` writes their prompts, lines `{id, prompt, system, user}`, where `prompt` is a digest.
// The prompts have
// all statements, so that replies stay valid when the comparison of words changes; verdicts on statements
// of which that comparison is sure are ignored, as in the service.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { shouldAskModel, withModelVerdict } from '../src/answer/judge-with-model.ts';
import { cacheKey } from '../src/cache/cache.ts';
import { JUDGE } from '../src/write/instructions.ts';
import { verdictsIn } from '../src/write/judge.ts';
import { toStatementsPrompt } from '../src/write/prompt.ts';
import { readJsonLines, writeJsonLines } from './json-lines.ts';
import { reportAnswers, WITH_MODEL } from './verdicts/answers-table.ts';
import { type JudgedAnswer, judgedAnswers } from './verdicts/judged-answers.ts';

const { values } = parseArgs({
  options: {
    answers: { type: 'string' },
    export: { type: 'string' },
    replies: { type: 'string', default: fileURLToPath(new URL('replies/judge.jsonl', import.meta.url)) },
  },
});
if (values.answers === undefined) {
  console.error('npm run bench -- judge --answers FOLDER [--replies FILE] [--export FILE]');
  process.exit(2);
}

/** The kept replies by the digest of the prompt that was answered. */
const kept = readJsonLines<{ readonly prompt: string; readonly reply: string }>(values.replies);
const replies = new Map(kept.map(({ prompt, reply }) => [prompt, reply]));
const answers = judgedAnswers(values.answers).map((judged) => {
  const statements = judged.statements.map(({ text }) => text);
  const { system, user } = toStatementsPrompt(JUDGE, { ...judged, statements });
  const prompt = cacheKey(system, user);
  return { judged, open: { id: judged.id, prompt, system, user }, reply: replies.get(prompt) };
});
const open = answers.filter(({ reply }) => reply === undefined).map((answer) => answer.open);
const replied: { readonly judged: JudgedAnswer; readonly refined: JudgedAnswer }[] = [];
for (const { judged, reply } of answers)
  if (reply !== undefined) replied.push({ judged, refined: await withReply(judged, reply) });
writeJsonLines(values.export ?? null, open);
if (replied.length > 0) reportAnswers(replied.flatMap(({ judged, refined }) => [judged, refined]));
if (open.length > 0)
  console.log(
    `${open.length} of ${answers.length} prompts have no reply; left out: ${open.map(({ id }) => id).join(', ')}`,
  );
/** The verdicts that the service shows if a model gives this reply. */
async function withReply(judged: JudgedAnswer, reply: string): Promise<JudgedAnswer> {
  const pieces = [reply];
  const read = await Array.fromAsync(
    verdictsIn({ next: async () => pieces.pop() }, judged.statements.length),
  );
  const verdicts = new Map(read.map((each) => [each.at, each]));
  const statements = judged.statements.map((compared, at) => {
    const said = shouldAskModel(compared) ? verdicts.get(at) : undefined;
    return said ? withModelVerdict(compared, said, judged.sources) : compared;
  });
  return { ...judged, set: judged.set + WITH_MODEL, statements };
}
