import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { RuntimeHarness } from "../support/runtime_harness.ts";
import {
  openRuntimeHarness,
  READY_MS,
  refusalOf,
  spawnToyWorker,
  until,
  withRuntimeHarness,
} from "../support/runtime_harness.ts";

const QUICK = { shards: 2, heartbeatMs: 30, heartbeatDeadlineMs: 1500 };

/** A loss is found by counting beats, which come late on a busy machine: the ask must outlast it. */
const PATIENT = { deadlineMs: 60_000 };

function counter(harness: RuntimeHarness, id: string) {
  return harness.system.ref<{ add: number }>("counter", id);
}

function nextReplaced(harness: RuntimeHarness): Promise<number> {
  return new Promise((resolve) => harness.system.onShardReplaced(resolve));
}

for (const misbehave of ["throw_in_timer", "exit"] as const) {
  Deno.test(`a worker lost by ${misbehave} is replaced and its actors load again`, () =>
    withRuntimeHarness(QUICK, async (harness) => {
      assertEquals(await counter(harness, "0:c").ask({ add: 3 }), 3);
      assertEquals(await counter(harness, "1:c").ask({ add: 4 }), 4);
      const hold = harness.store.hold(["never"]);
      const waiting = refusalOf(harness.script("0:w").ask({ name: "w", read: ["never"] }, PATIENT));
      await until("an ask is open", () => hold.waiting() === 1);
      const replaced = nextReplaced(harness);
      harness.script("0:x").tell({ name: "x", misbehave });
      const refusal = await waiting;
      assertEquals([refusal.code, refusal.message], [
        "UNAVAILABLE",
        "The actor's shard was restarted; try again",
      ]);
      assertEquals(await replaced, 0);
      hold.release();
      assertEquals(await counter(harness, "0:c").ask({ add: 1 }), 4);
      assertEquals(await counter(harness, "1:c").ask({ add: 1 }), 5);
      assertEquals(harness.system.stats().map(({ replaced }) => replaced), [1, 0]);
      assertEquals(harness.workers.length, 3);
    }));
}

Deno.test("an actor that waits for an actor of a lost shard hears UNAVAILABLE", () =>
  withRuntimeHarness(QUICK, async (harness) => {
    const script = { name: "x", misbehave: "exit" as const };
    const ask = { to: { kind: "script", id: "0:x" }, script, ...PATIENT };
    const refusal = await refusalOf(harness.script("1:asker").ask({ name: "asker", ask }, PATIENT));
    assertEquals([refusal.code, refusal.message], [
      "UNAVAILABLE",
      "The actor's shard was restarted; try again",
    ]);
  }));

/** A worker that cannot be terminated and keeps sending messages. */
class StubbornWorker extends Worker {
  readonly said: string[] = [];

  constructor(specifier: URL) {
    super(specifier, { type: "module" });
    this.addEventListener(
      "message",
      (event: MessageEvent<{ type: string }>) => this.said.push(event.data.type),
    );
  }

  override terminate(): void {}

  end(): void {
    super.terminate();
  }
}

Deno.test("messages of a worker that was given up are ignored, and its commits are not written", async () => {
  const entry = new URL("../support/runtime_worker.ts", import.meta.url);
  const stubborn = new StubbornWorker(entry);
  const spares = [stubborn];
  const harness = await openRuntimeHarness({
    ...QUICK,
    shards: 1,
    heartbeatDeadlineMs: 1000,
    spawnWorker: () => spares.pop() ?? spawnToyWorker(),
  });
  try {
    await harness.system.ready(READY_MS);
    const replaced = nextReplaced(harness), cell = new SharedArrayBuffer(4);
    const lost = refusalOf(
      harness.script("0:x").ask({
        name: "late",
        misbehave: { haltUntil: cell },
        blurt: { channel: "late", data: "out" },
        write: [{ key: ["late"], value: 1 }],
      }, PATIENT),
    );
    assertEquals((await lost).code, "UNAVAILABLE");
    await replaced;
    assertEquals(harness.published, [{ channel: "late", data: "out" }]);
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 1);
    const before = stubborn.said.length;
    Atomics.store(new Int32Array(cell), 0, 1);
    Atomics.notify(new Int32Array(cell), 0);
    await until(
      "the given-up worker asks for its commit",
      () => stubborn.said.slice(before).includes("store"),
    );
    assert(stubborn.said.slice(before).includes("publish"));
    assertEquals(harness.published, [{ channel: "late", data: "out" }]);
    assertEquals(harness.store.received, []);
    assertEquals(harness.system.stats()[0].replaced, 1);
  } finally {
    await harness.close();
    stubborn.end();
  }
});

Deno.test("the successor of a lost shard starts once the commits under way are settled", () =>
  withRuntimeHarness({ ...QUICK, shards: 1 }, async (harness) => {
    const hold = harness.store.hold(["counter", "0:c"]);
    const asked = refusalOf(
      harness.script("0:x").ask({ name: "x", write: [{ key: ["counter", "0:c"], value: 7 }] }, PATIENT),
    );
    await until("the commit is held", () => hold.waiting() === 1);
    let replaced = false;
    harness.system.onShardReplaced(() => replaced = true);
    harness.script("0:y").tell({ name: "y", misbehave: "exit" });
    assertEquals((await asked).code, "UNAVAILABLE");
    const meanwhile = await refusalOf(counter(harness, "0:c").ask({ add: 0 }));
    assertEquals(meanwhile.message, 'The shard of counter "0:c" is being restarted; try again');
    assertEquals(harness.workers.length, 1);
    hold.release();
    await until("it is replaced", () => replaced);
    assertEquals(await counter(harness, "0:c").ask({ add: 0 }), 7);
  }));

Deno.test("a worker in a busy loop is replaced while the other shard answers", async () => {
  const script = new URL("../support/runtime_busy_loop.ts", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script],
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(120_000),
  });
  const { code, stdout, stderr } = await command.output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
    meanwhile: 5,
    replaced: 0,
    looping: "UNAVAILABLE",
    waiting: "UNAVAILABLE",
    after: 4,
    stats: [{ replaced: 1, ready: true }, { replaced: 0, ready: true }],
  });
});

Deno.test("a shard that cannot start is tried again, and the others work meanwhile", async () => {
  let attempts = 0;
  const harness = await openRuntimeHarness({
    ...QUICK,
    spawnWorker: (shard) => {
      if (shard === 0 && ++attempts === 1) throw new Error("no worker today");
      return spawnToyWorker();
    },
  });
  try {
    assertEquals((await refusalOf(harness.script("0:x").ask({ name: "x" }))).code, "UNAVAILABLE");
    assertEquals(await harness.script("1:x").ask({ name: "x" }, PATIENT), "x");
    await harness.system.ready(READY_MS);
    assertEquals(await harness.script("0:x").ask({ name: "x" }), "x");
    assertStringIncludes(JSON.stringify(harness.logged), "no worker today");
  } finally {
    await harness.close();
  }
});

for (const shards of [0, 1]) {
  Deno.test(`settings that the behaviours refuse are logged and keep the shard from being ready (${shards} workers)`, async () => {
    const harness = await openRuntimeHarness({ ...QUICK, shards, init: "broken" });
    try {
      await until(
        "it is logged",
        () => JSON.stringify(harness.logged).includes("These settings cannot be used"),
      );
      assertEquals((await refusalOf(harness.system.ready(20))).code, "UNAVAILABLE");
      assertEquals((await refusalOf(harness.script("0:x").ask({ name: "x" }))).code, "UNAVAILABLE");
    } finally {
      await harness.close();
    }
  });
}

Deno.test("drain ends although a worker is lost meanwhile, and replaces nothing", async () => {
  const harness = await openRuntimeHarness(QUICK);
  await harness.system.ready(READY_MS);
  harness.script("0:x").tell({ name: "x", misbehave: "exit" });
  await harness.close();
  assertEquals(harness.workers.length, 2);
});
