const SOURCE = /<source id="(\d+)"[^>]*>\n([\s\S]*?)\n<\/source>/g;

type Quoted = { readonly index: string; readonly sentences: readonly string[] };

/**
 * What the replay's model writes for a prompt. It depends on nothing but the prompt, and has what real
 * answers have: citations good and invented, changed numbers, tables, code, formulas, images, raw HTML.
 */
export function modelReply(prompt: string): string {
  if (prompt.startsWith('Write what to search the web for')) return queryFor(prompt);
  const quoted = [...prompt.matchAll(SOURCE)].map(([, index = '', text = '']) => ({
    index,
    sentences: text.split(/(?<=[.;]) |\n/).filter((each) => each.length > 30),
  }));
  const variant = (/Question: (.*)/.exec(prompt)?.[1] ?? prompt).length % SHAPES.length;
  const shape = SHAPES[variant] ?? plain;
  return quoted.length === 0 ? 'I know of **nothing** about that, in 3 words [1].' : shape(quoted);
}

/** The last message with the question before it, or that nothing is to be searched. */
function queryFor(prompt: string): string {
  const [, message = ''] = /\nLast message: (.*)$/.exec(prompt) ?? [];
  const asked = [...prompt.matchAll(/^- asked: (.*)$/gm)].at(-1)?.[1] ?? '';
  return /shorter|translate that/i.test(message) ? 'NONE' : `${message} ${asked}`;
}

const SHAPES: readonly ((quoted: readonly Quoted[]) => string)[] = [plain, wrong, table, code, unsafe, list];

function first({ sentences: [sentence = 'Nothing is said.'] }: Quoted): string {
  return sentence.replace(/[.;]$/, '');
}

function plain(quoted: readonly Quoted[]): string {
  return `${quoted.map((each) => `${first(each)} [${each.index}].`).join(' ')} Nobody knows more [9].`;
}

function wrong(quoted: readonly Quoted[]): string {
  const changed = (text: string) => text.replace(/\d/g, (digit) => String((Number(digit) + 3) % 10));
  return `## In short\n\n${quoted.map((each) => `${changed(first(each))} [${each.index}].`).join('\n\n')}`;
}

function table(quoted: readonly Quoted[]): string {
  const rows = quoted.map((each) => `| ${first(each).slice(0, 40).replaceAll('|', '/')} | [${each.index}] |`);
  return `| fact | source |\n|---|---|\n${rows.join('\n')}\n\nAbout ~50 people, roughly 1/2 of $x^2$.`;
}

function code(quoted: readonly Quoted[]): string {
  const [one] = quoted;
  const block = '```js\nconst a = [1];\n```';
  return `${one ? first(one) : ''} [1][2].\n\n${block}\n\nUse \`a[1]\` at 14:30 on 3 May 2024.`;
}

function unsafe(quoted: readonly Quoted[]): string {
  const [one] = quoted;
  const link = '[more](https://elsewhere.test/page) and ![picture](https://elsewhere.test/p.png?d=1)';
  return `${one ? first(one) : ''} [1], ${link}. <script>alert("x")</script> and <b>bold</b> text.`;
}

function list(quoted: readonly Quoted[]): string {
  const items = quoted.map((each) => `- ${first(each)} [${each.index}]`);
  return `Several things:\n\n${items.join('\n')}\n\nIn short, that is it.`;
}
