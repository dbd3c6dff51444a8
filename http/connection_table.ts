import { clientKey, isLoopbackAddress, plainAddress } from "../domain/shared/ip_address.ts";
import type { ConnectionCounts } from "../ports/http.ts";

export interface ConnectionLimits {
  /** The most open connections. */
  all: number;
  /** The most of one IPv4 address or IPv6 /64; null: no limit, because the peers are trusted proxies. */
  perAddress: number | null;
}

/** Connections of the machine itself beyond the limits, so that its health checks are always answered. */
export const LOOPBACK_RESERVE = 16;

/** The connections of one address. */
interface Address {
  key: string;
  size: number;
  idle: Set<Connection>;
}

/** The open connections of a port, within limits. A new one takes the place of the oldest idle one. */
export class ConnectionTable {
  readonly counts: ConnectionCounts = { accepted: 0, refusedByTotal: 0, refusedByAddress: 0, evicted: 0 };
  readonly #addresses = new Map<string, Address>();
  /** Connections without a request, the longest idle first. */
  readonly #idle = new Set<Connection>();
  #size = 0;

  constructor(readonly limits: ConnectionLimits) {}

  get size(): number {
    return this.#size;
  }

  /** Admits a connection, which counts until it is released. Undefined when a limit refuses it. */
  admit(peer: string, close: () => void): Connection | undefined {
    const { all, perAddress } = this.limits;
    const key = clientKey(plainAddress(peer));
    const reserve = isLoopbackAddress(key) ? LOOPBACK_RESERVE : 0;
    const found = this.#addresses.get(key);
    if (perAddress !== null && found !== undefined && found.size >= perAddress + reserve) {
      if (!this.#evictOldest(found.idle)) return this.#refuse("refusedByAddress");
    }
    if (this.#size >= all + reserve && !this.#evictOldest(this.#idle)) return this.#refuse("refusedByTotal");
    return this.#add(key, close);
  }

  #add(key: string, close: () => void): Connection {
    let address = this.#addresses.get(key);
    if (address === undefined) this.#addresses.set(key, address = { key, size: 0, idle: new Set() });
    address.size++;
    this.#size++;
    this.counts.accepted++;
    const connection = new Connection(close, {
      idle: [this.#idle, address.idle],
      released: () => this.#remove(address),
    });
    return connection;
  }

  #remove(address: Address): void {
    this.#size--;
    if (--address.size === 0) this.#addresses.delete(address.key);
  }

  #evictOldest(idle: ReadonlySet<Connection>): boolean {
    const [oldest] = idle;
    if (oldest === undefined) return false;
    this.counts.evicted++;
    oldest.release();
    oldest.close();
    return true;
  }

  #refuse(count: "refusedByTotal" | "refusedByAddress"): undefined {
    this.counts[count]++;
  }
}

/** An open connection. It is idle while it has no request. */
export class Connection {
  #underWay = 0;
  #isReleased = false;

  constructor(
    /** Closes the connection at once. */
    readonly close: () => void,
    private readonly table: { idle: Set<Connection>[]; released: () => void },
  ) {
    for (const idle of table.idle) idle.add(this);
  }

  /** The number of its requests under way. */
  get underWay(): number {
    return this.#underWay;
  }

  begin(): void {
    if (this.#underWay++ === 0) { for (const idle of this.table.idle) idle.delete(this); }
  }

  end(): void {
    if (--this.#underWay > 0 || this.#isReleased) return;
    for (const idle of this.table.idle) idle.add(this);
  }

  /** It is closed, and counts no more. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const idle of this.table.idle) idle.delete(this);
    this.table.released();
  }
}
