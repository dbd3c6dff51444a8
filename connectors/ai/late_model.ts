import type { ChatModel } from "./contract.ts";

/** A model that is made at its first call: what speaks to models is loaded by nobody who never speaks to one. */
export function lateChatModel(make: () => Promise<ChatModel>): ChatModel {
  let model: Promise<ChatModel> | undefined;
  return {
    complete: async (request, call) => await (await (model ??= make())).complete(request, call),
    close: async () => await (await model)?.close(),
  };
}
