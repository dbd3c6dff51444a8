import { lazy } from "../concurrency/lazy.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { IdentityClient } from "../domain/identity_provider/identity_client.ts";

interface IdentityOptions {
  /** The text of OUTBOUND_ALLOW. */
  outboundAllow: string;
  proxy: ProxySettings;
}

/** A client of identity providers whose libraries load with the first call, so that a start without one is as fast. */
export function lazyIdentityClient({ outboundAllow: allow, proxy }: IdentityOptions): IdentityClient {
  return lazy(async () => {
    const { createIdentityClient } = await import("../connectors/identity/client.ts");
    return createIdentityClient({ outbound: createOutboundGuard({ allow, alwaysAllow: [] }), proxy });
  });
}
