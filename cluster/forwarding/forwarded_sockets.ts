import type { LeaderClient } from "./leader_client.ts";
import { LONGEST_SILENCE_MS } from "./types.ts";
import type { SocketUpgrades } from "./socket_upgrades.ts";
import { relaySockets } from "./socket_relay.ts";
import type { Forwarder } from "./forwarder.ts";

export interface ForwardedSocketsOptions {
  forwarder: Forwarder;
  client: LeaderClient;
  upgrades: SocketUpgrades;
  ending: AbortSignal;
}

/** WebSockets that are forwarded to the leader, which decides whether they may be opened. */
export class ForwardedSockets {
  readonly #open = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(readonly options: ForwardedSocketsOptions) {}

  get size(): number {
    return this.#open.size;
  }

  /** The handshake's answer, or the leader's refusal. */
  async open(request: Request, peer: string): Promise<Response> {
    const { forwarder, client, upgrades, ending } = this.options;
    const { response, mayOpen, by } = await forwarder.answer(request, { peer, socket: "ask" });
    if (!mayOpen || by === undefined) return response;
    const opened = upgraded(upgrades, request);
    if (opened === undefined) return response;
    await response.body?.cancel();
    const envelope = forwarder.envelope(request, { to: by, peer, withinMs: LONGEST_SILENCE_MS });
    const leader = client.openSocket(by.address, { ...envelope, socket: "open" });
    const gone = AbortSignal.any([by.gone, ending, this.#closing.signal]);
    const relayed = relaySockets(opened.socket, { leader, gone }).finally(() => this.#open.delete(relayed));
    this.#open.add(relayed);
    return opened.response;
  }

  /** The clients reconnect to another member and resume. */
  close(): void {
    this.#closing.abort();
  }
}

/** Undefined when the client's handshake is incomplete: the leader's response says so. */
function upgraded(upgrades: SocketUpgrades, request: Request) {
  try {
    return upgrades.open(request);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
