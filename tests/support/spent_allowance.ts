/** Sends requests that count to the heavy limit, one after another: how many were let through before one was refused. */
export async function spendHeavy(
  url: string,
  { key, most }: { key: string; most: number },
): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (let passed = 0; passed < most; passed++) {
    // The key has no right to it, which is found out once it has been counted.
    const answer = await fetch(`${url}/api/instances/bulk-deploy`, { method: "POST", headers, body: "{}" });
    const text = await answer.text();
    if (answer.status === 429) return passed;
    if (answer.status !== 403) throw new Error(`${answer.status} ${text}`);
  }
  return most;
}
