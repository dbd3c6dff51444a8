import type { Breach } from "./breach.ts";
import type { ScannedFile } from "./scanned_files.ts";

/** One breach per cycle of imports, type-only imports included. */
export function cycleBreaches(files: readonly ScannedFile[]): Breach[] {
  return new Walk(files).cycles();
}

class Walk {
  readonly #files: Map<string, ScannedFile>;
  readonly #done = new Set<string>();
  readonly #trail: string[] = [];
  readonly #breaches: Breach[] = [];

  constructor(files: readonly ScannedFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  cycles(): Breach[] {
    for (const file of this.#files.values()) this.#visit(file);
    return this.#breaches;
  }

  #visit(file: ScannedFile): void {
    if (this.#done.has(file.path)) return;
    this.#trail.push(file.path);
    for (const found of file.imports) {
      const target = this.#files.get(found.path ?? "");
      if (target !== undefined) this.#follow(file, target, found.line);
    }
    this.#trail.pop();
    this.#done.add(file.path);
  }

  #follow(file: ScannedFile, target: ScannedFile, line: number): void {
    const start = this.#trail.indexOf(target.path);
    if (start === -1) return this.#visit(target);
    const cycle = [...this.#trail.slice(start), target.path].join(" -> ");
    const advice = `${cycle}; move what both need into a separate file`;
    this.#breaches.push({ path: file.path, line, rule: "cycle", advice });
  }
}
