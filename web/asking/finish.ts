/**
 * Asks the service to write a deep answer now, from the findings so far. False if the service no longer makes
 * this answer.
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
