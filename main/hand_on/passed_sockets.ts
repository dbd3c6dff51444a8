import type { HolderClient } from "../../connectors/holder/client.ts";
import { LONGEST_SILENCE_MS } from "../../domain/hand_on/types.ts";
import { pingedSocket } from "../upgrades.ts";
import { bridge } from "./bridge.ts";
import type { HandOn } from "./hand_on.ts";

export interface PassedSocketsOptions {
  handOn: HandOn;
  client: HolderClient;
  ending: AbortSignal;
}

/** WebSockets that are passed on to the process that holds the store, which decides whether they may be opened. */
export class PassedSockets {
  readonly #open = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(readonly options: PassedSocketsOptions) {}

  get size(): number {
    return this.#open.size;
  }

  /** The handshake's answer, or the refusal of the process that holds the store. */
  async open(request: Request, peer: string): Promise<Response> {
    const { handOn, client, ending } = this.options;
    const { response, mayOpen, by } = await handOn.answer(request, { peer, socket: "ask" });
    if (!mayOpen || by === undefined) return response;
    const opened = upgraded(request);
    if (opened === undefined) return response;
    await response.body?.cancel();
    const envelope = handOn.envelope(request, { to: by, peer, withinMs: LONGEST_SILENCE_MS });
    const holder = client.openSocket(by.address, { ...envelope, socket: "open" });
    const gone = AbortSignal.any([by.gone, ending, this.#closing.signal]);
    const passed = bridge(opened.socket, { holder, gone }).finally(() => this.#open.delete(passed));
    this.#open.add(passed);
    return opened.response;
  }

  /** Their clients come again elsewhere, and resume. */
  close(): void {
    this.#closing.abort();
  }
}

/** Undefined where the client's handshake is not whole: the other process has said so already. */
function upgraded(request: Request) {
  try {
    return pingedSocket(request);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
