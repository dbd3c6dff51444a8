import { int32Rows, uint8Rows } from "../state/columns.ts";

/** The rules (rows) to evaluate at one instant, without duplicates. */
export class WokenRules {
  rows = new Int32Array(0);
  count = 0;
  /** By rule: 1 while it is in the list. */
  #isWoken = new Uint8Array(0);

  /** Makes room for rules. */
  ensure(rules: number): void {
    this.#isWoken = uint8Rows(this.#isWoken, rules);
  }

  add(rule: number): void {
    if (this.#isWoken[rule] === 1) return;
    this.#isWoken[rule] = 1;
    if (this.count === this.rows.length) this.rows = int32Rows(this.rows, this.count + 1);
    this.rows[this.count++] = rule;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#isWoken[this.rows[i]!] = 0;
    this.count = 0;
  }
}
