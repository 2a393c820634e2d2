import { startFirefox } from './firefox.ts';
import { playIn } from './play.ts';

playIn('Firefox', startFirefox);
