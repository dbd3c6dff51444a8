import { assert, assertEquals } from "@std/assert";
import { followPush, type PushSocket } from "../../console/live/push_channel.ts";
import { eventually } from "../support/eventually.ts";
import { createPushHarness, eventFrame } from "../support/push_harness.ts";
import type { Frame } from "../support/push_socket.ts";

Deno.test("the console's channel resumes after a lost connection, and stops when it is stopped", async () => {
  await using harness = await createPushHarness();
  const heard: (Frame | string)[] = [];
  const sockets: WebSocket[] = [];
  followPush({
    open() {
      const socket = new WebSocket(harness.url, { headers: harness.headersOf("viewer") });
      sockets.push(socket);
      return socket;
    },
    subscription: () => ({ subscribe: ["event_created"] }),
    onUp: (resumed: boolean) => heard.push(`up ${resumed}`),
    onFrame: (frame: Frame) => heard.push(frame),
    onDown({ code }: CloseEvent) {
      heard.push(`down ${code}`);
      return code !== 1008;
    },
    pausesMs: [100],
  });
  await eventually("it is up", () => heard.length === 1);
  await harness.commit([eventFrame(1)]);
  await eventually("a frame came", () => heard.length === 2);
  await harness.reopen();
  await harness.commit([eventFrame(2)]);
  await eventually("the missed frame came", () => heard.length === 5);
  await harness.app.storage.access.endSession(harness.app.cookieOf("viewer").split("=")[1]);
  await eventually("it is over", () => heard.length === 6);
  await eventually(
    "the sockets are gone",
    () => sockets.every(({ readyState }) => readyState === WebSocket.CLOSED),
  );
  const shown = heard.map((one) => typeof one === "string" ? one : one.data.number);
  assertEquals(shown, ["up false", 1, "down 1001", "up true", 2, "down 1008"]);
  assertEquals(sockets.length, 2);
});

Deno.test("the console's channel continues after the frame that was the newest when its page was made", async () => {
  await using harness = await createPushHarness();
  await harness.commit([eventFrame(1)]);
  const after = harness.hub.lastSeq;
  await harness.commit([eventFrame(2)]);
  const heard: (Frame | string)[] = [];
  const channel = followPush({
    open: () => new WebSocket(harness.url, { headers: harness.headersOf("viewer") }),
    after,
    subscription: () => ({ subscribe: ["event_created"] }),
    onUp: (resumed: boolean) => heard.push(`up ${resumed}`),
    onFrame: (frame: Frame) => heard.push(frame),
    onDown: () => {},
  });
  await eventually("the frame that was missed came", () => heard.length === 2);
  channel.close();
  assertEquals(heard.map((one) => typeof one === "string" ? one : one.data.number), ["up true", 2]);
});

/** When a channel tries to connect, whose attempts end with these codes, the last one again and again; milliseconds. */
async function triesOf(codes: number[]): Promise<number[]> {
  const opened: number[] = [];
  let nowMs = 0;
  const timers: { at: number; call: () => void }[] = [];
  const real = { setTimeout: globalThis.setTimeout, random: Math.random };
  const turned = (call: () => void, delayMs = 0) => timers.push({ at: nowMs + delayMs, call });
  Object.assign(globalThis, { setTimeout: turned });
  Math.random = () => 0;
  try {
    const hooks = { onUp() {}, onFrame() {}, onDown() {} };
    followPush({
      subscription: () => ({ subscribe: [] }),
      ...hooks,
      open() {
        opened.push(nowMs);
        const code = codes.length > 1 ? codes.shift() : codes[0];
        const socket: PushSocket = { close() {}, send() {}, onopen: null, onmessage: null, onclose: null };
        queueMicrotask(() => Reflect.apply(socket.onclose ?? (() => {}), socket, [{ code }]));
        return socket;
      },
    });
    for (; nowMs < 200_000; nowMs += 500) {
      for (const timer of timers.splice(0)) timer.at <= nowMs ? timer.call() : timers.push(timer);
      await Promise.resolve();
    }
  } finally {
    Object.assign(globalThis, { setTimeout: real.setTimeout });
    Math.random = real.random;
  }
  return opened;
}

Deno.test("an unreachable server is asked at most five times in the first minute, also one that said that it ends", async () => {
  for (const codes of [[1006], [1001, 1006]]) {
    const [, ...tries] = await triesOf(codes);
    for (const from of tries) {
      const inAMinute = tries.filter((at) => at >= from && at < from + 60_000).length;
      assert(inAMinute <= 5, `${inAMinute} tries in the minute from ${from} ms`);
    }
    assert(tries.length >= 6, "it goes on trying");
  }
});

Deno.test("a server that said that it ends is asked sooner", async () => {
  assertEquals((await triesOf([1006])).slice(0, 4), [0, 2_000, 5_000, 11_000]);
  assertEquals((await triesOf([1001, 1006])).slice(0, 5), [0, 1_500, 3_000, 5_000, 10_000]);
});
