import { assertEquals, assertRejects } from "@std/assert";
import { MissingStreams } from "../../../../actors/source/missing_streams.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { StreamUnavailable } from "../../../../connectors/source.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { sourceStream } from "../../../support/data_hub_client.ts";

function logging() {
  const logged: string[] = [];
  const context: Partial<ActorContext> = { log: (_level, text) => void logged.push(text) };
  return { logged, missing: new MissingStreams(context as ActorContext) };
}

function refused(status: number): Promise<never> {
  return Promise.reject(new Refusal("CONNECTION_FAILED", "no", { status }));
}

function unavailable(): Promise<never> {
  return Promise.reject(new StreamUnavailable({ code: "CONNECTION_FAILED", message: "no", details: {} }));
}

Deno.test("MissingStreams reads nothing of a stream that is not there or kept from us, and says so once", async () => {
  const { logged, missing } = logging();
  const stream = sourceStream(1);
  assertEquals(await missing.read(stream, unavailable()), null);
  assertEquals(await missing.read(stream, unavailable()), null);
  assertEquals([logged.length, missing.areAll([stream]), missing.areAll([stream, sourceStream(2)])], [
    1,
    true,
    false,
  ]);
  assertEquals([await missing.read(stream, Promise.resolve(7)), missing.areAll([stream])], [7, false]);
});

Deno.test("MissingStreams passes every other failure on", async () => {
  for (const status of [400, 401, 500]) {
    await assertRejects(() => logging().missing.read(sourceStream(1), refused(status)), Refusal);
  }
});
