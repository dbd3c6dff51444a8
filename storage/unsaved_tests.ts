import { hasOwnReceiver } from "../domain/contact_point/kinds.ts";
import type { ContactPointTest } from "../domain/contact_point/schema.ts";
import type { OpenedContactPoint } from "../domain/contact_point/types.ts";
import { hashOf } from "./access/token_hashes.ts";

type Tested = Pick<OpenedContactPoint, "config" | "secrets">;

/** Of the last tests; a test that is forgotten only has to be made again. */
const MOST_KEPT = 100;

/** What became of tests of settings that were not stored, until exactly these are. In memory, and without secrets. */
export class UnsavedTests {
  readonly #tests = new Map<string, ContactPointTest>();
  readonly #salt: string;

  constructor(random: (bytes: number) => Uint8Array) {
    this.#salt = random(16).toHex();
  }

  /** A test of a person's address says nothing about the contact point's own receiver. */
  keep(tested: Tested, { test, to }: { test: ContactPointTest; to: string | null }): void {
    if (to !== null && hasOwnReceiver(tested.config)) return;
    const key = this.#keyOf(tested);
    this.#tests.delete(key);
    this.#tests.set(key, test);
    for (const oldest of this.#tests.keys()) {
      if (this.#tests.size <= MOST_KEPT) break;
      this.#tests.delete(oldest);
    }
  }

  /** The last test of these settings; null: none is known. */
  of(settings: Tested): ContactPointTest | null {
    return this.#tests.get(this.#keyOf(settings)) ?? null;
  }

  #keyOf({ config, secrets }: Tested): string {
    const sorted = (value: unknown): unknown =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.entries(value).map(([name, one]) => [name, sorted(one)] as const).sort(([a], [b]) =>
          a < b ? -1 : 1
        )
        : value;
    return hashOf(JSON.stringify([this.#salt, sorted(config), sorted(secrets)]));
  }
}
