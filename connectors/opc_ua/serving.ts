import type { ClientSubscription } from "node-opcua-client";
import { type Ms, ticksFromMs } from "../../domain/shared/time.ts";
import { Collecting } from "./collecting.ts";
import type { Connected } from "./connecting.ts";
import { connectionFailed } from "./failure.ts";
import { readHistory } from "./history.ts";
import type { FromClient } from "./messages.ts";
import { monitorAll } from "./monitoring.ts";
import { limitsOf, Reading } from "./reading.ts";
import { type Chosen, Selecting } from "./selecting.ts";
import type { OpcUaConfig } from "./settings.ts";

const WATCH_MS = 1_000;
/** A server that sends nothing for three times as long as it may, and so long more, is given up. */
const QUIET_MS = 15_000;
/** A broken connection is repaired with its session for so long; then all begins anew. */
const REPAIR_MS = 30_000;
/** How often the server is asked for new variables below the chosen nodes. */
const LOOK_MS = 600_000;

export interface ServingOptions {
  config: OpcUaConfig;
  /** Up to when everything had been read before; null: nothing was. */
  readTo: Ms | null;
  /** The streams that were read until then: one that is chosen since has no gap. */
  known: ReadonlySet<string>;
  now: () => Ms;
  tell: (message: FromClient) => void;
  lookMs?: Ms;
}

/** One session with a server, from its begin to its loss. */
export class Serving {
  readonly #chosen: Chosen[] = [];
  readonly #subscriptions: ClientSubscription[] = [];
  readonly #collecting: Collecting;
  readonly #known: Set<string>;
  readonly #lost = Promise.withResolvers<never>();
  #brokenMs: Ms | null = null;
  #lookedMs: Ms;

  constructor(private readonly connected: Connected, private readonly options: ServingOptions) {
    const { config, known, now, tell } = options;
    this.#known = new Set(known);
    this.#collecting = new Collecting({ chosen: this.#chosen, keepDays: config.keep_days, now, tell });
    this.#lookedMs = now();
    this.#lost.promise.catch(() => undefined);
  }

  /** Up to when everything has been read. */
  get readTo(): Ms | null {
    return this.#collecting.readToMs ?? this.options.readTo;
  }

  /** The streams that were read until then. */
  get known(): ReadonlySet<string> {
    return this.#known;
  }

  /** Rejects when the session is lost; resolves when it should end. */
  async run(end: Promise<void>): Promise<void> {
    this.#listen();
    const timers: ReturnType<typeof setInterval>[] = [];
    try {
      await Promise.race([
        this.#lost.promise,
        end,
        this.#begin().then(() => {
          timers.push(setInterval(() => this.#watch(), WATCH_MS));
          return new Promise<never>(() => {});
        }),
      ]);
    } finally {
      timers.forEach((timer) => clearInterval(timer));
    }
  }

  #lose(reason: string): void {
    this.#lost.reject(connectionFailed(reason));
  }

  #listen(): void {
    const { client, session } = this.connected, { now, tell } = this.options;
    client.on("connection_lost", () => {
      this.#brokenMs = now();
      tell({ type: "lost", reason: "The connection broke off" });
    });
    client.on("connection_reestablished", () => this.#brokenMs = null);
    client.on("close", () => this.#lose("The server closed the connection"));
    session.on("session_closed", () => this.#lose("The server closed the session"));
    // A server that has forgotten the session may number its namespaces anew.
    Object.assign(client, {
      beforeSubscriptionRecreate: () => {
        this.#lose("The server has forgotten the session");
        return Promise.resolve(new Error("All begins anew"));
      },
    });
  }

  async #begin(): Promise<void> {
    const reading = new Reading(this.connected.session, await limitsOf(this.connected.session));
    const problems = await this.#look(reading);
    for (const { stream, reason } of problems) this.options.tell({ type: "rejected", stream, reason });
    if (this.options.readTo !== null) await this.#fillGap(reading, this.options.readTo);
    this.#collecting.release();
    this.#know();
  }

  /** Has the server watch the chosen variables that it does not watch yet. */
  async #look(reading: Reading) {
    const { config, tell } = this.options;
    const { chosen, problems } = await new Selecting(reading, this.connected.namespaces).select(config);
    const known = new Set(this.#chosen.map(({ stream }) => stream));
    const added = chosen.filter(({ stream }) => !known.has(stream)), first = this.#chosen.length;
    this.#chosen.push(...added);
    tell({
      type: "items",
      items: this.#chosen.map(({ stream, type, unit, path }) => ({ stream, type, unit, path })),
    });
    const refused = await monitorAll({
      reading,
      config,
      chosen: this.#chosen,
      items: added.map((_, i) => first + i),
      follow: (subscription) => {
        this.#subscriptions.push(subscription);
        subscription.on(
          "status_changed",
          ({ name }) => this.#lose(`The server ended the subscription: ${name}`),
        );
        this.#collecting.follow(subscription);
      },
    });
    for (const { item, reason } of refused) {
      tell({ type: "rejected", stream: this.#chosen[item]!.stream, reason });
    }
    return problems;
  }

  #watch(): void {
    const { now, tell, lookMs = LOOK_MS } = this.options, nowMs = now();
    if (this.#brokenMs !== null) {
      if (nowMs - this.#brokenMs > REPAIR_MS) this.#lose("The connection broke off");
      return;
    }
    if (this.#subscriptions.length === 0) tell({ type: "alive", upToMs: nowMs });
    else if (nowMs - this.#collecting.heardMs > this.#mostQuietMs()) {
      this.#lose(
        `The server has sent nothing for ${Math.round((nowMs - this.#collecting.heardMs) / 1_000)} s`,
      );
    }
    if (nowMs - this.#lookedMs < lookMs) return;
    this.#lookedMs = nowMs;
    this.#lookAgain().catch(() => undefined);
  }

  /** What fails shows in the session, or is tried again. */
  async #lookAgain(): Promise<void> {
    await this.#look(new Reading(this.connected.session, await limitsOf(this.connected.session)));
    this.#know();
  }

  #know(): void {
    for (const { stream } of this.#chosen) this.#known.add(stream);
  }

  #mostQuietMs(): Ms {
    const periods = this.#subscriptions.map((one) => one.publishingInterval * one.maxKeepAliveCount);
    return QUIET_MS + 3 * Math.max(...periods);
  }

  async #fillGap(reading: Reading, fromMs: Ms): Promise<void> {
    const items = this.#chosen.map((chosen, index) => ({ index, chosen }))
      .filter(({ chosen }) => this.#known.has(chosen.stream));
    const { yes: read = [], no: lost = [] } = Object.groupBy(
      items,
      ({ chosen }) => this.options.config.reads_history && chosen.hasHistory ? "yes" : "no",
    );
    const failed = await readHistory(reading, {
      items: read,
      fromMs,
      toMs: this.options.now(),
      take: (item, values) => this.#collecting.takePast(item, values),
    });
    this.#collecting.gap([...lost.map(({ index }) => index), ...failed], ticksFromMs(fromMs));
  }
}
