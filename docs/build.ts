import { writeFileSync } from 'node:fs';
import { settingsAsEnvFile, settingsAsMarkdown } from '../src/config/print.ts';

// Writes docs/configuration.md and .env.example from the table of settings.
writeFileSync(new URL('configuration.md', import.meta.url), settingsAsMarkdown());
writeFileSync(new URL('../.env.example', import.meta.url), settingsAsEnvFile());
