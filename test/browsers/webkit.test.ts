import { playIn } from './play.ts';
import { startWebkit } from './webkit.ts';

playIn('WebKit', startWebkit);
