import type { ProviderMessage } from "../actors/provider/contract.ts";
import type { Ref } from "../actors/runtime/types.ts";

/** The client of the AI providers. */
export interface AiPort {
  provider(id: number): Ref<ProviderMessage>;
  /** Subscribes to a turn's answer as it arrives. Returns the function that unsubscribes. */
  onTokens(turnId: string, listener: (text: string) => void): () => void;
}
