import type { MqttMessage } from "./connection.ts";

/** The messages of a session that were taken, by their id: one that the broker sends again is not taken twice. */
export class Delivered {
  readonly #byId = new Map<number, string>();

  /** Whether the broker sends again what was taken: its id, topic and payload are the same. */
  has(message: MqttMessage): boolean {
    return message.isDuplicate && message.id !== null && this.#byId.get(message.id) === keyOf(message);
  }

  add(message: MqttMessage): void {
    if (message.id !== null) this.#byId.set(message.id, keyOf(message));
  }

  /** They were not stored. */
  remove(ids: readonly number[]): void {
    for (const id of ids) this.#byId.delete(id);
  }

  /** Another session has other ids. */
  clear(): void {
    this.#byId.clear();
  }
}

/** FNV-1a. */
const BASIS = 0x811c9dc5, PRIME = 0x01000193;

function keyOf({ topic, payload }: MqttMessage): string {
  let hash = BASIS;
  for (const byte of payload) hash = Math.imul(hash ^ byte, PRIME);
  return `${hash} ${payload.length} ${topic}`;
}
