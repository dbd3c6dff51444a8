/**
 * `deno task cluster`: a KV server, three processes of Andon over it, a plant simulator and a small proxy that asks
 * `/leaderz`, all on loopback, to try out how another process takes over. PORT is the proxy's (8000); the processes have
 * the next three.
 */
import { devSecrets } from "../../settings/dev_files.ts";
import { buildDenokv, findDenokv } from "./denokv.ts";
import { startAndon, startDenokv, startPlant } from "./parts.ts";
import { startProxy } from "./proxy.ts";
import { configureSource } from "./source.ts";

const FOLDER = ".data/cluster";
const PROCESSES = 3;

const print = (line: string) => console.log(line);

async function run(): Promise<number> {
  const binary = findDenokv() ?? await buildDenokv(print);
  if (binary === undefined) {
    console.error("The cluster needs the KV server denokv; install it, or set DENOKV_BIN to its path");
    return 2;
  }
  const signal = untilSignal();
  await using parts = new AsyncDisposableStack();
  await Promise.race([signal, start(binary, parts)]);
  await signal;
  return 0;
}

/** Starts all parts, which end in the reverse order. */
async function start(binary: string, parts: AsyncDisposableStack): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const secrets = await devSecrets(FOLDER);
  const port = Number(Deno.env.get("PORT") || 8000);
  const kv = { file: `${FOLDER}/kv.sqlite`, port: freePort(), token: crypto.randomUUID() };
  const plant = startPlant();
  parts.use(plant.part);
  parts.use(startDenokv(binary, kv));
  await listening(kv.port);
  const source = await plant.source;
  const environment = {
    KV_URL: `http://127.0.0.1:${kv.port}`,
    DENO_KV_ACCESS_TOKEN: kv.token,
    HOST: "127.0.0.1",
    ADMIN_PASSWORD: secrets.adminPassword,
    SECRETS_KEY: secrets.secretsKey.toBase64(),
    OUTBOUND_ALLOW: new URL(source.base_url!).host,
    LOG_FORMAT: "text",
  };
  const ports = Array.from({ length: PROCESSES }, (_, i) => port + 1 + i);
  for (const own of ports) parts.use(startAndon(`andon ${own}`, { ...environment, PORT: String(own) }));
  const proxy = parts.use(startProxy({ port, processes: ports.map((own) => `http://127.0.0.1:${own}`) }));
  await configureSource(proxy.url, { password: secrets.adminPassword, source });
  print(
    `The cluster serves on http://localhost:${port}; ` +
      `sign in as admin, with the password in ${FOLDER}/admin_password`,
  );
  print(
    `One of the processes leads (ports ${
      ports.join(", ")
    }); end it, and another one takes over. Ctrl-C ends all`,
  );
}

async function listening(port: number): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
    if (connection !== undefined) return connection.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`denokv does not listen on port ${port}`);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => resolve());
  });
}

if (import.meta.main) Deno.exit(await run());
