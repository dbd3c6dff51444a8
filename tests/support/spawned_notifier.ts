import type { Severity } from "../../domain/event/severity.ts";
import type { StorageOptions } from "../../storage/open.ts";
import { PASSWORD_COST } from "./andon_process.ts";

const PROGRAM = new URL("./notifier_process.ts", import.meta.url).pathname;

/** Of the links in messages, from which a proof reads which events they name. */
export const PUBLIC_URL = "http://andon.test";

/** What the process does; but for `until killed`, it then ends once everything due is told. */
export type NotifierWork =
  | { kind: "until killed"; first: number }
  | { kind: "flood"; events: number; seconds: number; seed: number }
  | { kind: "tell" }
  /** Closes all events, then goes `ms` ahead. */
  | { kind: "age"; ms: number }
  /** Goes `ms` ahead and removes what is older than 400 days. */
  | { kind: "retain"; ms: number };

export interface NotifierFigures {
  most_rss_mb: number;
  most_heap_mb: number;
  /** Messages that waited, and commits that the notifier had not considered, at one time. */
  most_queued: number;
  most_outbox: number;
}

export interface RaisedEvent {
  id: number;
  severity: Severity;
  /** When its commit began, by Andon's clock. */
  at_ms: number;
  /** Its plant node; empty: none. */
  machine: string;
}

export interface NotifierClock {
  beganMs: number;
  /** How often faster than the real one it runs. */
  speed: number;
}

export function timeBy({ beganMs, speed }: NotifierClock, ms = Date.now()): number {
  return beganMs + (ms - beganMs) * speed;
}

/** How the proof and its process open the store. */
export function storageOptions(path: string, now: () => number): StorageOptions {
  return {
    path,
    now,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    secretsKey: new Uint8Array(32).fill(7),
    passwordCost: PASSWORD_COST,
  };
}

export interface SpawnedNotifierOptions {
  path: string;
  clock: NotifierClock;
  work: NotifierWork;
  raised?: (event: RaisedEvent) => void;
}

/** A notifier as a process of its own. */
export class SpawnedNotifier {
  readonly #child: Deno.ChildProcess;
  readonly #read: Promise<unknown>;
  #figures: NotifierFigures | undefined;
  hasEnded = false;
  errors = "";

  constructor({ path, clock, work, raised = () => {} }: SpawnedNotifierOptions) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "-A", "--no-check", "--lock=tests/deno.lock", PROGRAM],
        JSON.stringify({ path, clock, work }),
      ],
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#child.status.then(() => this.hasEnded = true);
    this.#read = Promise.all([
      linesOf(this.#child.stdout, (line) => {
        const [kind, ...words] = line.split(" ");
        if (kind === "raised") {
          const [id, severity, at_ms, machine = ""] = words;
          raised({ id: Number(id), severity: severity as Severity, at_ms: Number(at_ms), machine });
        }
        if (kind === "figures") this.#figures = JSON.parse(words.join(" "));
      }),
      linesOf(this.#child.stderr, (line) => this.errors += `${line}\n`),
    ]);
  }

  async kill(): Promise<void> {
    if (!this.hasEnded) this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#read;
  }

  /** Once it has told everything and ended. Fails with what it said when it does not. */
  async figures(): Promise<NotifierFigures> {
    await this.#child.status;
    await this.#read;
    if (this.#figures === undefined) throw new Error(`The notifier ended early: ${this.errors}`);
    return this.#figures;
  }
}

async function linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, read: (line: string) => void) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) read(line);
  }
}
