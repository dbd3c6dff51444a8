import type { Address, AskOptions, Ref } from "./types.ts";

/** Sends the messages of refs: the main isolate's system, or a shard. */
export interface Messenger {
  ask(to: Address, message: unknown, options: AskOptions): Promise<unknown>;
  tell(to: Address, message: unknown, transfer: Transferable[] | undefined): void;
}

export function createRef<Message>(messenger: Messenger, address: Address): Ref<Message> {
  return {
    address,
    ask: <Answer>(message: Message, options: AskOptions = {}) =>
      trusted<Answer>(messenger.ask(address, message, options)),
    tell: (message, transfer) => messenger.tell(address, message, transfer),
  };
}

/** The contract of the actor's kind types its answers; the runtime does not check them. */
function trusted<Answer>(answer: Promise<unknown>): Promise<Answer> {
  return answer as Promise<Answer>;
}
