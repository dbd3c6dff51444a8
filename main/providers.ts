import { providerBehaviour } from "../actors/provider/actor.ts";
import type { ChatModel } from "../connectors/ai/contract.ts";
import type { PinningGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";

/** Providers whose models are made at the first call. */
export function reachingProviders({ outbound, proxy }: { outbound: PinningGuard; proxy: ProxySettings }) {
  return providerBehaviour({
    createModel: (settings) =>
      lateChatModel(async () => {
        const { createChatModel } = await import("../connectors/ai/model.ts");
        return createChatModel({ settings, outbound, proxy });
      }),
  });
}

/** A model that is made at its first call: what speaks to models is loaded by nobody who never speaks to one. */
function lateChatModel(make: () => Promise<ChatModel>): ChatModel {
  let model: Promise<ChatModel> | undefined;
  return {
    complete: async (request, call) => await (await (model ??= make())).complete(request, call),
    close: async () => await (await model)?.close(),
  };
}
