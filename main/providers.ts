import { providerBehaviour } from "../actors/provider/actor.ts";
import { lazy } from "../concurrency/lazy.ts";
import type { PinningGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";

/** Providers whose models are created at the first call. */
export function reachingProviders({ outbound, proxy }: { outbound: PinningGuard; proxy: ProxySettings }) {
  return providerBehaviour({
    createModel: (settings) =>
      lazy(async () => {
        const { createChatModel } = await import("../connectors/ai/model.ts");
        return createChatModel({ settings, outbound, proxy });
      }),
  });
}
