import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ClientWorker } from "../../../../connectors/opc_ua/client_worker.ts";
import { eventually } from "../../../support/eventually.ts";

Deno.test("a worker that dies begins anew, and so does one that hangs", async () => {
  for (const [code, reason] of [['throw new Error("broken")', "broken"], ["for (;;);", "hung"]]) {
    let aheadMs = 0, starts = 0;
    const ends: string[] = [];
    const worker = new ClientWorker({
      url: new URL(`data:application/javascript,onmessage = () => { ${encodeURIComponent(code)} };`),
      now: () => Date.now() + aheadMs,
      random: () => 0,
      onMessage: () => undefined,
      onStart: () => void starts++,
      onEnd: (told) => void ends.push(told),
    });
    worker.start();
    worker.post({ type: "stop" });
    if (reason === "hung") aheadMs = 31_000;
    await eventually("it begins anew", () => starts === 2);
    assertStringIncludes(ends[0]!, reason);
    await worker.close();
    assertEquals(starts, 2);
  }
});

Deno.test("the worker reads no file, runs no program, and sees no secret of the environment", async () => {
  const code = `
    postMessage(["read", "write", "run", "ffi"].map((name) => ({ name }))
      .concat([{ name: "env", variable: "SECRET_KEY" }, { name: "env", variable: "DEBUG" }, { name: "net" }])
      .map((query) => Deno.permissions.querySync(query).state === "granted"));`;
  const told: unknown[] = [];
  const worker = new ClientWorker({
    url: new URL(`data:application/javascript,${encodeURIComponent(code)}`),
    now: Date.now,
    random: () => 0,
    onMessage: (message) => void told.push(message),
    onStart: () => undefined,
    onEnd: (reason) => void told.push(reason),
  });
  worker.start();
  await eventually("it tells its permissions", () => told.length > 0);
  assertEquals(told[0], [false, false, false, false, false, true, true]);
  await worker.close();
  assert(told.length === 1, String(told));
});
