import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { storeCauses } from "../support/store_causes.ts";

interface Message {
  data: { key: string; event_key: string; status: string; text: string };
}

/** A minute until it is told, on a slow machine. */
const TOLD_MS = 180_000;

const [cause] = (await storeCauses()).filter(({ name }) => name === "the database is read-only");

Deno.test("a process whose database becomes read-only tells the fallback once, and once when it is over", async () => {
  const dataDir = await cause.place();
  await using receiver = new HttpReceiver();
  const andon = await AndonProcess.start({ dataDir, allow: new URL(receiver.url).host });
  try {
    const client = await andon.client();
    await client.ok("POST", "/api/contact-points", {
      name: "Control room",
      fallback: true,
      config: { kind: "webhook", url: receiver.url },
      secrets: { secret: `whsec_${btoa("0123456789abcdef01234567")}` },
    });
    const messages = () => receiver.bodies.map((body) => (body as Message).data);
    const beganMs = Date.now();
    cause.begin({ pid: andon.pid, dataDir });
    await eventually("the fallback is told", () => messages().length === 1, TOLD_MS);
    const tookMs = Date.now() - beganMs;
    assertEquals(tookMs >= 60_000, true, `not within a minute, but after ${tookMs} ms`);
    const [fails] = messages();
    assertMatch(fails.text, cause.says);
    assertStringIncludes(fails.text, "This message is not recorded");
    assertMatch(andon.log, cause.says);
    cause.end({ pid: andon.pid, dataDir });
    await eventually("its end is told", () => messages().length === 2, TOLD_MS);
    assertEquals(messages().map(({ status }) => status), ["firing", "resolved"]);
    assertEquals(messages()[1].event_key, fails.event_key);
    assertEquals(
      (await client.ok("GET", "/api/notification-log")).pagination.total,
      0,
      "neither is recorded",
    );
    assertEquals(await andon.stop(), 0);
    assertEquals(messages().length, 2);
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await andon.kill();
    await cause.leave(dataDir);
  }
});
