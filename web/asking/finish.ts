/**
 * Asks the service to write a deep answer now, from what it has found. False if it no longer makes this
 * answer.
 */
export async function finishAnswer(requestId: string, key: string): Promise<boolean> {
  try {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const address = `api/ask/${encodeURIComponent(requestId)}/finish`;
    return (await fetch(address, { method: 'POST', headers })).ok;
  } catch {
    return false;
  }
}
