import { Refusal } from "../../domain/shared/refusal.ts";
import type { SocketOpener } from "../pipeline/deps.ts";

/** The most open sockets. */
export interface SocketLimits {
  /** Of all clients together. */
  all: number;
  user: number;
  key: number;
  screen: number;
  address: number;
}

/** A control room has many screens of one user, and a site many rooms behind one address. */
export const SOCKET_LIMITS: SocketLimits = { all: 5_000, user: 100, key: 100, screen: 10, address: 500 };

/** Sockets close when pages are left, so there is no time at which one will surely be free. */
export const RETRY_SECONDS = 60;

type Kind = "user" | "key" | "screen" | "address";

const NAMES: Readonly<Record<Kind, string>> = {
  user: "user",
  key: "API key",
  screen: "screen",
  address: "address",
};

/** The open sockets of each user, key, screen and address. */
export class SocketCounts {
  readonly #counts = new Map<string, number>();
  #all = 0;

  constructor(readonly limits: SocketLimits) {}

  get isFull(): boolean {
    return this.#all >= this.limits.all;
  }

  /** Refuses with UNAVAILABLE when there is no room for anyone, and with RATE_LIMITED beyond the opener's own limits. */
  check(opener: SocketOpener): void {
    if (this.isFull) throw new Refusal("UNAVAILABLE", "Too many browsers are connected; try again later");
    for (const [kind, subject] of subjectsOf(opener)) {
      const most = this.limits[kind];
      if ((this.#counts.get(subject) ?? 0) < most) continue;
      throw new Refusal(
        "RATE_LIMITED",
        `One ${
          NAMES[kind]
        } may have ${most} push channels open; close some, or try again in ${RETRY_SECONDS} s`,
        { retry_after_seconds: RETRY_SECONDS, scope: "sockets" },
      );
    }
  }

  add(opener: SocketOpener): void {
    this.#all++;
    for (const [, subject] of subjectsOf(opener)) {
      this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + 1);
    }
  }

  remove(opener: SocketOpener): void {
    this.#all--;
    for (const [, subject] of subjectsOf(opener)) {
      const left = (this.#counts.get(subject) ?? 0) - 1;
      if (left > 0) this.#counts.set(subject, left);
      else this.#counts.delete(subject);
    }
  }
}

/** A screen counts to itself only, so that it takes nobody's place. */
function subjectsOf({ by, address }: SocketOpener): [Kind, string][] {
  if ("screen" in by) return [["screen", `screen ${by.screen}`]];
  const opener: [Kind, string] = "user" in by ? ["user", `user ${by.user}`] : ["key", `key ${by.key}`];
  return [opener, ["address", `address ${address}`]];
}
