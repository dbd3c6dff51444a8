import type { ClientSubscription, OPCUAClient } from "node-opcua-client";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { Collecting } from "./collecting.ts";
import type { Connected } from "./connecting.ts";
import { connectionFailed } from "./failure.ts";
import { readHistory } from "./history.ts";
import type { FromClient } from "./messages.ts";
import { monitorAll } from "./monitoring.ts";
import { limitsOf, Reading } from "./reading.ts";
import { Refilling } from "./refilling.ts";
import { type Chosen, Selecting } from "./selecting.ts";
import type { OpcUaConfig } from "./settings.ts";

const WATCH_MS = 1_000;
/** A connection by which nothing comes for three times as long as it may, and so long more, is broken. */
const QUIET_MS = 15_000;
/** Servers may keep a session longer than it was asked for, but hardly its queues. */
const MOST_REPAIR_MS = 120_000;
/** How often the server is asked for new variables below the chosen nodes. */
const LOOK_MS = 600_000;

const BROKE_OFF = "The connection broke off";

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
  readonly #refilling: Refilling;
  readonly #known: Set<string>;
  readonly #lost = Promise.withResolvers<never>();
  /** Since when the connection is broken; it is repaired while the server keeps the session, and so its queues. */
  #brokenMs: Ms | null = null;
  #repairedMs: Ms;
  /** When a connection was broken off because nothing came by it. */
  #brokenOffMs = -Infinity;
  #breakReason = BROKE_OFF;
  #lookedMs: Ms;

  constructor(private readonly connected: Connected, private readonly options: ServingOptions) {
    const { config, known, now, tell } = options;
    this.#known = new Set(known);
    this.#collecting = new Collecting({
      chosen: this.#chosen,
      keepDays: config.keep_days,
      now,
      tell,
      onOverflow: (item, after) => this.#overflow(item, after),
    });
    this.#refilling = new Refilling({
      chosen: this.#chosen,
      now,
      reading: () => this.#reading(),
      take: (item, values) => this.#collecting.takePast(item, values),
      tellGap: (item, after) => this.#tellOverflow(item, after),
    });
    this.#lookedMs = this.#repairedMs = now();
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
      this.#brokenMs ??= now();
      tell({ type: "lost", reason: this.#breakReason });
      this.#breakReason = BROKE_OFF;
    });
    client.on("connection_reestablished", () => {
      this.#brokenMs = null;
      this.#repairedMs = now();
    });
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
    const reading = await this.#reading(), problems = await this.#look(reading);
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
        // The library makes another one when the server has ended it, without the items.
        subscription.on(
          "subscriptionId_changed",
          () => this.#lose("The server has forgotten the subscription"),
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
      const mostMs = Math.min(MOST_REPAIR_MS, this.connected.session.timeout);
      if (nowMs - this.#brokenMs > mostMs) this.#lose(BROKE_OFF);
      return;
    }
    if (this.#subscriptions.length === 0) tell({ type: "alive", upToMs: nowMs });
    else if (nowMs - Math.max(this.#collecting.heardMs, this.#repairedMs) > this.#mostQuietMs()) {
      this.#breakOff(nowMs);
    }
    if (nowMs - this.#lookedMs < lookMs) return;
    this.#lookedMs = nowMs;
    this.#lookAgain().catch(() => undefined);
  }

  /** The session may go on by another connection. When it was quiet by that one too, all begins anew. */
  #breakOff(nowMs: Ms): void {
    const { heardMs } = this.#collecting;
    const reason = `The server has sent nothing for ${Math.round((nowMs - heardMs) / 1_000)} s`;
    if (this.#brokenOffMs > heardMs) return this.#lose(reason);
    this.#brokenOffMs = nowMs;
    this.#breakReason = reason;
    breakConnection(this.connected.client);
  }

  /** What fails shows in the session, or is tried again. */
  async #lookAgain(): Promise<void> {
    await this.#look(await this.#reading());
    this.#know();
  }

  async #reading(): Promise<Reading> {
    const { session } = this.connected;
    return new Reading(session, await limitsOf(session));
  }

  #know(): void {
    for (const { stream } of this.#chosen) this.#known.add(stream);
  }

  #mostQuietMs(): Ms {
    const periods = this.#subscriptions.map((one) => one.publishingInterval * one.maxKeepAliveCount);
    return QUIET_MS + 3 * Math.max(...periods);
  }

  async #fillGap(reading: Reading, fromMs: Ms): Promise<void> {
    const items = this.#chosen.map((chosen, index) => ({ index, chosen, fromMs }))
      .filter(({ chosen }) => this.#known.has(chosen.stream));
    const { yes: read = [], no: lost = [] } = Object.groupBy(
      items,
      ({ chosen }) => this.#readsHistory(chosen) ? "yes" : "no",
    );
    const failed = await readHistory(reading, {
      items: read,
      toMs: this.options.now(),
      take: (item, values) => this.#collecting.takePast(item, values),
    });
    this.#collecting.gap([...lost.map(({ index }) => index), ...failed], ticksFromMs(fromMs));
  }

  #readsHistory({ hasHistory }: Chosen): boolean {
    return this.options.config.reads_history && hasHistory;
  }

  #overflow(item: number, after: Ticks): void {
    if (this.#readsHistory(this.#chosen[item]!)) this.#refilling.add(item, after);
    else this.#tellOverflow(item, after);
  }

  #tellOverflow(item: number, after: Ticks): void {
    this.options.tell({ type: "gap", items: [item], from: after + 1 });
  }
}

/** As the library does when its own sign of life fails. */
function breakConnection(client: OPCUAClient): void {
  (client as unknown as { _secureChannel?: { forceConnectionBreak(): void } })._secureChannel
    ?.forceConnectionBreak();
}
