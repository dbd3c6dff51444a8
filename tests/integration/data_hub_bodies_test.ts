import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { connect, isData, LAST, reasonOf, refused, sourceStream } from "../support/data_hub_client.ts";
import { json, startDataHubServer } from "../support/data_hub_server.ts";

const STREAM = sourceStream(1);

Deno.test("the client reads a body up to its limit", async () => {
  await using server = startDataHubServer();
  server.intercept = (request) =>
    isData(request) ? json({ Time: "2026-01-31T08:00:00Z", Value: "x".repeat(5000) }) : undefined;
  const bytes = JSON.stringify({ Time: "2026-01-31T08:00:00Z", Value: "x".repeat(5000) }).length;
  await connect(server, { limits: { maxBodyBytes: bytes } }).latest(STREAM);
  const hub = connect(server, { limits: { maxBodyBytes: bytes - 1 } });
  assertStringIncludes(reasonOf(await refused(hub.latest(STREAM))), `longer than ${bytes - 1} bytes`);
  assertEquals(server.asked("GET", LAST), 2);
});

Deno.test("the client counts the bytes of a compressed body after decompression", async () => {
  await using server = startDataHubServer();
  const packed = new Blob([new Uint8Array(9 * 1024 * 1024)]).stream().pipeThrough(
    new CompressionStream("gzip"),
  );
  const bytes = await new Response(packed).bytes();
  server.intercept = (request) =>
    isData(request) ? new Response(bytes, { headers: { "content-encoding": "gzip" } }) : undefined;
  const hub = connect(server, { limits: { maxBodyBytes: 8 * 1024 * 1024 } });
  assertStringIncludes(
    reasonOf(await refused(hub.latest(STREAM))),
    "longer than 8 MiB, the limit of an answer",
  );
});

Deno.test("the client gives a clear reason for each invalid body", async () => {
  await using server = startDataHubServer();
  const hub = connect(server);
  const bodies: [string, string][] = [
    ["<html>secret page</html>", "answered a web page, not JSON"],
    ["\n <!DOCTYPE html>", "answered a web page, not JSON"],
    ['[{"Id":"a"},{"Id"', "breaks off after 17 characters"],
    ['[{"Id":"a"}', "breaks off after 11 characters"],
    ["OK", "something that is not JSON"],
    ["", "The answer to Types is empty"],
    [
      '[{"Id":5}]',
      "The answer to Types is not understood at 0.Id: Invalid input: expected string, received number",
    ],
    [
      '{"Message":"no"}',
      "The answer to Types is not understood: Invalid input: expected array, received object",
    ],
  ];
  for (const [body, reason] of bodies) {
    server.intercept = (request) => request.path.endsWith("/Types") ? new Response(body) : undefined;
    const refusal = await refused(hub.discover());
    assertStringIncludes(reasonOf(refusal), reason);
    assert(!refusal.message.includes("secret page"));
  }
});

Deno.test("the client refuses an answer that is not an event, and reads an empty one as none", async () => {
  await using server = startDataHubServer();
  const hub = connect(server);
  const give = (body: string) => {
    server.intercept = (request) => isData(request) ? new Response(body) : undefined;
  };
  for (const odd of ['"down"', "7", "true", "[[1]]", '["x"]']) {
    give(odd);
    assertStringIncludes(reasonOf(await refused(hub.latest(STREAM))), "not an event of s1");
  }
  for (const none of ["null", "", "[]", "[null]"]) {
    give(none);
    assertEquals(await hub.latest(STREAM), null);
  }
  const toTick = 638_000_000_000_000_000;
  give("null");
  assertEquals(await hub.window(STREAM, 0, toTick), []);
  give("");
  assertStringIncludes(reasonOf(await refused(hub.window(STREAM, 0, toTick))), "is empty");
});
