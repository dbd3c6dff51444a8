import { batchSample } from "../../domain/sample/batch.ts";
import { errorSentence, Refusal, refusalFromData, refusalToData } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms, type Ticks } from "../../domain/shared/time.ts";
import type { BrowseNode, ConnectionTest } from "../../domain/source/types.ts";
import type { Inlet, Intake } from "../collected/inlet.ts";
import { collectedSource } from "../collected/source.ts";
import type { ConnectOptions, DataSource } from "../source.ts";
import { connectionFailed } from "./failure.ts";
import { OwnCertificateFiles, ReadToFile } from "./files.ts";
import type { Calls, FromClient, Item, OwnCertificate, ServerFacts, ToClient } from "./messages.ts";
import type { OpcUaConfig } from "./settings.ts";
import { ClientWorker } from "./client_worker.ts";

const CALL_MS = 28_000;
const STORED_EVERY_MS = 2_000;
/** Samples that wait to be stored; beyond them what comes is a gap. */
const MOST_WAITING = 200_000;

type OpcUaConnect = ConnectOptions<OpcUaConfig>;

export function connectOpcUa(options: OpcUaConnect): Promise<DataSource> {
  return collectedSource({
    kind: "opc_ua",
    connect: options,
    start: (inlet, { isTrial }) => OpcUaIntake.start(inlet, { ...options, isTrial }),
  });
}

interface IntakeOptions extends OpcUaConnect {
  isTrial: boolean;
  /** How often it looks for new variables; default: every 10 minutes. */
  lookMs?: Ms;
}

interface IntakeFiles {
  own: OwnCertificateFiles;
  readTo: ReadToFile;
  readToMs: Ms | null;
}

interface OpenCall {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

/** Writes what the worker reads from a server. */
export class OpcUaIntake implements Intake {
  readonly #worker: ClientWorker;
  readonly #calls = new Map<number, OpenCall>();
  #items: readonly Item[] = [];
  #names: readonly string[] = [];
  #lastCall = 0;
  /** Resolves when all that came has been stored, or refused. */
  #written: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Since then samples could not be stored. */
  #lostSince: Ticks | null = null;
  #readTo: Ms | null;
  #readToStoredMs = 0;

  private constructor(
    private readonly inlet: Inlet,
    private readonly options: IntakeOptions,
    private readonly files: IntakeFiles,
  ) {
    this.#readTo = files.readToMs;
    const { now, random } = options;
    this.#worker = new ClientWorker({
      now,
      random,
      onStart: () => void this.#start(),
      onMessage: (message) => this.#take(message),
      onEnd: (reason) => this.#ended(reason),
    });
  }

  static async start(inlet: Inlet, options: IntakeOptions): Promise<OpcUaIntake> {
    const { folder, sharedFolder = null } = options;
    const readTo = new ReadToFile(folder);
    const own = new OwnCertificateFiles(sharedFolder && `${sharedFolder}/opc_ua`);
    const intake = new OpcUaIntake(inlet, options, { own, readTo, readToMs: await readTo.read() });
    intake.#worker.start();
    return intake;
  }

  async test(): Promise<ConnectionTest> {
    const { facts, latencyMs } = await this.#call("test", null) as ServerFacts;
    return {
      connection_status: "connected",
      facts,
      info: {},
      latency_ms: latencyMs,
      tested_at: isoFromMs(this.options.now()),
    };
  }

  async browse(node: string | null): Promise<BrowseNode[]> {
    return await this.#call("browse", node) as Calls["browse"]["answer"];
  }

  async close(): Promise<void> {
    await this.#worker.close();
    this.#failCalls("The connection is closed");
    await this.#written;
    await this.#storeReadTo();
  }

  async #start(): Promise<void> {
    const { settings: { config, secrets }, isTrial, lookMs } = this.options;
    this.#worker.post({
      type: "start",
      start: {
        config,
        secrets,
        own: await this.files.own.read(),
        collects: !isTrial,
        readTo: this.#readTo,
        known: this.inlet.streams(),
        lookMs,
      },
    });
  }

  /** When another source has made the certificate meanwhile, the client begins anew with that one. */
  async #keepOwn(made: OwnCertificate): Promise<void> {
    const { certificate } = await this.files.own.keep(made);
    if (certificate !== made.certificate) this.#worker.restart("Another source has made Andon's certificate");
  }

  #take(message: FromClient): void {
    switch (message.type) {
      case "made":
        void this.#keepOwn(message.own);
        break;
      case "resolve":
        void this.#resolve(message);
        break;
      case "items":
        this.#items = message.items;
        this.#names = message.items.map(({ stream }) => stream);
        void this.inlet.announce(this.#items).catch((error) => this.#refused(error));
        break;
      case "samples":
        this.#write(message);
        break;
      case "alive":
        void this.#written.then(() => this.#alive(message.upToMs));
        break;
      case "gap":
        this.#gap(message.items?.map((item) => this.#names[item]!) ?? null, message.from);
        break;
      case "lost":
        this.inlet.silent(message.reason);
        break;
      case "rejected":
        this.inlet.reject(message.stream, message.reason);
        break;
      case "answer":
        this.#callOf(message.id)?.resolve(message.answer);
        break;
      case "failed":
        this.#callOf(message.id)?.reject(refusalFromData(message.failure));
        break;
      case "beat":
      case "stopped":
    }
  }

  #write({ batch }: Extract<FromClient, { type: "samples" }>): void {
    const count = batch.count, first = batch.times[0]!;
    if (this.#waiting + count > MOST_WAITING) {
      this.#lostSince ??= first;
      return;
    }
    this.#waiting += count;
    const arrived = Array.from({ length: count }, (_, i) => {
      const sample = batchSample(batch, i);
      return { stream: this.#names[batch.streams[i]!]!, ...sample };
    });
    const write = this.inlet.write(arrived).then(() => this.#tellLost(), (error) => {
      this.#lostSince ??= first;
      this.#refused(error);
    }).finally(() => this.#waiting -= count);
    this.#written = this.#written.then(() => write);
  }

  #gap(names: readonly string[] | null, from: Ticks): void {
    const gap = this.inlet.gap(names, from).catch((error) => this.#refused(error));
    this.#written = this.#written.then(() => gap);
  }

  /** What could not be stored is a gap, once there is room again. */
  async #tellLost(): Promise<void> {
    const since = this.#lostSince;
    if (since === null) return;
    this.#lostSince = null;
    await this.inlet.gap(this.#names, since).catch(() => this.#lostSince = since);
  }

  #alive(upToMs: Ms): void {
    if (this.#lostSince !== null) return;
    this.inlet.alive(upToMs);
    this.#readTo = upToMs;
    if (upToMs - this.#readToStoredMs < STORED_EVERY_MS) return;
    this.#readToStoredMs = upToMs;
    void this.#storeReadTo();
  }

  async #storeReadTo(): Promise<void> {
    if (this.#readTo !== null) {
      await this.files.readTo.store(this.#readTo).catch((error) => this.#refused(error));
    }
  }

  #refused(error: unknown): void {
    this.inlet.silent(errorSentence(error));
  }

  /** A worker that died begins anew from where it was. */
  #ended(reason: string): void {
    this.inlet.silent(reason);
    this.#failCalls(reason);
  }

  async #resolve({ id, host, port }: Extract<FromClient, { type: "resolve" }>): Promise<void> {
    const answer = (addresses: string[], failure: Refusal | null): ToClient => ({
      type: "addresses",
      id,
      addresses,
      failure: failure && refusalToData(failure),
    });
    const plain = this.options.settings.config.security === "sign_and_encrypt" ? null : "OPC UA";
    try {
      const addresses = await this.options.outbound.serverAddresses({ host, port, plain });
      this.#worker.post(answer(addresses, null));
    } catch (error) {
      this.#worker.post(
        answer([], error instanceof Refusal ? error : connectionFailed(errorSentence(error))),
      );
    }
  }

  async #call<Name extends keyof Calls>(name: Name, ask: Calls[Name]["ask"]): Promise<unknown> {
    const id = ++this.#lastCall, { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      this.#calls.delete(id);
      reject(connectionFailed(`The server did not answer within ${CALL_MS / 1_000} s`));
    }, CALL_MS);
    this.#calls.set(id, { resolve, reject, timer });
    this.#worker.post({ type: "call", id, name, ask });
    return await promise;
  }

  #callOf(id: number): OpenCall | undefined {
    const call = this.#calls.get(id);
    clearTimeout(call?.timer);
    this.#calls.delete(id);
    return call;
  }

  #failCalls(reason: string): void {
    for (const id of [...this.#calls.keys()]) this.#callOf(id)?.reject(connectionFailed(reason));
  }
}
