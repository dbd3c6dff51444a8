import { sleep } from "../../concurrency/sleep.ts";
import { errorSentence, Refusal, refusalToData } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import {
  closeSession,
  type Connected,
  type Connecting,
  fingerprintOf,
  leafOf,
  openSession,
} from "./connecting.ts";
import { connectionFailed } from "./failure.ts";
import type { ClientStart, FromClient, ServerFacts, ToClient } from "./messages.ts";
import { makeOwnCertificate, OwnKeyPair } from "./own_certificate.ts";
import { limitsOf, Reading } from "./reading.ts";
import { Serving } from "./serving.ts";
import { Tree } from "./tree.ts";

const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
const BEAT_MS = 1_000;
/** A session that lived so long was no failure. */
const LIVED_MS = 60_000;

export interface ClientOptions {
  now: () => Ms;
  random: () => number;
  tell: (message: FromClient, transfer?: Transferable[]) => void;
}

/** Follows one server, in a worker of its own. */
export class Client {
  readonly #resolving = new Map<number, PromiseWithResolvers<string[]>>();
  readonly #ready = Promise.withResolvers<Connecting>();
  #start: ClientStart | undefined;
  #connected: Connected | undefined;
  #readTo: Ms | null = null;
  #known: ReadonlySet<string> = new Set();
  #asked = 0;
  #isStopped = false;
  #wake = Promise.withResolvers<void>();

  constructor(private readonly options: ClientOptions) {}

  take(message: ToClient): void {
    switch (message.type) {
      case "start":
        void this.#begin(message.start);
        break;
      case "call":
        void this.#answer(message);
        break;
      case "addresses": {
        const waiting = this.#resolving.get(message.id);
        this.#resolving.delete(message.id);
        if (message.failure === null) waiting?.resolve(message.addresses);
        else {waiting?.reject(
            new Refusal(message.failure.code, message.failure.message, message.failure.details),
          );}
        break;
      }
      case "stop":
        void this.#stop();
    }
  }

  async #begin(start: ClientStart): Promise<void> {
    const { tell } = this.options;
    this.#start = start;
    this.#readTo = start.readTo;
    this.#known = new Set(start.known);
    const own = start.own ?? await makeOwnCertificate();
    if (start.own === null) tell({ type: "made", own });
    const connecting: Connecting = {
      config: start.config,
      secrets: start.secrets,
      own: new OwnKeyPair(own),
      addressesOf: (host, port) => this.#addressesOf(host, port),
    };
    setInterval(() => tell({ type: "beat" }), BEAT_MS);
    this.#ready.resolve(connecting);
    if (start.collects) await this.#follow(connecting);
  }

  /** One session after the other. */
  async #follow(connecting: Connecting): Promise<void> {
    for (let failures = 0; !this.#isStopped;) {
      const sinceMs = this.options.now();
      try {
        const connected = this.#connected = await openSession(connecting);
        await this.#serve(connected);
      } catch (error) {
        if (!this.#isStopped) this.options.tell({ type: "lost", reason: reasonOf(error) });
      }
      await this.#end();
      failures = this.options.now() - sinceMs > LIVED_MS ? 0 : failures + 1;
      const waitMs = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)]! *
        (0.8 + 0.4 * this.options.random());
      await Promise.race([sleep(waitMs), this.#wake.promise]);
    }
  }

  async #serve(connected: Connected): Promise<void> {
    const { now, tell } = this.options, { config, lookMs } = this.#start!;
    const readTo = this.#readTo, known = this.#known;
    const serving = new Serving(connected, { config, lookMs, readTo, known, now, tell });
    try {
      await serving.run(this.#wake.promise);
    } finally {
      ({ readTo: this.#readTo, known: this.#known } = serving);
    }
  }

  async #answer({ id, name, ask }: Extract<ToClient, { type: "call" }>): Promise<void> {
    const { tell } = this.options;
    try {
      tell({ type: "answer", id, answer: name === "test" ? await this.#test() : await this.#browse(ask) });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : connectionFailed(errorSentence(error));
      tell({ type: "failed", id, failure: refusalToData(refusal) });
    }
  }

  /** By a session of its own, so that it tells what the settings would do. */
  async #test(): Promise<ServerFacts> {
    const connecting = await this.#ready.promise, beginMs = this.options.now();
    const connected = await openSession(connecting);
    try {
      const latencyMs = this.options.now() - beginMs;
      return { latencyMs, facts: await factsOf(connected, connecting) };
    } finally {
      await closeSession(connected);
    }
  }

  async #browse(node: string | null) {
    const connected = this.#connected ?? await openSession(await this.#ready.promise);
    try {
      const { session, namespaces } = connected;
      return await new Tree(new Reading(session, await limitsOf(session)), namespaces).browse(node);
    } finally {
      if (connected !== this.#connected) await closeSession(connected);
    }
  }

  async #addressesOf(host: string, port: number): Promise<string[]> {
    const id = ++this.#asked, waiting = Promise.withResolvers<string[]>();
    this.#resolving.set(id, waiting);
    this.options.tell({ type: "resolve", id, host, port });
    return await waiting.promise;
  }

  async #end(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    if (connected !== undefined) await closeSession(connected);
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake.resolve();
    await this.#end();
    this.options.tell({ type: "stopped" });
  }
}

async function factsOf(
  { session, endpoint, namespaces }: Connected,
  { own }: Connecting,
): Promise<Record<string, string>> {
  const buildInfo = ["i=2261", "i=2264", "i=2263"];
  const [product, version, vendor] = await session.read(
    buildInfo.map((nodeId) => ({ nodeId, attributeId: 13 })),
  );
  const facts: Record<string, string | null | undefined> = {
    "Product": product?.value?.value,
    "Version": version?.value?.value,
    "Vendor": vendor?.value?.value,
    "Application": endpoint.server.applicationUri,
    "Security": endpoint.securityPolicyUri?.split("#")[1],
    "Namespaces": String(namespaces.uris.length),
    "Server's certificate": endpoint.serverCertificate?.length > 0
      ? fingerprintOf(leafOf(endpoint.serverCertificate))
      : null,
    "Andon's certificate": fingerprintOf(own.getCertificate()),
  };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? String(error.details.reason ?? error.message) : errorSentence(error);
}
