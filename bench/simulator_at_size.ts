/**
 * The simulator at size, in its own process: its start time, its memory, and the speed of listing streams and
 * reading the change feed; with `late` under a fault on every stream. Usage: simulator_at_size.ts [streams]
 * [followed] [samples/s] [late]
 */
import { runSimulator } from "../simulator/data_hub/main.ts";

const [streams = 100_000, followed = 10_000, rate = 100_000] = Deno.args.filter((arg) => arg !== "serve").map(
  Number,
);
const POLLS = 10;
const PAGE = 1_000;

interface Source {
  base_url: string;
  tenant_id: string;
  namespace_id: string;
  client_id: string;
  client_secret: string;
  control_url: string;
  control_token: string;
}

async function serve(): Promise<void> {
  const extraPeriodMs = Math.max(1, Math.round(streams * 1000 / rate));
  await runSimulator({ port: 0, now: Date.now, extraStreams: streams, extraPeriodMs });
}

async function started(): Promise<{ child: Deno.ChildProcess; source: Source; ms: number }> {
  const before = performance.now();
  const args = ["run", "-A", import.meta.filename ?? "", "serve", ...[streams, followed, rate].map(String)];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    return { child, source: JSON.parse(text), ms: performance.now() - before };
  }
  throw new Error("The simulator printed nothing");
}

async function signedIn(source: Source) {
  const { client_id, client_secret } = source;
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const answer = await fetch(`${source.base_url}/identity/connect/token`, { method: "POST", body });
  const { access_token } = await answer.json();
  const root = `${source.base_url}/api/v1/Tenants/${source.tenant_id}/Namespaces/${source.namespace_id}`;
  const headers = { authorization: `Bearer ${access_token}`, "accept-verbosity": "verbose" };
  return async (path: string, body?: unknown) => {
    const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    const reply = await fetch(root + path, init);
    return await reply.json();
  };
}

type Ask = Awaited<ReturnType<typeof signedIn>>;

async function listing(ask: Ask): Promise<string> {
  const before = performance.now();
  let listed = 0;
  for (let skip = 0;; skip += PAGE) {
    const page = await ask(`/Streams?skip=${skip}&count=${PAGE}`);
    listed += page.length;
    if (page.length < PAGE) break;
  }
  return `${listed} streams listed in ${Math.round(performance.now() - before)} ms`;
}

async function feed(ask: Ask): Promise<string> {
  const ResourceIds = Array.from({ length: followed }, (_, i) => `LOAD_${i}`);
  const { id } = await ask("/Signups", { Name: "bench", ResourceType: "Stream", ResourceIds });
  let { bookmark } = await ask(`/Signups/${id}`);
  const [before, began] = [performance.now(), Date.now()];
  let [samples, busyMs] = [0, 0];
  for (let poll = 0; poll < POLLS; poll++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const asked = performance.now();
    for (;;) {
      const page = await ask(`/Signups/${id}/Updates?bookmark=${bookmark}`);
      bookmark = page.bookmark;
      for (const { events } of page.data) samples += events.length;
      if (page.data.length < PAGE) break;
    }
    busyMs += performance.now() - asked;
  }
  const seconds = (performance.now() - before) / 1000;
  const due = Math.round(followed * rate / streams * (Date.now() - began) / 1000);
  return `${samples} samples of ${followed} streams (${due} were made) in ${seconds.toFixed(1)} s: ` +
    `${Math.round(samples / seconds)} a second, reading busy ${
      Math.round(busyMs / seconds / 10)
    } % of the time`;
}

async function memory(pid: number): Promise<string> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)} MB`;
}

async function makeLate({ control_url, control_token }: Source): Promise<void> {
  const headers = { authorization: `Bearer ${control_token}` };
  const body = JSON.stringify({ kind: "late", share: 0.1, up_to_seconds: 5 });
  const answer = await fetch(`${control_url}/faults`, { method: "POST", headers, body });
  console.log(`a tenth of all samples up to 5 s late: ${(await answer.json()).state}`);
}

async function measure(): Promise<void> {
  const { child, source, ms } = await started();
  try {
    console.log(`started with ${streams} streams in ${Math.round(ms)} ms, ${await memory(child.pid)}`);
    const ask = await signedIn(source);
    if (Deno.args.includes("late")) await makeLate(source);
    for (const turn of ["first", "again"]) {
      console.log(`${turn}: ${await listing(ask)}, ${await memory(child.pid)}`);
    }
    console.log(`${await feed(ask)}, ${await memory(child.pid)}`);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

if (Deno.args.includes("serve")) await serve();
else await measure();
