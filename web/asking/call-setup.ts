/** The service's own words about a set-up that it refused. */
export class SetupRefusal extends Error {}

/**
 * Calls a path of the set-up.
 * @throws SetupRefusal with what is wrong; any other error if there was no reply
 */
export async function callSetup<Reply>(path: string, body: object): Promise<Reply> {
  const response = await fetch(`setup/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new SetupRefusal(reply.error);
  return reply;
}
