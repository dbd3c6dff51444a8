export interface SourceOptions {
  /** The admin's password. */
  password: string;
  /** What the simulator printed: base_url, tenant_id, namespace_id, client_id, client_secret. */
  source: Record<string, string>;
}

/** Long, since a first start fetches dependencies and builds the console. */
const START_MS = 180_000;

/** Configures the simulator, whose address is new at each start, and runs a discovery. */
export async function configureSource(url: string, { password, source }: SourceOptions): Promise<void> {
  await ready(url);
  const signedIn = await post(`${url}/api/auth/login`, { body: { username: "admin", password } });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  await post(`${url}/api/configuration`, {
    cookie,
    body: { ...connection(source), region: "simulator", poll_seconds: 1, wait_seconds: 1 },
  });
  await post(`${url}/api/discover-assets`, { cookie, body: {} });
}

/** Waits until a process is ready, at most as long as a first start may take. */
async function ready(url: string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No process is ready within ${START_MS / 1000} s; see their output above`);
}

function connection(
  { base_url, tenant_id, namespace_id, client_id, client_secret }: SourceOptions["source"],
) {
  return { base_url, tenant_id, namespace_id, client_id, client_secret };
}

async function post(
  url: string,
  { body, cookie = "" }: { body: unknown; cookie?: string },
): Promise<Response> {
  const headers = { "content-type": "application/json", cookie };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text}`);
  return answer;
}
