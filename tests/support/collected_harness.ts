import { COLLECTED_CAPABILITIES } from "../../connectors/collected/identity.ts";
import { sourceOf } from "../../connectors/collected/source.ts";
import { ownStreamsOnly } from "../../connectors/own_streams.ts";
import { msFromTicks } from "../../domain/shared/time.ts";
import { QUIET_INTAKE, StoreFolder } from "./collected_store.ts";
import type { Ability, SourceHarness } from "./source_harness.ts";
import type { SourceServer } from "./source_suite.ts";

/** What no source that stores what arrives has: its reads need no server, and no sender removes samples. */
export const COLLECTED_LACKS: readonly Ability[] = ["credentials", "requests", "removal"];

/** The store of what machines send, under the suite of all sources. */
export const COLLECTED_SERVER: SourceServer = {
  name: "collected samples",
  capabilities: COLLECTED_CAPABILITIES,
  lacks: COLLECTED_LACKS,
  start: () => Promise.resolve(collectedHarness()),
};

const AWAY_MS = 3_600_000;

function collectedHarness(): SourceHarness {
  const folder = new StoreFolder();
  let awayMs = 0;
  const tested = { facts: {}, info: {}, latency_ms: 0, tested_at: new Date().toISOString() };
  const test = () => Promise.resolve({ connection_status: "connected" as const, ...tested });
  return {
    async connect() {
      return ownStreamsOnly(
        sourceOf(await folder.store(), { kind: "collected", intake: { ...QUIET_INTAKE, test } }),
        "any",
      );
    },
    async make(...names) {
      await (await folder.store()).inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
    },
    async write(name, ...samples) {
      const { inlet } = await folder.store();
      const arrived = samples.map(([time, value]) => ({
        stream: name,
        time,
        value,
        quality: "good" as const,
      }));
      await inlet.write(arrived);
      inlet.alive(msFromTicks(Math.max(...samples.map(([time]) => time))));
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
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
