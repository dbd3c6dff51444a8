import { assertEquals, assertRejects } from "@std/assert";
import { GoneStreams } from "../../../../actors/source/gone_streams.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { StreamUnavailable } from "../../../../connectors/source.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { sourceStream } from "../../../support/data_hub_client.ts";

function logging() {
  const logged: string[] = [];
  const context: Partial<ActorContext> = { log: (_level, text) => void logged.push(text) };
  return { logged, gone: new GoneStreams(context as ActorContext) };
}

function refused(status: number): Promise<never> {
  return Promise.reject(new Refusal("CONNECTION_FAILED", "no", { status }));
}

function unavailable(): Promise<never> {
  return Promise.reject(new StreamUnavailable({ code: "CONNECTION_FAILED", message: "no", details: {} }));
}

Deno.test("GoneStreams reads nothing of a stream that is not there or kept from us, and says so once", async () => {
  const { logged, gone } = logging();
  const stream = sourceStream(1);
  assertEquals(await gone.read(stream, unavailable()), null);
  assertEquals(await gone.read(stream, unavailable()), null);
  assertEquals([logged.length, gone.areAll([stream]), gone.areAll([stream, sourceStream(2)])], [
    1,
    true,
    false,
  ]);
  assertEquals([await gone.read(stream, Promise.resolve(7)), gone.areAll([stream])], [7, false]);
});

Deno.test("GoneStreams passes every other failure on", async () => {
  for (const status of [400, 401, 500]) {
    await assertRejects(() => logging().gone.read(sourceStream(1), refused(status)), Refusal);
  }
});
