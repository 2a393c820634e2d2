import type { Changes, Detail, SetupChoice, SetupQuestion } from '../../service/setup/choice.ts';
import { printable } from '../printable.ts';
import type { TerminalPrompt } from './prompt.ts';

/** The changes that the operator chose on the terminal. Asks again until an answer can be used. */
export async function askQuestion(question: SetupQuestion, prompt: TerminalPrompt): Promise<Changes> {
  const { text, choices, usual } = question;
  const width = Math.max(...choices.map(({ name }) => name.length));
  const lines = choices.map(({ name, summary }, at) => `  ${at + 1}  ${name.padEnd(width)}  ${summary}`);
  console.log(printable(`\n${text}\n${lines.join('\n')}`));
  for (;;) {
    const typed = (await prompt.ask(`Number or name${shownDefault(usual)}: `)) || usual;
    const choice = choices.find(({ name }, at) => typed === name || typed === String(at + 1));
    if (choice !== undefined) return choice.toChanges(await askDetail(choice, prompt));
    console.log(`Type a number from 1 to ${choices.length}.`);
  }
}

async function askDetail({ detail }: SetupChoice, prompt: TerminalPrompt): Promise<string> {
  if (detail === null) return '';
  if (detail.known !== null) return detail.known;
  for (;;) {
    const value = await askValue(detail, prompt);
    if (detail.accepts(value)) return value;
    console.log(`This needs ${detail.source}.`);
  }
}

async function askValue({ question, suggestion, isSecret }: Detail, prompt: TerminalPrompt): Promise<string> {
  if (isSecret) return prompt.askSecretly(`${question}: `);
  return (await prompt.ask(printable(`${question}${shownDefault(suggestion)}: `))) || (suggestion ?? '');
}

function shownDefault(value: string | null): string {
  return value === null ? '' : ` [${value}]`;
}
