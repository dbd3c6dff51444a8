import type {
  ActorContext,
  Address,
  AnyBehaviour,
  Behaviour,
  Effects,
  Turn,
} from "../../actors/runtime/types.ts";
import type { Commit, Entry, Key } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";

export type Failure = "refusal" | "error";

/** The effects of one turn of a scripted actor, given by its message. */
export interface Script {
  name: string;
  /** `prepare` reads this key. */
  read?: Key;
  prepareFails?: Failure;
  decideFails?: Failure;
  /** All in one commit. */
  writeTogether?: { key: Key; value: unknown }[];
  /** Each a commit of its own; `asRead` checks that the key is as `prepare` read it. */
  write?: { key: Key; value: unknown; asRead?: boolean; absent?: boolean }[];
  committedFails?: boolean;
  onConflict?: "retry" | "fail";
  /** "trace": what the shard's actors did so far; "turns": how many turns this life had; "read": what was read. */
  answer?: "trace" | "turns" | "read" | "address" | "function" | { value: unknown };
  /** The answer comes from another script, once the key was read. */
  later?: { read: Key; then: Script; fails?: Failure };
  tell?: { to: Address; script: Script }[];
  publish?: { channel: string; data: unknown };
  /** Publishes at once, in the middle of `decide`. */
  blurt?: { channel: string; data: unknown };
  after?: { delayMs: number; script: Script };
  /** `prepare` asks another actor. */
  ask?: { to: Address; script: Script; deadlineMs?: number };
  pinned?: boolean;
  misbehave?: "loop" | "throw_in_timer" | "exit" | "no_effects" | { haltUntil: SharedArrayBuffer };
  hops?: number;
}

interface ScriptState {
  turns: number;
  pinned: boolean;
  context: ActorContext;
}

interface Prepared {
  entry: Entry | undefined;
  heard: unknown;
}

type Gate = Behaviour<unknown, unknown>["gate"];

function scriptBehaviour(kind: string, gate: Gate): Behaviour<ScriptState, Script, Prepared> {
  return {
    kind,
    gate,
    async load(id, context) {
      trace(context).push(`load ${id}`);
      await context.store.get(["load", id]);
      return { turns: 0, pinned: false, context };
    },
    async prepare(_state, script, context) {
      trace(context).push(`prepare ${script.name}`);
      if (script.prepareFails) throw failure(script.prepareFails);
      const heard = script.ask && await ask(script.ask, context);
      const entry = script.read && await context.store.get(script.read);
      return { entry, heard };
    },
    decide: decideScript,
    broken: (_, context) => void trace(context).push("broken"),
    mayPutAway: (state) => !state.pinned,
    async putAway({ context }) {
      await context.store.get(["put_away", context.address.id]);
      context.publish("put_away", context.address.id);
    },
  };
}

function ask(
  { to, script, deadlineMs }: NonNullable<Script["ask"]>,
  context: ActorContext,
): Promise<unknown> {
  return context.ref<Script>(to.kind, to.id).ask(script, { deadlineMs });
}

function decideScript(state: ScriptState, script: Script, turn: Turn<Prepared>): Effects<Script> {
  const { context } = turn;
  trace(context).push(`decide ${script.name}`);
  state.turns++;
  state.pinned ||= script.pinned ?? false;
  if (script.blurt) context.publish(script.blurt.channel, script.blurt.data);
  if (script.misbehave) misbehave(script.misbehave);
  if (script.blurt) context.publish(script.blurt.channel, script.blurt.data);
  if (script.decideFails) throw failure(script.decideFails);
  if (script.misbehave === "no_effects") return undefined!;
  if (script.after) context.after(script.after.delayMs, script.after.script);
  return {
    commits: commitsOf(script, turn.prepared),
    onConflict: script.onConflict,
    committed: (results) => {
      trace(context).push(`committed ${script.name} ${results.length}`);
      if (script.committedFails) throw new Error("secret text");
    },
    answer: answerOf(script, { state, turn }),
    later: script.later && laterOf(script.later, context),
    tell: tellsOf(script, context),
    publish: script.publish && [script.publish],
  };
}

function commitsOf({ write = [], writeTogether }: Script, { entry }: Prepared): Commit[] {
  const set = ({ key, value }: { key: Key; value: unknown }) => ({ type: "set" as const, key, value });
  const single = write.map(({ key, value, asRead, absent }) => ({
    checks: asRead || absent ? [{ key, versionstamp: absent ? null : entry?.versionstamp ?? null }] : [],
    mutations: [set({ key, value })],
  }));
  return writeTogether === undefined ? single : [...single, { mutations: writeTogether.map(set) }];
}

function answerOf(script: Script, { state, turn }: { state: ScriptState; turn: Turn<Prepared> }): unknown {
  switch (script.answer) {
    case undefined:
      return script.name;
    case "trace":
      return [...trace(turn.context)];
    case "turns":
      return state.turns;
    case "read":
      return turn.prepared.heard ?? turn.prepared.entry?.value;
    case "address":
      return { ...turn.context.address, shard: turn.context.shard, shards: turn.context.shards };
    case "function":
      return () => {};
    default:
      return script.answer.value;
  }
}

async function laterOf(later: NonNullable<Script["later"]>, context: ActorContext): Promise<Script> {
  await context.store.get(later.read);
  if (later.fails) throw failure(later.fails);
  return later.then;
}

/** A script with hops sends itself on, between shards 0 and 1, and writes `hopped` at the end. */
function tellsOf(script: Script, { address }: ActorContext): { to: Address; message: Script }[] {
  const tells = (script.tell ?? []).map(({ to, script }) => ({ to, message: script }));
  if (script.hops === undefined) return tells;
  const to = { kind: address.kind, id: address.id.startsWith("0") ? "1:hop" : "0:hop" };
  const last = { name: "hopped", write: [{ key: ["hopped"], value: true }] };
  return [...tells, { to, message: script.hops > 1 ? { name: "hop", hops: script.hops - 1 } : last }];
}

function misbehave(how: NonNullable<Script["misbehave"]>): void {
  if (how === "exit") Deno.exit(0);
  if (how === "throw_in_timer") {
    setTimeout(() => {
      throw new Error("thrown in a timer");
    }, 0);
  }
  while (how === "loop") { /* without end */ }
  // Until the test changes the cell.
  if (typeof how === "object") Atomics.wait(new Int32Array(how.haltUntil), 0, 0);
}

function failure(kind: Failure): Error {
  return kind === "refusal"
    ? new Refusal("RESOURCE_IN_USE", "It is in use", { by: [1, 2] })
    : new Error("secret text");
}

function trace(context: ActorContext): string[] {
  return context.shared<string[]>("trace", () => []);
}

interface CounterState {
  value: number;
}

/** A counter that keeps what the store holds: each "add" reads, checks and writes. */
const counter: Behaviour<CounterState, { add: number }, Entry<number> | undefined> = {
  kind: "counter",
  gate: "none",
  load: (id, context) => readCounter(id, context).then((entry) => ({ value: entry?.value ?? 0 })),
  prepare: (_state, _message, context) => readCounter(context.address.id, context),
  decide(state, { add }, { prepared, context }) {
    if (add === 0) return { answer: state.value };
    const key = ["counter", context.address.id];
    const value = (prepared?.value ?? 0) + add;
    return {
      commits: [{
        checks: [{ key, versionstamp: prepared?.versionstamp ?? null }],
        mutations: [{ type: "set", key, value }],
      }],
      committed: () => state.value = value,
      answer: value,
    };
  },
};

function readCounter(id: string, context: ActorContext): Promise<Entry<number> | undefined> {
  return context.store.get<number>(["counter", id]);
}

/** Sends itself the same message without end and without waiting. */
const restless: Behaviour<null, "go" | "hello"> = {
  kind: "restless",
  gate: "none",
  load: () => Promise.resolve(null),
  decide(_state, message, { context }) {
    return message === "go" ? { tell: [{ to: context.address, message: "go" }] } : { answer: "hello" };
  },
};

/** Answers with what became of a buffer that was sent to it. */
const receiver: Behaviour<null, ArrayBuffer> = {
  kind: "receiver",
  gate: "none",
  load: () => Promise.resolve(null),
  decide: (_state, buffer) => ({ answer: buffer.byteLength }),
};

export function toyBehaviours(init: unknown): AnyBehaviour[] {
  if (init === "broken") throw new Error("These settings cannot be used");
  return [
    scriptBehaviour("script", "none"),
    scriptBehaviour("shared", "shared"),
    scriptBehaviour("exclusive", "exclusive"),
    counter,
    restless,
    receiver,
  ];
}

/** `1:anything` is located in shard 1. */
export function placementOfId(address: Address, shards: number): number {
  return Number(address.id.split(":")[0]) % shards;
}
