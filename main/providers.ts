import { providerBehaviour } from "../actors/provider/actor.ts";
import type { ChatModel } from "../connectors/ai/contract.ts";
import type { PinningGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";

/** Providers whose models are created at the first call. */
export function reachingProviders({ outbound, proxy }: { outbound: PinningGuard; proxy: ProxySettings }) {
  return providerBehaviour({
    createModel: (settings) =>
      lazyChatModel(async () => {
        const { createChatModel } = await import("../connectors/ai/model.ts");
        return createChatModel({ settings, outbound, proxy });
      }),
  });
}

/** A model that is created at its first call, so that a start without AI does not load the client library. */
function lazyChatModel(create: () => Promise<ChatModel>): ChatModel {
  let model: Promise<ChatModel> | undefined;
  return {
    complete: async (request, call) => await (await (model ??= create())).complete(request, call),
    close: async () => await (await model)?.close(),
  };
}
