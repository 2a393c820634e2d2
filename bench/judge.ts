// How well a model judges the statements of whole answers: `npm run bench:judge -- --answers FOLDER`, and
// `--export FILE`, which writes a JSON line `{id, prompt, system, user}` for each answer, or
// `--replies FILE --dump FILE`, which reads lines `{id, prompt, reply}` and writes the verdicts that the
// service shows with them, for the scorer of that data. `prompt` is a digest of the prompt that was answered.
// The prompts have all statements, so that replies stay valid when the comparison of words changes; verdicts
// on statements of which that comparison is sure are ignored, as in the service.
import { parseArgs } from 'node:util';
import { isSure, withModelVerdict } from '../src/answer/refine-statements.ts';
import { cacheKey } from '../src/cache/cache.ts';
import { createVerdictReader, toJudgePrompt } from '../src/write/judge/model-judge.ts';
import { readJsonLines, writeJsonLines } from './text/json-lines.ts';
import { judgedAnswers } from './verdicts/judged-answers.ts';

const { values } = parseArgs({
  options: {
    answers: { type: 'string' },
    export: { type: 'string' },
    replies: { type: 'string' },
    dump: { type: 'string' },
  },
});
if (values.answers === undefined || (values.export === undefined && values.replies === undefined)) {
  console.error('npm run bench:judge -- --answers FOLDER (--export FILE | --replies FILE --dump FILE)');
  process.exit(2);
}

const answers = judgedAnswers(values.answers).map((judged) => {
  const statements = judged.statements.map(({ text }) => text);
  const prompt = toJudgePrompt({ question: judged.question, statements, sources: judged.sources });
  return { ...judged, prompt, digest: cacheKey(prompt.system, prompt.user) };
});
if (values.export !== undefined)
  writeJsonLines(
    values.export,
    answers.map(({ id, digest, prompt: { system, user } }) => ({ id, prompt: digest, system, user })),
  );
if (values.replies !== undefined) writeJsonLines(values.dump ?? null, withReplies(values.replies));

type Reply = { readonly id: string; readonly prompt: string; readonly reply: string };

function withReplies(path: string) {
  const replies = new Map(readJsonLines<Reply>(path).map((line) => [line.id, line]));
  return answers.flatMap(({ id, digest, statements, sources }) => {
    const given = replies.get(id);
    if (given?.prompt !== digest) throw new Error(`${path} has no reply to the prompt of ${id}`);
    const reader = createVerdictReader(statements.length);
    const verdicts = new Map([...reader.push(given.reply), ...reader.end()].map((each) => [each.at, each]));
    return statements.map((compared, at) => {
      const said = isSure(compared) ? undefined : verdicts.get(at);
      const { from, to, verdict, score } = said ? withModelVerdict(compared, said, sources) : compared;
      return { id, from, to, verdict, score };
    });
  });
}
