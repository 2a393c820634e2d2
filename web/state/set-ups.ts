/** A part of the service that may not be set up yet. */
export type SetUpPart = 'model' | 'search';

/** The ways to set up a part. */
export type SetUpKind = 'ollama' | 'key' | 'quotes' | 'searxng' | 'hosted' | 'documents';

/** How the service is started. */
export type Runtime = 'npm' | 'docker';

/** A way to set up a part: a complete line for a terminal, for each way to start the service. */
export type SetUp = {
  readonly kind: SetUpKind;
  readonly part: SetUpPart;
} & Readonly<Record<Runtime, string>>;

const COMPOSE = 'docker compose up --build --detach';
const inDocker = (settings: readonly string[], start = COMPOSE) =>
  `printf '%s\\n' ${settings.join(' ')} >> .env && ${start}`;

/** All ways, most private first; those for the model are also in the service's log. */
export const setUps: readonly SetUp[] = [
  {
    kind: 'ollama',
    part: 'model',
    npm: 'MODEL_PROVIDER=ollama MODEL_NAME=llama3.2 npm start',
    docker: inDocker(
      ['MODEL_PROVIDER=ollama', 'MODEL_BASE_URL=http://ollama:11434'],
      'docker compose --profile ollama up --build --detach',
    ),
  },
  {
    kind: 'key',
    part: 'model',
    npm: 'MODEL_API_KEY=your-key npm start',
    docker: inDocker(['MODEL_API_KEY=your-key']),
  },
  {
    kind: 'quotes',
    part: 'model',
    npm: 'MODEL_PROVIDER=extractive npm start',
    docker: inDocker(['MODEL_PROVIDER=extractive']),
  },
  {
    kind: 'searxng',
    part: 'search',
    npm: 'SEARCH_PRIMARY_URL=http://localhost:8888 npm start',
    docker: COMPOSE,
  },
  {
    kind: 'hosted',
    part: 'search',
    npm: 'SEARCH_PRIMARY_KIND=brave SEARCH_PRIMARY_KEY=your-key npm start',
    docker: inDocker(['SEARCH_SECONDARY_KIND=brave', 'SEARCH_SECONDARY_KEY=your-key']),
  },
  {
    kind: 'documents',
    part: 'search',
    npm:
      'npx sayso index ~/notes --to notes.sqlite && ' +
      'SEARCH_SECONDARY_KIND=collection SEARCH_SECONDARY_URL=file:notes.sqlite npm start',
    docker:
      'docker compose run --rm --build --volume "$HOME/notes:/documents:ro" index && ' +
      inDocker(['SEARCH_SECONDARY_KIND=collection', 'SEARCH_SECONDARY_URL=file:/data/documents.sqlite']),
  },
];
