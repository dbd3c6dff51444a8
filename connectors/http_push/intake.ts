import { readJson, readJsonLines } from "../../domain/ingest/json_samples.ts";
import { LineProtocol } from "../../domain/ingest/line_protocol.ts";
import type { PushedSamples, RejectedLine } from "../../domain/ingest/types.ts";
import { horizonAt } from "../../domain/sample/source_time.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms, msFromTicks, TICKS_PER_MS } from "../../domain/shared/time.ts";
import type { ConnectionTest, PushAnswer, PushedBody } from "../../domain/source/types.ts";
import type { Inlet, Intake } from "../collected/inlet.ts";
import { collectedSource } from "../collected/source.ts";
import type { ConnectOptions, DataSource } from "../source.ts";
import type { HttpPushConfig } from "./settings.ts";

/** A line may have any number of fields: so many samples are written at once. */
const MOST_AT_ONCE = 10_000;
/** A sender's clock is further ahead than this: its samples have the time of their arrival. */
const AHEAD_MS = 60_000;
const NOTHING: PushedSamples = { samples: [], lines: [], rejected: [] };

export function connectHttpPush(options: ConnectOptions<HttpPushConfig>): Promise<DataSource> {
  return collectedSource({
    kind: "http_push",
    connect: options,
    start: (inlet) => Promise.resolve(new PushIntake(inlet, options)),
  });
}

/** Stores the bodies of pushes. */
export class PushIntake implements Intake {
  readonly #lineProtocol: LineProtocol;
  #confirmedMs: Ms = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly inlet: Inlet,
    private readonly options: Pick<ConnectOptions<HttpPushConfig>, "settings" | "now">,
  ) {
    this.#lineProtocol = new LineProtocol(options.settings.config.stream_name);
  }

  /** Throws VALIDATION_FAILED and PAYLOAD_TOO_LARGE for a body that cannot be taken as a whole. */
  async take(body: PushedBody): Promise<PushAnswer> {
    if (body.text.length === 0 && body.upToMs === null) {
      throw invalid("", "The body is empty; send samples, or `up_to` as a life sign");
    }
    const found = body.text.length === 0 ? NOTHING : this.#read(body);
    for (const { line, reason } of found.rejected) this.inlet.reject(null, `Line ${line}: ${reason}`);
    const { stored, refused, newest } = await this.#write(found);
    this.#confirm(Math.max(newest, body.upToMs ?? -Infinity));
    return { stored, rejected: [...found.rejected, ...refused].sort((a, b) => a.line - b.line) };
  }

  test(): Promise<ConnectionTest> {
    const { settings: { name, secrets }, now } = this.options, nowMs = now();
    const facts = {
      "Takes": `POST /ingest/${name}`,
      "Key": secrets.key === undefined ? "None yet: make one" : "There is one",
    };
    const tested_at = isoFromMs(nowMs);
    return Promise.resolve({ connection_status: "connected", facts, info: {}, latency_ms: 0, tested_at });
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    return Promise.resolve();
  }

  /** Once it is on disk, since evaluation goes on up to here. A sender whose clock is ahead is believed when it is time. */
  #confirm(upToMs: Ms): void {
    if (upToMs === -Infinity) return;
    const { now } = this.options;
    this.#confirmedMs = Math.max(this.#confirmedMs, Math.min(upToMs, now() + AHEAD_MS));
    this.inlet.alive(this.#confirmedMs);
    clearTimeout(this.#timer);
    const leftMs = this.#confirmedMs - now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#confirm(this.#confirmedMs), leftMs);
  }

  #read({ text: bytes, format, precision }: PushedBody): PushedSamples {
    const { text, mayBeBroken } = decoded(bytes);
    if (format === "line_protocol") return this.#lineProtocol.read(text, { precision, mayBeBroken });
    return format === "lines" ? readJsonLines(text, precision) : readJson(text, precision);
  }

  /** `newest`: the latest time of what is stored, in milliseconds, rounded up so that evaluation reaches it. */
  async #write({ samples, lines }: PushedSamples) {
    const refused: RejectedLine[] = [];
    let stored = 0, newest = -Infinity;
    for (let first = 0; first < samples.length; first += MOST_AT_ONCE) {
      const some = samples.slice(first, first + MOST_AT_ONCE);
      const written = await this.inlet.write(some);
      stored += written.stored;
      const reasons = new Map(written.refused.map(({ index, reason }) => [index, reason]));
      const nowMs = this.options.now();
      some.forEach(({ time }, index) => {
        const reason = reasons.get(index);
        if (reason !== undefined) refused.push({ line: lines[first + index]!, reason });
        else {newest = Math.max(
            newest,
            time === null || time > horizonAt(nowMs) ? nowMs + 1 : msFromTicks(time + TICKS_PER_MS - 1),
          );}
      });
    }
    return { stored, refused, newest };
  }
}

/** Bytes that are not UTF-8 are replaced, so that the lines without them can be read. */
function decoded(bytes: Uint8Array): { text: string; mayBeBroken: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), mayBeBroken: false };
  } catch {
    return { text: new TextDecoder().decode(bytes), mayBeBroken: true };
  }
}
