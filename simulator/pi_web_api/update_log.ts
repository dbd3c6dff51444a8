import type { StoredValue } from "./stored_value.ts";

export interface UpdateEvent {
  action: string;
  stored: StoredValue;
}

interface Registration {
  key: string;
  events: UpdateEvent[];
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
      return { marker: `${known.key}_${known.events.length}`, status: "AlreadyRegistered" };
    }
    const key = this.prefix + crypto.randomUUID().replaceAll("-", "");
    this.#byStream.set(webId, { key, events: [], ended: null });
    return { marker: `${key}_0`, status: "Succeeded" };
  }

  add(webId: string, event: UpdateEvent): void {
    this.#byStream.get(webId)?.events.push(event);
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
    const events = registration.events.slice(Number(number));
    return { webId, events, latest: `${key}_${registration.events.length}` };
  }

  /** As after a restart: no marker is known. */
  forget(): void {
    this.#byStream.clear();
  }
}
