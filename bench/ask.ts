import { Agent, request } from 'node:http';
import type { Form, Target } from './target.ts';

/** When the parts of one answer arrived, in milliseconds from the question. */
type Timed = { readonly firstMs: number; readonly totalMs: number };

const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true });
const QUESTIONS = [
  'How deep is the harbour in winter?',
  'Which glacier moves fastest?',
  'When was the first turbine built?',
  'What does lichen grow on?',
  'Why did the tariff end?',
];
let asked = 0;

/** Asks the next question. Throws if the reply is not a complete answer. */
export function ask(target: Target, form: Form): Promise<Timed> {
  asked++;
  const body = target.body(`${QUESTIONS[asked % QUESTIONS.length]} (${asked})`, form);
  const headers = {
    ...target.headers(form),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const askedAtMs = performance.now();
    const since = () => performance.now() - askedAtMs;
    const call = request(target.url, { method: 'POST', agent, headers }, (response) => {
      let reply = '';
      let firstMs: number | undefined;
      response.setEncoding('utf8').on('data', (chunk: string) => {
        reply += chunk;
        if (firstMs === undefined && reply.includes(target.firstText)) firstMs = since();
      });
      response.on('error', reject);
      response.on('end', () => {
        const totalMs = since();
        if (response.statusCode === 200 && target.isAnswer(reply, form))
          resolve({ firstMs: firstMs ?? totalMs, totalMs });
        else
          reject(
            new Error(`The ${target.name} gave no answer: ${response.statusCode} ${reply.slice(0, 500)}`),
          );
      });
    });
    call.setTimeout(TIMEOUT_MS, () => call.destroy(new Error(`The ${target.name} does not answer.`)));
    call.on('error', reject);
    call.end(body);
  });
}
