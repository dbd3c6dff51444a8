import { assertEquals, assertStringIncludes } from "@std/assert";
import { localPorts, type MainPort } from "../../../../actors/runtime/port.ts";
import type { FromShard } from "../../../../actors/runtime/protocol.ts";
import { Shard } from "../../../../actors/runtime/shard.ts";
import type { AnyBehaviour } from "../../../../actors/runtime/types.ts";
import { FakeTimers, restOfTheLoop } from "../../../support/runtime_timers.ts";
import { placementOfId } from "../../../support/runtime_toys.ts";

/** Answers "read" with its number of turns; "later" rings after a second by publishing. */
const bell: AnyBehaviour = {
  kind: "bell",
  gate: "none",
  load: () => Promise.resolve(null),
  decide(_state, message, { context }) {
    if (message === "later") context.after(1000, "ring");
    return message === "ring" ? { publish: [{ channel: "rung", data: context.address.id }] } : {};
  },
};

interface Scene {
  shard: Shard;
  main: MainPort;
  timers: FakeTimers;
  heard: FromShard[];
}

async function startShard(behaviours = [bell]): Promise<Scene> {
  const timers = new FakeTimers();
  const ports = localPorts();
  const heard: FromShard[] = [];
  ports.main.onMessage((message) => heard.push(message));
  const shard = new Shard({
    port: ports.shard,
    behaviours: () => behaviours,
    placement: placementOfId,
    clock: timers.now,
    random: () => 0.5,
    timers,
  });
  const limits = { mailboxLimit: 10, idleMs: 600, storeDeadlineMs: 1000, waitDeadlineMs: 1000 };
  ports.main.post({ v: 1, type: "start", shard: 0, shards: 2, init: undefined, limits });
  await restOfTheLoop();
  return { shard, main: ports.main, timers, heard };
}

async function tell({ main }: Scene, id: string, message: string): Promise<void> {
  const to = { kind: "bell", id };
  main.post({ v: 1, type: "deliver", to, message, ask: undefined, expiresMs: Infinity });
  await restOfTheLoop();
}

function rung({ heard }: Scene): unknown[] {
  return heard.flatMap((message) => message.type === "publish" ? [message.data] : []);
}

Deno.test("Shard cancels the timers of an actor that is unloaded", async () => {
  const scene = await startShard();
  await tell(scene, "0:idle", "later");
  await tell(scene, "0:busy", "later");
  await scene.timers.advance(400);
  await tell(scene, "0:busy", "hello");
  await scene.timers.advance(500);
  await tell(scene, "0:busy", "hello");
  await scene.timers.advance(2000);
  assertEquals(rung(scene), ["0:busy"]);
  scene.shard.stop();
  assertEquals(scene.timers.waiting, 0);
});

Deno.test("Shard refuses a message that belongs to another shard", async () => {
  const scene = await startShard();
  const to = { kind: "bell", id: "1:x" };
  scene.main.post({ v: 1, type: "deliver", to, message: "hello", ask: 7, expiresMs: Infinity });
  await restOfTheLoop();
  const answer = scene.heard.find(({ type }) => type === "answer");
  assertEquals(
    answer?.type === "answer" && !answer.outcome.ok && answer.outcome.refusal.code,
    "INTERNAL_ERROR",
  );
  scene.shard.stop();
});

Deno.test("Shard sends messages for other shards to the main isolate", async () => {
  const scene = await startShard();
  scene.shard.tell({ kind: "bell", id: "1:x" }, "hello", undefined);
  await restOfTheLoop();
  const route = scene.heard.find(({ type }) => type === "route");
  assertEquals(route?.type === "route" && [route.to.id, route.message], ["1:x", "hello"]);
  scene.shard.stop();
});

Deno.test("Shard reports that two behaviours share a kind", async () => {
  const scene = await startShard([bell, bell]);
  const failed = scene.heard.find(({ type }) => type === "failed");
  assertStringIncludes(failed?.type === "failed" ? failed.message : "", 'Two behaviours of kind "bell"');
  scene.shard.stop();
});

Deno.test("Shard reports its progress, so that the main isolate can bound the messages under way", async () => {
  const scene = await startShard();
  for (let n = 0; n < 600; n++) {
    const to = { kind: "bell", id: `0:${n}` };
    scene.main.post({ v: 1, type: "deliver", to, message: "hello", ask: undefined, expiresMs: Infinity });
  }
  await restOfTheLoop();
  const received = scene.heard.flatMap((message) => message.type === "received" ? [message.received] : []);
  assertEquals(received, [256, 512]);
  scene.shard.stop();
});

Deno.test("Shard.shared() makes a value once a name", async () => {
  const { shard } = await startShard();
  const first = shard.shared("table", () => ({ rows: 1 }));
  assertEquals(shard.shared("table", () => ({ rows: 2 })) === first, true);
  shard.stop();
});
