/**
 * Silent connections and a message without an end against Andon under `ulimit -n 1024`: whether it lives, how long
 * health takes to answer meanwhile, and how its memory grows. Prints one line per attack.
 */
import { AndonProcess } from "../../tests/support/andon_process.ts";
import { RawConnection } from "../../tests/support/raw_connection.ts";
import { RawSocket } from "../../tests/support/raw_socket.ts";

const SILENT = 3_000, PIECE_BYTES = 1024 * 1024, PIECES = 1_200;

const dataDir = await Deno.makeTempDir();
try {
  await using andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1", openFiles: 1_024 });
  const client = await andon.client();
  const before = residentMiB(andon.pid);
  await silentConnections(andon);
  console.log(`memory: ${before} MiB before, ${residentMiB(andon.pid)} MiB after`);
  const headers = { cookie: client.cookie, origin: andon.baseUrl };
  using socket = await RawSocket.open(`${andon.baseUrl.replace("http", "ws")}/api/ws`, headers);
  const closed = socket.closeCode();
  let pieces = 0;
  while (
    pieces < PIECES && await socket.send(pieces === 0 ? "text" : "more", new Uint8Array(PIECE_BYTES).fill(97))
  ) {
    pieces++;
  }
  console.log(`a message without an end: closed with ${await closed} after ${pieces} MiB were sent`);
  console.log(`memory: ${residentMiB(andon.pid)} MiB; exit code on SIGTERM: ${await andon.stop()}`);
} finally {
  await Deno.remove(dataDir, { recursive: true });
}

async function silentConnections(andon: AndonProcess): Promise<void> {
  using all = new DisposableStack();
  const begunMs = performance.now();
  const connections: RawConnection[] = [];
  for (let i = 0; i < SILENT; i++) connections.push(all.use(await RawConnection.open(andon.port)));
  const openedMs = performance.now() - begunMs;
  const healthMs = performance.now();
  const answer = await fetch(`${andon.baseUrl}/healthz`, { headers: { connection: "close" } });
  await answer.body?.cancel();
  const open = connections.filter(({ isClosed }) => !isClosed).length;
  console.log(
    `${SILENT} silent connections in ${openedMs.toFixed(0)} ms: ${open} are open; ` +
      `health answers ${answer.status} in ${(performance.now() - healthMs).toFixed(1)} ms`,
  );
}

function residentMiB(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`)) ?? [];
  return Math.round(Number(kib) / 1024);
}
