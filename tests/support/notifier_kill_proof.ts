import { assert } from "@std/assert";
import { openStorage } from "../../storage/open.ts";
import { addCalled, addPoint } from "./called_people.ts";
import { eventually, inTime } from "./eventually.ts";
import { HttpReceiver } from "./http_receiver.ts";
import { seeded } from "./seeded.ts";
import { type NotifierClock, SpawnedNotifier, storageOptions, timeBy } from "./spawned_notifier.ts";
import { deliveriesOf, type Spread, spreadOf, takenOf, timesTold } from "./told_once.ts";

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
  /** Of events that were told at once, from the begin of the commit to the first attempt at the receiver, in ms. */
  handOverMs: Spread;
}

/**
 * Kills a notifier with 200 policies under load at random moments and starts it again: every event whose commit was
 * acknowledged is told, in one message only, and the receiver, which honours keys, has each message once. At times it
 * fails, refuses for good, asks to wait, or takes a message whose answer is lost.
 */
export async function proveNotifierKills(
  { kills, seed }: { kills: number; seed: number },
): Promise<KillProof> {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`, random = seeded(seed);
  const clock: NotifierClock = { beganMs: Date.now(), speed: SPEED };
  await using receiver = new HttpReceiver();
  receiver.behave = ({ number }) => {
    if (number % 7 === 0) return new Response("busy", { status: 503 });
    if (number % 13 === 0) return new Response("refused", { status: 403 });
    if (number % 11 === 0) return new Response("slowly", { status: 429, headers: { "retry-after": "20" } });
    return number % 5 === 1 ? "take and lose" : new Response("taken");
  };
  await prepare({ path, clock, url: receiver.url });
  const raised = new Map<number, number>();
  const start = (raises: boolean) =>
    new SpawnedNotifier({
      path,
      clock,
      work: raises
        ? { kind: "until killed", first: Math.max(0, ...raised.keys()) + 1_000 }
        : { kind: "tell" },
      raised: ({ id, at_ms }) => raised.set(id, at_ms),
    });
  for (let kill = 0; kill < kills; kill++) {
    const process = start(true), before = raised.size;
    await eventually("it raises events", () => process.hasEnded || raised.size > before + 5);
    assert(!process.hasEnded, process.errors);
    await new Promise((resolve) => setTimeout(resolve, 200 + 1_500 * random()));
    await process.kill();
  }
  await inTime("all are told", start(false).figures(), LAST_MS);
  const figures = { kills, ...await evaluate({ path, clock, raised, receiver }) };
  await Deno.remove(folder, { recursive: true });
  return figures;
}

/** 199 policies that call persons by one contact point, and the last one, which calls the fallback. */
async function prepare({ path, clock, url }: { path: string; clock: NotifierClock; url: string }) {
  const storage = await openStorage(storageOptions(path, () => timeBy(clock)));
  const request = {
    kind: "http" as const,
    method: "POST" as const,
    url,
    content_type: "application/json" as const,
    headers: [{ name: "x-key", value: "{delivery_key}" }],
    to: null,
    ca: null,
  };
  const given = { max_per_minute: 600 };
  const body = '{"title":"{title}"';
  await addPoint(storage, {
    ...given,
    name: "Room",
    fallback: true,
    config: { ...request, body: `${body}}` },
  });
  const point = await addPoint(storage, {
    ...given,
    name: "Pager",
    config: { ...request, body: `${body},"to":"{to}"}` },
  });
  await addCalled(storage, { point });
  await storage.close();
}

async function evaluate(
  { path, clock, raised, receiver }: {
    path: string;
    clock: NotifierClock;
    raised: ReadonlyMap<number, number>;
    receiver: HttpReceiver;
  },
): Promise<Omit<KillProof, "kills">> {
  const storage = await openStorage(storageOptions(path, () => timeBy(clock)));
  const deliveries = await deliveriesOf(storage);
  await storage.close();
  const arrived = new Set(receiver.keys);
  const taken = takenOf(deliveries).filter(({ key }) => arrived.has(key));
  const times = new Map<number, number>();
  for (const [at, count] of timesTold(taken)) {
    const id = Number(at.split(" ")[0]);
    times.set(id, count + (times.get(id) ?? 0));
  }
  const handOvers = taken.flatMap(({ key, event_ids: [id], policy_id, reason }) => {
    const atMs = raised.get(id), cameMs = receiver.cameMs.get(key);
    if (reason !== "opened" || policy_id === null || atMs === undefined || cameMs === undefined) return [];
    return [cameMs - clock.beganMs - (atMs - clock.beganMs) / SPEED];
  });
  const told = [...raised.keys()].map((id) => times.get(id) ?? 0);
  return {
    events: told.length,
    untold: told.filter((count) => count === 0).length,
    toldAgain: told.filter((count) => count > 1).length,
    messages: receiver.messages.length,
    repeats: receiver.repeats.length,
    handOverMs: spreadOf(handOvers),
  };
}
