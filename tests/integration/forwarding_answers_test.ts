import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { WHOLE_BYTES } from "../../cluster/forwarding/response_reader.ts";
import { eventually, inTime } from "../support/eventually.ts";
import { ForwardingHarness, refused } from "../support/forwarding_harness.ts";

/** A response with a content-length; its second half is sent once it is released. */
function halvedApp(length: number) {
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const half = new Uint8Array(length / 2);
  const seen: string[] = [];
  const app = (request: Request) => {
    seen.push(request.method);
    const halves = async function* () {
      yield half;
      await goOn;
      yield half;
    };
    return new Response(ReadableStream.from(halves()), { headers: { "content-length": String(length) } });
  };
  return { app, seen, letGoOn };
}

Deno.test("a response has its full length, buffered or streamed", async () => {
  const lengths = [0, 1, WHOLE_BYTES, WHOLE_BYTES + 1, 5_000_000];
  const bytes = crypto.getRandomValues(new Uint8Array(5_000)).toHex().repeat(500);
  await using harness = new ForwardingHarness({
    app: (request) => new Response(bytes.slice(0, Number(new URL(request.url).pathname.slice(1)))),
  });
  for (const length of lengths) {
    const answer = await harness.ask(`/${length}`);
    assertEquals(await answer.text() === bytes.slice(0, length), true, String(length));
  }
});

Deno.test("a short response is buffered, a longer one is streamed", async () => {
  const [short, long] = [halvedApp(WHOLE_BYTES), halvedApp(WHOLE_BYTES + 2)];
  await using harness = new ForwardingHarness({
    app: (request) => (request.url.endsWith("/short") ? short : long).app(request),
  });
  let isBack = false;
  const asked = harness.ask("/short").finally(() => isBack = true);
  const answer = await harness.ask("/long");
  const reader = answer.body!.getReader();
  await inTime("the longer one's first piece is back", reader.read());
  assertEquals([short.seen.length, isBack], [1, false]);
  short.letGoOn();
  long.letGoOn();
  assertEquals((await (await asked).bytes()).length, WHOLE_BYTES);
  await reader.cancel();
});

Deno.test("a short response that breaks off is discarded: a read is repeated, a command is lost", async () => {
  const { app, seen, letGoOn } = halvedApp(1_000);
  await using harness = new ForwardingHarness({ app });
  const [read, hears] = [harness.ask("/read"), refused(harness.ask("/command", { method: "POST" }))];
  await eventually("both have begun", () => seen.length === 2);
  harness.line.cut();
  assertStringIncludes((await inTime("the command is lost", hears)).message, "unknown");
  harness.line.mend();
  await eventually("the read is repeated", () => seen.length === 3);
  letGoOn();
  assertEquals((await (await read).bytes()).length, 1_000);
});

Deno.test("a streamed response breaks off with its connection, and when another process takes over", async () => {
  const { app, letGoOn } = halvedApp(2 * WHOLE_BYTES);
  await using harness = new ForwardingHarness({ app });
  for (const end of [() => harness.line.cut(), () => harness.takenOver()]) {
    const answer = await harness.ask("/");
    end();
    const isWhole = answer.bytes().then(() => true, () => false);
    assertEquals(await inTime("it breaks off", isWhole), false);
    harness.line.mend();
  }
  letGoOn();
});

Deno.test("a streamed response has back-pressure", async () => {
  let made = 0;
  const piece = new Uint8Array(100_000);
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      await Promise.resolve();
      made += piece.length;
      controller.enqueue(piece);
    },
  });
  await using harness = new ForwardingHarness({ app: () => new Response(endless) });
  const answer = await harness.ask("/");
  const read = answer.body!.getReader();
  await read.read();
  let before = -1;
  await eventually("no more is made", async () => {
    before = made;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return made === before;
  });
  for (let bytes = 0; bytes < 100_000_000;) bytes += (await read.read()).value!.length;
  assert(before < 100_000_000, `${before} bytes were made while the client did not read`);
  await read.cancel();
});

Deno.test("a client that leaves before its response ends the request at the leader too", async () => {
  const { promise: hasLeft, resolve: leaves } = Promise.withResolvers<Response>();
  let came = 0;
  await using harness = new ForwardingHarness({
    app: (request) => {
      came++;
      request.signal.addEventListener("abort", () => leaves(new Response("late")));
      return hasLeft;
    },
  });
  const client = new AbortController();
  const hears = refused(harness.ask("/", { method: "POST", signal: client.signal }));
  await eventually("it has begun", () => came === 1);
  client.abort();
  await inTime("the client is refused", hears);
  await inTime("the leader's request ends", hasLeft);
});
