import { assertEquals } from "@std/assert";
import { watch } from "../../../../main/service/watchdog.ts";

/** What systemd hears, and for how long Andon waits each time, while Andon answers like this; "end" ends it. */
async function heard(answers: (boolean | "end")[], withinMs: number | undefined, isHeard = true) {
  const ended = new AbortController();
  const messages: string[] = [], waits: number[] = [];
  await watch({
    isAlive: () => {
      const answer = answers.shift() ?? "end";
      if (answer === "end") ended.abort();
      return Promise.resolve(answer === true);
    },
    notify: (message) => Promise.resolve(isHeard && messages.push(message) > 0),
    withinMs,
    signal: ended.signal,
    wait: (ms) => Promise.resolve(void waits.push(ms)),
  });
  return { messages, waits: waits.slice(0, -1) };
}

Deno.test("systemd hears that Andon is ready once it answers, and then three times in its limit that it is alive", async () => {
  assertEquals(await heard([false, false, true, true], 60_000), {
    messages: ["READY=1\nWATCHDOG=1", "WATCHDOG=1"],
    waits: [250, 250, 20_000, 20_000],
  });
});

Deno.test("while Andon does not answer, systemd hears nothing", async () => {
  const { messages } = await heard([true, false, false, true, false], 60_000);
  assertEquals(messages, ["READY=1\nWATCHDOG=1", "WATCHDOG=1"]);
});

Deno.test("a message that is not heard is sent again soon", async () => {
  assertEquals((await heard([true, true], 60_000, false)).waits, [250, 250]);
});

Deno.test("without a watchdog, systemd hears only that Andon is ready", async () => {
  assertEquals((await heard([false, true, true], undefined)).messages, ["READY=1\nWATCHDOG=1"]);
});
