import { assert } from "@std/assert";
import { eventually } from "./eventually.ts";
import { HttpReceiver } from "./http_receiver.ts";
import { seeded } from "./seeded.ts";

const PROGRAM = new URL("./notifier_process.ts", import.meta.url).pathname;
/** So that a digest, which may wait 5 minutes, leaves after 3 s. */
const SPEED = 100;
const LAST_MS = 300_000;

export interface KillProof {
  kills: number;
  /** Events whose commit was acknowledged. */
  events: number;
  /** Events that no message names, and those that several do. */
  untold: number;
  toldAgain: number;
  /** Messages at the receiver, each key once, and requests that repeated one. */
  messages: number;
  repeats: number;
}

/**
 * Kills a notifier under load at random moments and starts it again: every event whose commit was acknowledged is told,
 * in one message only, and the receiver, which honours keys, has each message once. At times it fails, asks to wait, or
 * takes a message and cuts its answer.
 */
export async function proveNotifierKills(
  { kills, seed }: { kills: number; seed: number },
): Promise<KillProof> {
  const folder = await Deno.makeTempDir(), random = seeded(seed);
  await using receiver = new HttpReceiver();
  receiver.behave = ({ number }) => {
    if (number % 7 === 0) return new Response("busy", { status: 503 });
    if (number % 11 === 0) return new Response("slowly", { status: 429, headers: { "retry-after": "20" } });
    return number % 5 === 0 ? "cut" : new Response("taken");
  };
  const raised = new Set<number>(), beganMs = Date.now();
  const start = (raises: boolean) =>
    new NotifierProcess([
      ...[`${folder}/store.sqlite`, receiver.url],
      ...[raises ? Math.max(0, ...raised) + 1_000 : 0, SPEED, beganMs].map(String),
    ], (id) => raised.add(id));
  for (let kill = 0; kill < kills; kill++) {
    const process = start(true), before = raised.size;
    await eventually("it raises events", () => process.hasEnded || raised.size > before + 5);
    assert(!process.hasEnded, process.errors);
    await new Promise((resolve) => setTimeout(resolve, 200 + 1_500 * random()));
    await process.kill();
  }
  const last = start(false);
  const messagesOf = messageIndex(receiver);
  await eventually(
    "all are told",
    () => last.hasEnded || [...raised].every((id) => messagesOf(id) > 0),
    LAST_MS,
  );
  await last.kill();
  await Deno.remove(folder, { recursive: true });
  const events = [...raised];
  return {
    kills,
    events: events.length,
    untold: events.filter((id) => messagesOf(id) === 0).length,
    toldAgain: events.filter((id) => messagesOf(id) > 1).length,
    messages: receiver.messages.length,
    repeats: receiver.repeats.length,
  };
}

/** How many different messages name an event. */
function messageIndex({ messages }: HttpReceiver): (id: number) => number {
  const counts = new Map<number, number>();
  let read = 0;
  return (id) => {
    for (; read < messages.length; read++) {
      for (const named of eventsOf(messages[read].body)) counts.set(named, 1 + (counts.get(named) ?? 0));
    }
    return counts.get(id) ?? 0;
  };
}

class NotifierProcess {
  readonly #child: Deno.ChildProcess;
  readonly #read: Promise<unknown>;
  hasEnded = false;
  errors = "";

  constructor(args: readonly string[], raised: (id: number) => void) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", PROGRAM, ...args],
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#child.status.then(() => this.hasEnded = true);
    this.#read = Promise.all([
      linesOf(this.#child.stdout, (line) => raised(Number(line))),
      linesOf(this.#child.stderr, (line) => this.errors += `${line}\n`),
    ]);
  }

  async kill(): Promise<void> {
    if (!this.hasEnded) this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#read;
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

function eventsOf(body: unknown): number[] {
  assert(typeof body === "object" && body !== null && "events" in body && Array.isArray(body.events));
  return body.events;
}
