/** One command of `sayso`, as its help describes it. */
export type Command = {
  readonly name: string;
  /** The parameters after the name; empty for none. */
  readonly parameters: string;
  readonly summary: string;
  /** More details, in lines of at most 80 characters. */
  readonly details: readonly string[];
  readonly options: readonly (readonly [option: string, meaning: string])[];
  readonly examples: readonly string[];
};

const SETTINGS = '`sayso settings` lists the settings: environment variables, or lines in a .env file.';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    parameters: '',
    summary: 'serve the page and the REST interface',
    details: ['Runs until it is stopped (Ctrl-C). Exits with status 78 if a setting is wrong.', SETTINGS],
    options: [],
    examples: ['sayso serve', 'PORT=8080 MODEL_PROVIDER=ollama sayso serve'],
  },
  {
    name: 'setup',
    parameters: '[options]',
    summary: 'choose search, model and access',
    details: [
      'Asks three questions on a terminal, shows what changes in .env, writes it if you agree,',
      'runs `sayso doctor`, and starts the service if you want that and nothing is wrong.',
      'Sends no question to a service that you have not chosen.',
      'Without a terminal, exits with status 1 unless there is --yes.',
    ],
    options: [
      ['--search CHOICE', 'searxng=URL, a hosted service such as brave, wikipedia or off'],
      ['--model CHOICE', 'ollama=NAME, openai, anthropic, google, mistral or none'],
      ['--access CHOICE', 'local (this machine), key (everyone with a key) or open'],
      ['--search-key-file FILE', 'the file with the key of the search service'],
      ['--model-key-file FILE', 'the file with the key of the model'],
      ['--yes', 'ask nothing; what no option answers stays as it is'],
      ['--start', 'start the service without asking'],
    ],
    examples: [
      'sayso setup',
      'sayso setup --yes --search searxng=http://localhost:8888 --model ollama=llama3.2 --access local',
      'BRAVE_API_KEY=... sayso setup --yes --search brave --model none',
    ],
  },
  {
    name: 'ask',
    parameters: '"question" [options]',
    summary: 'print an answer with its sources',
    details: [
      'With `-` as the question, reads it from standard input.',
      'Prints Markdown; on a terminal, with bold headings and a progress line.',
      'Exits with status 0 if there is an answer, 1 if there is none, and 69 if no search worked.',
      SETTINGS,
    ],
    options: [
      ['--deep', 'research the question in up to two rounds, which takes longer'],
      ['--length LENGTH', 'how long the answer should be: short, normal or detailed'],
      ['--layout LAYOUT', 'how it should look: auto, text or list'],
      ['--json', 'print one JSON object with the fields of POST /api/ask'],
      ['-n, --sources N', 'use at most N sources, from 1 to 10 (default 10)'],
      ['--site HOST', 'use only this site and its subdomains; can be repeated'],
      ['--not-site HOST', 'leave this site out; can be repeated'],
      ['--prefer-site HOST', 'put pages of this site first; can be repeated'],
      ['--time-range RANGE', 'use pages of the last day, week, month or year'],
      ['--safe-search LEVEL', 'leave out results for adults: off, moderate or strict'],
      ['--since DAY', 'use only pages published on this day or later, such as 2026-01-31'],
      ['--until DAY', 'use only pages published on this day or earlier'],
      ['--language CODE', 'prefer results in a language such as de'],
      ['--country CODE', 'prefer results for a country such as DE'],
    ],
    examples: [
      'sayso ask "What is an axolotl?"',
      'sayso ask "What is an axolotl?" --json | jq .sources',
      'sayso ask "axolotl" --site en.wikipedia.org --time-range year',
      'sayso ask - < question.txt',
    ],
  },
  {
    name: 'mcp',
    parameters: '[--server URL]',
    summary: 'offer tools to agents (MCP)',
    details: [
      'Speaks the Model Context Protocol over standard input and output and ends when its input',
      'ends. A running service offers the same tools at /mcp.',
      SETTINGS,
    ],
    options: [
      ['--server URL', 'use the running service at URL with the key in SAYSO_API_KEY; ignores all settings'],
    ],
    examples: [
      'claude mcp add sayso -- sayso mcp',
      'claude mcp add sayso -- sayso mcp --server http://localhost:3000',
    ],
  },
  {
    name: 'doctor',
    parameters: '',
    summary: 'check search and model with real calls',
    details: [
      'Asks every search back-end and the model once and prints a line for each: ok, note (it',
      'works but could be better) or wrong, with advice on how to fix it.',
      'Exits with status 1 if something is wrong.',
      SETTINGS,
    ],
    options: [],
    examples: ['sayso doctor'],
  },
  {
    name: 'index',
    parameters: 'FOLDER --to FILE [options]',
    summary: 'make or update an index of a folder',
    details: [
      'Reads the folder with its subfolders and lists every file that it skips, with the reason.',
      'Reads only files that have changed since the last time.',
    ],
    options: [
      ['--to FILE', 'the index to write'],
      ['--base-url URL', 'base address for documents that have no address of their own'],
      ['--rebuild', 'read every file again'],
    ],
    examples: [
      'sayso index ~/notes --to notes.sqlite --base-url https://notes.example.org/',
      'SEARCH_SECONDARY_KIND=collection SEARCH_SECONDARY_URL=file:notes.sqlite sayso serve',
    ],
  },
  {
    name: 'eval',
    parameters: 'SET [options]',
    summary: 'measure how good the answers are',
    details: [
      'Asks the questions of a file (.jsonl, .json, .csv, .tsv, also with .gz) and grades the answers.',
      'Keeps every answer in a folder, with report.md, report.html and report.json; Ctrl-C keeps what',
      'is done. `sayso eval compare A B` compares the folders of two runs. docs/evaluate.md says what',
      'the figures mean, and where SimpleQA, FRAMES and RealTimeQA can be had.',
      SETTINGS,
    ],
    options: [
      ['--out DIR', 'the folder of the run (default: eval- and the name of the set)'],
      ['--resume', 'go on with the run in that folder; ask questions that failed once more'],
      ['--questions N', 'ask only N questions, drawn at random'],
      ['--seed S', 'draw other questions (default 1)'],
      ['--pages FILE', 'a second file with the pages of the questions, as RealTimeQA has it'],
      ['--depth DEPTH', 'quick (the default) or deep'],
      ['--concurrency C', 'ask C questions at the same time (default 1)'],
      ['--bare', 'ask the configured model without a search'],
      ['--server URL', 'ask a Sayso or any API like that of OpenAI, with the key in SAYSO_API_KEY'],
      ['--model NAME', 'the model that the server is asked for'],
      ['--timeout SECONDS', 'the longest time for a reply of the server (default 300)'],
      ['--max-tokens N', 'do not start, or stop, if the answers take more tokens'],
      ['--max-cost X', 'the same for the cost'],
      ['--price-input X', 'the price of a million prompt tokens (default: MODEL_PRICE_INPUT)'],
      ['--price-output X', 'the price of a million answer tokens (default: MODEL_PRICE_OUTPUT)'],
      ['--export FILE', 'write every prompt into a file instead of calling the model'],
      ['--import FILE', 'go on with the replies in a file'],
      ['--batch FORM', 'the form of the prompts: openai (the default) or anthropic'],
      ['--judge JUDGE', 'grade by comparison (exact, the default), by the model JUDGE_MODEL, or both'],
      ['--review N', 'grade N answers yourself, and get the error rates of the graders'],
      ['--fail-below X', 'exit with status 1 if less than X % of the answers are correct'],
      ['--baseline FILE', 'with the report.json of another run: if X points more were correct there'],
    ],
    examples: [
      'sayso eval questions.jsonl --questions 100 --out results/today',
      'sayso eval simple_qa_test_set.csv --bare --out results/bare',
      'sayso eval questions.jsonl --server http://localhost:3001/v1 --model NAME --out results/other',
    ],
  },
  {
    name: 'settings',
    parameters: '',
    summary: 'list the settings and their defaults',
    details: ['Settings are environment variables, or lines in a .env file in the working directory.'],
    options: [],
    examples: ['sayso settings', 'sayso settings | grep -A1 MODEL_'],
  },
  {
    name: 'demo',
    parameters: '[--offline] [--model NAME]',
    summary: 'try it: no key, no other server',
    details: [
      'Serves the World Factbook and the READMEs of the installed packages.',
      'If Ollama runs (OLLAMA_HOST, or on this machine), asks whether one of its models should write.',
      'Also asks Wikipedia if it can be reached at startup. Uses the next free port if 3000 is taken.',
    ],
    options: [
      ['--offline', 'send nothing to other machines'],
      ['--model NAME', 'let this model of Ollama on the same machine write the answers'],
    ],
    examples: ['sayso demo', 'PORT=8080 sayso demo --offline'],
  },
];
