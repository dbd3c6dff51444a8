import type { OpenedContactPoint } from "../../domain/contact_point/types.ts";
import type { ContactPointKind } from "../../domain/contact_point/types.ts";
import type { OutgoingMessage } from "../../domain/notification/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { PinningGuard } from "../outbound.ts";
import type { ProxySettings } from "../outbound_fetch.ts";
import type { Attempt } from "./attempt.ts";

/** How one kind sends. What it throws becomes the result. */
export interface Transport {
  /** The receiver's name in sentences. */
  host: string;
  attempt(message: OutgoingMessage, signal: AbortSignal): Promise<Attempt>;
  close?(): Promise<void>;
}

export interface TransportOptions {
  outbound: PinningGuard;
  proxy: ProxySettings;
  now: () => Ms;
  connectMs: Ms;
}

export type CreateTransport<K extends ContactPointKind> = (
  contactPoint: OpenedContactPoint<K>,
  options: TransportOptions,
) => Transport;
