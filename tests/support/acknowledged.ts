/** What one thing may be: what was acknowledged last, or what was tried since and may have been written. */
interface Register {
  acknowledged: string | undefined;
  maybe: string[];
}

/** Acknowledged writes and writes of unknown outcome, by the name of each thing. */
export class Acknowledged {
  readonly #registers = new Map<string, Register>();
  count = 0;
  /** Writes that the server failed at, or whose answer never came. */
  unknown = 0;
  #begun = 0;
  readonly #watches: { begun: number; count: number }[] = [];

  /** Counts the acknowledgements of writes that begin from now on; those under way are not counted. */
  fromNow(): { readonly count: number } {
    const watch = { begun: this.#begun, count: 0 };
    this.#watches.push(watch);
    return watch;
  }

  /**
   * Runs a write; `value` is what the thing is when it was written. `call` answers whether it was, "vain" where there
   * was nothing to write; else nobody knows. Answers whether it was written. Throws nothing.
   */
  async write(name: string, value: string, call: () => Promise<boolean | "vain">): Promise<boolean> {
    const register = this.#register(name);
    register.maybe.push(value);
    const begun = ++this.#begun;
    const done = await call().catch(() => false);
    if (done === true) {
      this.#registers.set(name, { acknowledged: value, maybe: [] });
      this.count++;
      for (const watch of this.#watches) if (begun > watch.begun) watch.count++;
    } else if (done === false) this.unknown++;
    return done === true;
  }

  #register(name: string): Register {
    let register = this.#registers.get(name);
    if (register === undefined) {
      this.#registers.set(name, register = { acknowledged: undefined, maybe: [] });
    }
    return register;
  }

  /** The present state, unaffected by later acknowledgements. A thing that is being written may be either. */
  snapshot(): Pick<Acknowledged, "lost"> {
    const registers = structuredClone(this.#registers);
    return {
      lost: (actual) =>
        [...registers].flatMap(([name, { acknowledged, maybe }]) => {
          const now = actual(name);
          if (acknowledged === undefined || now === acknowledged) return [];
          if (now !== undefined && (maybe.includes(now) || this.#mayBe(name, now))) return [];
          return [`${name}: acknowledged ${acknowledged}, is ${now}`];
        }),
    };
  }

  #mayBe(name: string, value: string): boolean {
    const register = this.#registers.get(name);
    return register?.acknowledged === value || register?.maybe.includes(value) === true;
  }

  /** What was acknowledged and is not so; `actual`: what the thing is, undefined: it is not there. */
  lost(actual: (name: string) => string | undefined): string[] {
    return this.snapshot().lost(actual);
  }

  /** The names that begin so and were acknowledged, or may have been written. */
  *named(prefix: string): Generator<{ name: string; value: string; sure: boolean }> {
    for (const [name, { acknowledged, maybe }] of this.#registers) {
      if (!name.startsWith(prefix)) continue;
      if (acknowledged !== undefined) yield { name, value: acknowledged, sure: true };
      else for (const value of maybe) yield { name, value, sure: false };
    }
  }
}
