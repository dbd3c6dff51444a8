import { assertEquals } from "@std/assert";
import { runningSystem } from "../support/running_system.ts";

const MIB = 1024 * 1024;

/** The answer to a body of exactly so many bytes, sent whole (with its length) or in chunks (without). */
async function sent(url: string, { text, key, inChunks }: { text: string; key: string; inChunks: boolean }) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: inChunks ? new Blob([text]).stream() : text,
    signal: AbortSignal.timeout(120_000),
  });
  const { data, details } = await answer.json();
  return [answer.status, details?.error_code ?? data.id ?? data.package_id];
}

Deno.test("over HTTP a body holds 1 MiB, an import 32 MiB, by its stated length and in chunks alike", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  const { data: { key } } = await on.client.ok("POST", "/api/keys", { name: "key", role: "engineer" });
  let id = 0;
  for (const inChunks of [false, true]) {
    for (const [path, limit] of [["/api/packages", MIB], ["/api/packages/import", 32 * MIB]] as const) {
      const name = `Package ${++id}`;
      const document = { format: "andon-package", version: 1, package: { name }, templates: [] };
      const body = JSON.stringify(path === "/api/packages" ? { name } : { document });
      const send = (bytes: number) =>
        sent(on.client.baseUrl + path, { text: body.padEnd(bytes), key, inChunks });
      assertEquals(await send(limit + 1), [413, "PAYLOAD_TOO_LARGE"], path);
      assertEquals(await send(limit), [path === "/api/packages" ? 201 : 200, id], path);
    }
  }
});
