import type { StoredValue } from "./stored_value.ts";

export interface UpdateEvent {
  action: string;
  stored: StoredValue;
}

/** So many events of a stream wait to be read; a reader further behind has missed some. */
const MOST_EVENTS = 10_000;

interface Registration {
  key: string;
  events: UpdateEvent[];
  /** The number of the first of them. */
  first: number;
  /** Why there are no further updates. */
  ended: string | null;
}

/** The answer of one marker: its events and the next marker, or why there are none. */
export type Updates = { webId: string; events: UpdateEvent[]; latest: string } | { failure: string };

/** What changed in streams since they were registered. A marker is the key of a registration and a number of events. */
export class UpdateLog {
  /** What all markers begin with. */
  prefix = "";
  readonly #byStream = new Map<string, Registration>();

  register(webId: string): { marker: string; status: "Succeeded" | "AlreadyRegistered" } {
    const known = this.#byStream.get(webId);
    if (known !== undefined) {
      return { marker: `${known.key}_${known.first + known.events.length}`, status: "AlreadyRegistered" };
    }
    const key = this.prefix + crypto.randomUUID().replaceAll("-", "");
    this.#byStream.set(webId, { key, events: [], first: 0, ended: null });
    return { marker: `${key}_0`, status: "Succeeded" };
  }

  add(webId: string, event: UpdateEvent): void {
    const registration = this.#byStream.get(webId);
    if (registration === undefined) return;
    registration.events.push(event);
    if (registration.events.length <= MOST_EVENTS) return;
    registration.events.shift();
    registration.first++;
  }

  end(webId: string, reason: string): void {
    const registration = this.#byStream.get(webId);
    if (registration !== undefined) registration.ended = reason;
  }

  since(marker: string): Updates {
    const [key, number] = marker.split("_");
    const [webId, registration] = [...this.#byStream].find(([, one]) => one.key === key) ?? [];
    if (webId === undefined || registration === undefined) return { failure: "Cache not found." };
    if (registration.ended !== null) {
      this.#byStream.delete(webId);
      return { failure: registration.ended };
    }
    const { events, first } = registration;
    if (Number(number) < first) return { failure: "Some updates were missed." };
    return { webId, events: events.slice(Number(number) - first), latest: `${key}_${first + events.length}` };
  }

  /** As after a restart: no marker is known. */
  forget(): void {
    this.#byStream.clear();
  }
}
