import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { WHOLE_BYTES } from "../../cluster/forwarding/response_reader.ts";
import { eventually, inTime } from "../support/eventually.ts";
import { ForwardingHouse, refused } from "../support/forwarding_house.ts";

/** An answer that says how long it is, of which half comes before it is let go on. */
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

Deno.test("an answer comes back as long as it is, whole or in pieces", async () => {
  const lengths = [0, 1, WHOLE_BYTES, WHOLE_BYTES + 1, 5_000_000];
  const bytes = crypto.getRandomValues(new Uint8Array(5_000)).toHex().repeat(500);
  await using house = new ForwardingHouse({
    app: (request) => new Response(bytes.slice(0, Number(new URL(request.url).pathname.slice(1)))),
  });
  for (const length of lengths) {
    const answer = await house.ask(`/${length}`);
    assertEquals(await answer.text() === bytes.slice(0, length), true, String(length));
  }
});

Deno.test("a short answer is handed back when all of it is there, a longer one as it comes", async () => {
  const [short, long] = [halvedApp(WHOLE_BYTES), halvedApp(WHOLE_BYTES + 2)];
  await using house = new ForwardingHouse({
    app: (request) => (request.url.endsWith("/short") ? short : long).app(request),
  });
  let isBack = false;
  const asked = house.ask("/short").finally(() => isBack = true);
  const answer = await house.ask("/long");
  const reader = answer.body!.getReader();
  await inTime("the longer one's first piece is back", reader.read());
  assertEquals([short.seen.length, isBack], [1, false]);
  short.letGoOn();
  long.letGoOn();
  assertEquals((await (await asked).bytes()).length, WHOLE_BYTES);
  await reader.cancel();
});

Deno.test("of a short answer that breaks off nothing is handed back: a read comes again, a command is lost", async () => {
  const { app, seen, letGoOn } = halvedApp(1_000);
  await using house = new ForwardingHouse({ app });
  const [read, hears] = [house.ask("/read"), refused(house.ask("/command", { method: "POST" }))];
  await eventually("both are worked on", () => seen.length === 2);
  house.line.cut();
  assertStringIncludes((await inTime("the command is lost", hears)).message, "not known");
  house.line.mend();
  await eventually("the read comes again", () => seen.length === 3);
  letGoOn();
  assertEquals((await (await read).bytes()).length, 1_000);
});

Deno.test("an answer in pieces breaks off with its line, and when another process takes over", async () => {
  const { app, letGoOn } = halvedApp(2 * WHOLE_BYTES);
  await using house = new ForwardingHouse({ app });
  for (const end of [() => house.line.cut(), () => house.takenOver()]) {
    const answer = await house.ask("/");
    end();
    const isWhole = answer.bytes().then(() => true, () => false);
    assertEquals(await inTime("it breaks off", isWhole), false);
    house.line.mend();
  }
  letGoOn();
});

Deno.test("an answer in pieces comes no faster than it is read", async () => {
  let made = 0;
  const piece = new Uint8Array(100_000);
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      await Promise.resolve();
      made += piece.length;
      controller.enqueue(piece);
    },
  });
  await using house = new ForwardingHouse({ app: () => new Response(endless) });
  const answer = await house.ask("/");
  const read = answer.body!.getReader();
  await read.read();
  let before = -1;
  await eventually("no more is made", async () => {
    before = made;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return made === before;
  });
  for (let bytes = 0; bytes < 100_000_000;) bytes += (await read.read()).value!.length;
  assert(before < 100_000_000, `${before} bytes were made while nobody read`);
  await read.cancel();
});

Deno.test("a client that leaves before its answer is there leaves the leader too", async () => {
  const { promise: hasLeft, resolve: leaves } = Promise.withResolvers<Response>();
  let came = 0;
  await using house = new ForwardingHouse({
    app: (request) => {
      came++;
      request.signal.addEventListener("abort", () => leaves(new Response("late")));
      return hasLeft;
    },
  });
  const client = new AbortController();
  const hears = refused(house.ask("/", { method: "POST", signal: client.signal }));
  await eventually("it is worked on", () => came === 1);
  client.abort();
  await inTime("the client hears of it", hears);
  await inTime("the leader is left", hasLeft);
});
