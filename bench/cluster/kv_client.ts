/**
 * A client of a KV server in its own process: `kv_client.ts <url> <name> <seconds>`. At each line `single` or
 * `grouped` it writes for that time, and prints the number of commits.
 */
const [url, name = "", seconds] = Deno.args;
const kv = await Deno.openKv(url);
const VALUE = { v: 1, name: "Machine 12", is_active: true, note: "x".repeat(180) };
const WAYS = { single: { underWay: 64, keys: 1 }, grouped: { underWay: 8, keys: 64 } };
let number = 0;

async function written({ underWay, keys }: { underWay: number; keys: number }): Promise<number> {
  const untilMs = performance.now() + 1_000 * Number(seconds);
  let commits = 0;
  await Promise.all(Array.from({ length: underWay }, async () => {
    while (performance.now() < untilMs) {
      const atomic = kv.atomic();
      for (let i = 0; i < keys; i++) atomic.set(["bench", name, number++ % 100_000], VALUE);
      await atomic.commit();
      commits++;
    }
  }));
  return commits;
}

console.log("ready");
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const way = text.trim();
  if (way === "single" || way === "grouped") console.log(`${way} ${await written(WAYS[way])}`);
}
