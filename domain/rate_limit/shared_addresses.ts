import type { Ms } from "../shared/time.ts";

/** An address from which several people sent requests lately, and with it their allowance. */
export interface SharedAddress {
  address: string;
  people: number;
  /** Requests of it that the limit refused. */
  refused: number;
}

interface Use {
  people: Set<number>;
  refused: number;
}

type Uses = Map<string, Use>;

/** People are counted over the last one to two of these. */
export const SHARED_WINDOW_MS = 300_000;
const MOST_ADDRESSES = 1_000;
const MOST_PEOPLE = 10_000;

/** Counts the people behind each address, of the latest addresses and within a fixed memory. */
export class SharedAddresses {
  #startMs: Ms = -Infinity;
  #before: Uses = new Map();
  #now: Uses = new Map();
  /** In both windows. */
  #people = 0;

  /** One request of a person, by the id of the user. Beyond the memory nobody more is counted. */
  note({ address, person, at }: { address: string; person: number; at: Ms }): void {
    this.#turn(at);
    const use = this.#now.get(address);
    if (use?.people.has(person) || this.#people >= MOST_PEOPLE) return;
    if (use !== undefined) use.people.add(person);
    else if (this.#now.size < MOST_ADDRESSES) {
      this.#now.set(address, { people: new Set([person]), refused: 0 });
    } else return;
    this.#people++;
  }

  /** A request that the limit of an address refused; told of addresses from which people sent some. */
  refuse({ address, at }: { address: string; at: Ms }): void {
    this.#turn(at);
    const use = this.#now.get(address) ?? this.#before.get(address);
    if (use !== undefined) use.refused++;
  }

  /** The addresses of several people, those of most people first. */
  shared(at: Ms): SharedAddress[] {
    this.#turn(at);
    const found: SharedAddress[] = [];
    for (const address of new Set([...this.#before.keys(), ...this.#now.keys()])) {
      const uses = [this.#before, this.#now].flatMap((uses) => uses.get(address) ?? []);
      const people = new Set(uses.flatMap(({ people }) => [...people])).size;
      if (people > 1) {
        found.push({
          address,
          people,
          refused: uses.reduce((sum, { refused }) => sum + refused, 0),
        });
      }
    }
    return found.sort((a, b) => b.people - a.people || (a.address < b.address ? -1 : 1));
  }

  #turn(at: Ms): void {
    const windows = Math.floor((at - this.#startMs) / SHARED_WINDOW_MS);
    if (windows < 1) return;
    this.#before = windows === 1 ? this.#now : new Map();
    this.#now = new Map();
    this.#startMs = Number.isFinite(this.#startMs) ? this.#startMs + windows * SHARED_WINDOW_MS : at;
    this.#people = this.#before.values().reduce((sum, { people }) => sum + people.size, 0);
  }
}
