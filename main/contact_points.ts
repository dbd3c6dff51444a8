import { lazy } from "../concurrency/lazy.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { ContactPointClient } from "../domain/contact_point/client.ts";

interface ContactPointOptions {
  /** The text of OUTBOUND_ALLOW. */
  outboundAllow: string;
  /** host:port of the embedded receivers of dev, allowed regardless of it. */
  alwaysAllow: string[];
  proxy: ProxySettings;
  timeouts?: { connectMs: number; attemptMs: number };
}

/** Senders whose libraries load with the first message, so that a start is as fast without them. */
export function lazyContactPointClient(
  { outboundAllow: allow, alwaysAllow, proxy, timeouts }: ContactPointOptions,
): ContactPointClient {
  const outbound = createOutboundGuard({ allow, alwaysAllow });
  return {
    sender: (contactPoint) =>
      lazy(async () => {
        const { createSender } = await import("../connectors/contact_points/senders.ts");
        return createSender(contactPoint, { outbound, proxy, now: Date.now, timeouts });
      }),
  };
}
