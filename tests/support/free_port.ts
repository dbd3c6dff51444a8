/** Below the ports that the system assigns, so that none is taken between choice and use. */
const FIRST = 20_000;
const COUNT = 10_000;

/** A port for a process that is yet to start. All tests on the machine take turns, each the next one. */
export function freePort(): number {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = nextPort();
    if (isFree(port)) return port;
  }
  throw new Error(`No port is free from ${FIRST} to ${FIRST + COUNT - 1}`);
}

function nextPort(): number {
  using file = Deno.openSync(counterPath(), { create: true, read: true, write: true });
  file.lockSync(true);
  const stored = new Uint8Array(5);
  const length = file.readSync(stored) ?? 0;
  const last = Number(new TextDecoder().decode(stored.subarray(0, length)));
  const port = last >= FIRST && last < FIRST + COUNT - 1 ? last + 1 : FIRST;
  file.seekSync(0, Deno.SeekMode.Start);
  file.writeSync(new TextEncoder().encode(String(port)));
  return port;
}

/** One file a user: another's may not be written. */
function counterPath(): string {
  return `${Deno.env.get("TMPDIR") ?? "/tmp"}/andon_test_port_${Deno.uid()}`;
}

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}
