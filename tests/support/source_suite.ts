import type { Capabilities } from "../../connectors/source.ts";
import { CONNECTORS, type SourceKind } from "../../connectors/sources.ts";
import { connectionFacts } from "./source_connection_facts.ts";
import { feedFacts } from "./source_feed_facts.ts";
import type { SourceHarness } from "./source_harness.ts";
import { readFacts } from "./source_read_facts.ts";

export interface SourceServer {
  kind: SourceKind;
  /** Names the server in the tests. */
  where: string;
  start: () => Promise<SourceHarness>;
}

/** What every kind of data source must do alike, as far as its capabilities reach. */
export function sourceSuite({ kind, where, start }: SourceServer): void {
  const capabilities: Capabilities = CONNECTORS[kind].capabilities;
  for (const { text, check, needs = [] } of [connectionFacts, readFacts, feedFacts].flat()) {
    Deno.test({
      name: `${kind} at ${where}: ${text}`,
      ignore: !needs.every((capability) => capabilities[capability]),
      async fn() {
        await using harness = await start();
        await check(harness);
      },
    });
  }
}
