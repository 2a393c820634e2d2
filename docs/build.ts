import { writeFileSync } from 'node:fs';
import { settingsAsEnvFile, settingsAsMarkdown } from '../src/config/print.ts';

// Writes what the documentation prints from the settings table.
writeFileSync(new URL('configuration.md', import.meta.url), settingsAsMarkdown());
writeFileSync(new URL('../.env.example', import.meta.url), settingsAsEnvFile());
