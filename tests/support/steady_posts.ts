import { assert, assertEquals } from "@std/assert";
import type { AndonClient, Json } from "./andon_client.ts";
import { eventually } from "./eventually.ts";
import { postOnce } from "./post_once.ts";

const PAUSE_MS = 20;
/** So many in a row that a proxy which also asks processes that stand by cannot be lucky. */
const UNDISTURBED = 40;
/** 502, 504: the proxy got no answer. */
const NOT_ACKNOWLEDGED: ReadonlySet<number | null> = new Set([502, 503, 504, null]);

/** Clients that create packages all the time, each request sent once. */
export class SteadyPosts implements AsyncDisposable {
  readonly acknowledged: string[] = [];
  /** How many posts had each outcome; null: no answer. */
  readonly outcomes = new Map<number | null, number>();
  #undisturbed = 0;
  #isOver = false;
  #failure: unknown;
  readonly #working: Promise<unknown>;

  constructor(readonly clients: readonly AndonClient[]) {
    this.#working = Promise.all(clients.map((client, i) => this.#work(client, i)));
    this.#working.catch((error) => this.#failure = error);
  }

  async #work(client: AndonClient, i: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const name = `Of client ${i}, ${turn}`;
      const status = await postOnce(client, "/api/packages", { name, description: "" });
      // A command that ran twice would be refused, since its name is taken.
      assert(status === 201 || NOT_ACKNOWLEDGED.has(status), `${name}: ${status}`);
      this.outcomes.set(status, (this.outcomes.get(status) ?? 0) + 1);
      this.#undisturbed = status === 201 ? this.#undisturbed + 1 : 0;
      if (status === 201) this.acknowledged.push(name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Waits until many posts in a row are acknowledged. */
  async undisturbed(): Promise<void> {
    this.#undisturbed = 0;
    const isUndisturbed = () => {
      if (this.#failure !== undefined) throw this.#failure;
      return this.#undisturbed >= UNDISTURBED;
    };
    await eventually("every post is acknowledged", isUndisturbed).catch((error) => {
      throw new Error(`${error}; outcomes: ${[...this.outcomes].join("; ")}`, { cause: error });
    });
  }

  /** Ends the posts; all that was acknowledged is there, and nothing is there twice. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    const { data } = await this.clients[0].ok("GET", "/api/packages");
    const names: string[] = data.map(({ name }: Json) => name);
    assertEquals(this.acknowledged.filter((name) => !names.includes(name)), [], "acknowledged and lost");
    assertEquals(new Set(names).size, names.length, "nothing is there twice");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#working.catch(() => {});
  }
}
