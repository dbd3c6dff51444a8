import type { ContactPointSender } from "../notification/types.ts";
import type { OpenedContactPoint } from "./types.ts";

/** Sends to contact points. */
export interface ContactPointClient {
  /** Keeps no connection until the first message. Dispose it after the last one. */
  sender(contactPoint: OpenedContactPoint): ContactPointSender;
}
