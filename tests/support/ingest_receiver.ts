import { gunzipSync } from "node:zlib";
import { type CollectedSource, sourceOf } from "../../connectors/collected/source.ts";
import { PushIntake } from "../../connectors/http_push/intake.ts";
import { LATEST_SOURCE_TIME } from "../../domain/sample/source_time.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { StoreFolder } from "./collected_store.ts";
import { cutAnswer } from "./http_receiver.ts";
import { httpPushSettings, pushed } from "./http_push_harness.ts";

type Outcome = Response | "no answer" | undefined;
/**
 * What becomes of a push beside being stored: another answer instead; or it is stored, and the answer never arrives; or it
 * waits before.
 */
export type Fault = (push: { number: number; lines: string[] }) => Outcome | Promise<Outcome>;

/** A server whose `/ingest` is Andon's own intake over a store of its own, with faults. */
export class IngestReceiver implements AsyncDisposable {
  readonly #folder = new StoreFolder();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #source: Promise<CollectedSource> | undefined;
  /** Of each push, also of those that were not taken. */
  readonly pushes: { lines: string[]; upTo: string | null; key: string | null }[] = [];
  fault: Fault = () => undefined;

  constructor(private readonly tls: { cert: string; key: string } | null = null) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...tls },
      (request) => this.#take(request),
    );
  }

  get url(): URL {
    const { port } = this.#server.addr;
    return new URL(`${this.tls === null ? "http://127.0.0.1" : "https://localhost"}:${port}/ingest/line2`);
  }

  async samples(stream: string): Promise<Sample[]> {
    const source = await this.source(), at = { id: 1, source: { kind: "http_push", stream } };
    return await source.window(at, -1, LATEST_SOURCE_TIME).catch(() => []);
  }

  source(): Promise<CollectedSource> {
    return this.#source ??= this.#open();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await (await this.#source)?.close();
    await this.#folder[Symbol.asyncDispose]();
  }

  async #take(request: Request): Promise<Response> {
    this.#folder.nowMs = Date.now();
    const text = new TextDecoder().decode(gunzipSync(await request.bytes()));
    const lines = text.split("\n").filter((line) => line !== "");
    const upTo = new URL(request.url).searchParams.get("up_to");
    this.pushes.push({ lines, upTo, key: request.headers.get("authorization") });
    const fault = await this.fault({ number: this.pushes.length, lines });
    if (fault instanceof Response) return fault;
    const upToMs = upTo === null ? null : Date.parse(upTo);
    const answer = await (await this.source()).take!(
      pushed(text, { format: "lines", precision: "ms", upToMs }),
    );
    return fault === undefined ? Response.json(answer) : cutAnswer();
  }

  async #open(): Promise<CollectedSource> {
    const store = await this.#folder.store();
    const intake = new PushIntake(store.inlet, {
      settings: httpPushSettings(),
      now: () => this.#folder.nowMs,
    });
    return sourceOf(store, { kind: "http_push", intake });
  }
}
