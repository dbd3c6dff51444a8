import type { ContactPointSender } from "../../domain/notification/types.ts";

export interface PointSendersOptions<Opened> {
  /** Changes whenever the settings of a contact point do; undefined: it does not exist. */
  versionOf(id: number): string | undefined;
  /** Opens the settings with their secrets. Throws a Refusal. */
  open(id: number): Promise<Opened>;
  create(opened: Opened): ContactPointSender;
}

interface Known {
  version: string;
  sender: Promise<ContactPointSender>;
}

/** One sender a contact point, kept while its settings stay. */
export class PointSenders<Opened> implements AsyncDisposable {
  readonly #known = new Map<number, Known>();
  readonly #ending = new Set<Promise<unknown>>();

  constructor(readonly options: PointSendersOptions<Opened>) {}

  /** Undefined for a contact point that does not exist. */
  get(id: number): ContactPointSender | undefined {
    const version = this.options.versionOf(id), known = this.#known.get(id);
    if (known !== undefined && known.version !== version) this.#end(id, known);
    if (version === undefined) return undefined;
    const { sender } = this.#known.get(id) ?? this.#open(id, version);
    return {
      send: async (message, options) => await (await sender).send(message, options),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [id, known] of this.#known) this.#end(id, known);
    await Promise.allSettled([...this.#ending]);
  }

  #open(id: number, version: string): Known {
    const sender = this.options.open(id).then((opened) => this.options.create(opened));
    // The attempt that waits for it gets the error; the next one opens it again.
    sender.catch(() => this.#known.delete(id));
    const known = { version, sender };
    this.#known.set(id, known);
    return known;
  }

  #end(id: number, { sender }: Known): void {
    this.#known.delete(id);
    const ending: Promise<unknown> = sender.then((one) => one[Symbol.asyncDispose]()).catch(() => {})
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
