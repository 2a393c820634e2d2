import { importTests } from '../support/import-tests.ts';

await importTests('src/interfaces');
