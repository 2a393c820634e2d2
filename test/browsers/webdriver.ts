import { setTimeout as pause } from 'node:timers/promises';

/** A session of W3C WebDriver (https://www.w3.org/TR/webdriver2/), with the standard's commands. */
export type WebDriverSession = {
  get<Value>(command: string): Promise<Value>;
  post<Value>(command: string, parameters?: object): Promise<Value>;
  /** Ends the session, and the browser with it. */
  end(): Promise<void>;
};

/** The field in which the standard identifies an element. */
export type ElementReference = { readonly 'element-6066-11e4-a52e-4f735466cecf': string };

const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** Opens a session at the driver, which may still be starting: it has five seconds. */
export async function openSession(driverUrl: string, capabilities: object): Promise<WebDriverSession> {
  await untilListening(driverUrl);
  const opened = await send<{ sessionId: string }>('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const url = `${driverUrl}/session/${opened.sessionId}`;
  return {
    get: (command) => send('GET', `${url}/${command}`),
    post: (command, parameters = {}) => send('POST', `${url}/${command}`, parameters),
    end: () => send('DELETE', url),
  };
}

async function untilListening(driverUrl: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answered = await fetch(`${driverUrl}/status`).catch(() => null);
    if (answered?.ok) return;
    if (attempt === ATTEMPTS) throw new Error(`No driver answers at ${driverUrl}.`);
    await pause(PAUSE_MS);
  }
}

async function send<Value>(method: string, url: string, parameters?: object): Promise<Value> {
  const body = parameters === undefined ? null : JSON.stringify(parameters);
  const response = await fetch(url, { method, body });
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}
