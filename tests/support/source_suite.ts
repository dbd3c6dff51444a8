import type { Capabilities } from "../../connectors/source.ts";
import { connectionFacts } from "./source_connection_facts.ts";
import { feedFacts } from "./source_feed_facts.ts";
import type { Ability, SourceHarness } from "./source_harness.ts";
import { readFacts } from "./source_read_facts.ts";

export interface SourceServer {
  /** Names the kind of source and the server in the tests. */
  name: string;
  capabilities: Capabilities;
  /** What the server, or every source of this kind, cannot do beside them. */
  lacks?: readonly Ability[];
  start: () => Promise<SourceHarness>;
}

/** What every kind of data source must do alike, as far as its capabilities reach. */
export function sourceSuite({ name, capabilities, lacks = [], start }: SourceServer): void {
  const has = (ability: Ability) =>
    !lacks.includes(ability) && (!(ability in capabilities) || capabilities[ability as keyof Capabilities]);
  for (const { text, check, needs = [] } of [connectionFacts, readFacts, feedFacts].flat()) {
    if (!needs.every(has)) continue;
    Deno.test(`${name}: ${text}`, async () => {
      await using harness = await start();
      await check(harness);
    });
  }
}
