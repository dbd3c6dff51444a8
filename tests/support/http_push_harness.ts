import { sourceOf } from "../../connectors/collected/source.ts";
import { PushIntake } from "../../connectors/http_push/intake.ts";
import type { HttpPushConfig } from "../../connectors/http_push/settings.ts";
import { ownStreamsOnly } from "../../connectors/own_streams.ts";
import type { DataSource } from "../../connectors/source.ts";
import { sourceTimeFromTicks } from "../../domain/shared/time.ts";
import type { PushedBody, SourceSettings } from "../../domain/source/types.ts";
import { COLLECTED_CONFIG, StoreFolder } from "./collected_store.ts";
import type { SourceHarness } from "./source_harness.ts";

export const HTTP_PUSH_CONFIG: HttpPushConfig = {
  stream_name: "{measurement}.{tags}.{field}",
  ...COLLECTED_CONFIG,
};

/** A source that is pushed to, as it is stored. */
export function httpPushSettings(config: Partial<HttpPushConfig> = {}): SourceSettings<HttpPushConfig> {
  return {
    id: 2,
    name: "line2",
    kind: "http_push",
    config: { ...HTTP_PUSH_CONFIG, ...config },
    secrets: { key: "ask_test" },
    waitSeconds: 0,
    pollSeconds: 0.2,
    changeFeed: "auto",
    maxAgeSeconds: 0,
    sourceLostSeconds: 60,
    correctionHorizonHours: 72,
    requestsPerMinute: null,
  };
}

/** A body as the route hands it on. */
export function pushed(text: string, form: Partial<PushedBody> = {}): PushedBody {
  const bytes = new TextEncoder().encode(text);
  return { text: bytes, format: "line_protocol", precision: "ns", upToMs: null, ...form };
}

/** Samples that are pushed, under the suite of all sources. */
export function httpPushHarness(): Promise<SourceHarness> {
  const folder = new StoreFolder();
  let source: DataSource | undefined, awayMs = 0;
  async function connect(): Promise<DataSource> {
    await source?.close();
    const store = await folder.store();
    const intake = new PushIntake(store.inlet, { settings: httpPushSettings(), now: () => folder.nowMs });
    return source = ownStreamsOnly(sourceOf(store, { kind: "http_push", intake }), "any");
  }
  return Promise.resolve({
    connect,
    async make(...names) {
      await (await folder.store()).inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
    },
    async write(name, ...samples) {
      source ??= await connect();
      const lines = samples.map(([time, value]) =>
        JSON.stringify({ stream: name, time: sourceTimeFromTicks(time), value })
      );
      await source.take!(pushed(lines.join("\n"), { format: "lines" }));
    },
    takeAway: () => Promise.reject(new Error("No sender removes samples")),
    async removeStream(name) {
      const store = await folder.store();
      store.remove(store.streams.get(name)!);
    },
    async forgetFeed() {
      (await folder.store()).database.set("subscription", null);
    },
    goAway: () => void (folder.nowMs += awayMs = AWAY_MS),
    hold: () => undefined,
    back: () => void (folder.nowMs -= awayMs),
    async [Symbol.asyncDispose]() {
      await source?.close();
      await folder[Symbol.asyncDispose]();
    },
  });
}

const AWAY_MS = 3_600_000;
