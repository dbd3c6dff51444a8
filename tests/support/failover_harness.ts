import { assertEquals } from "@std/assert";
import type { Ms } from "../../domain/shared/time.ts";
import { AndonProcess, type ProcessOptions } from "./andon_process.ts";
import { freePort } from "./free_port.ts";
import type { KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";
import { isLeading } from "./is_leading.ts";
import { FaultyProxy } from "./faulty_proxy.ts";

/** The longest failover after a crash. */
export const TAKE_OVER_MS = 10_000;
/** Only a fault runs into it: the first time the processes start. */
const SERVES_MS = 120_000;
const MOMENT_MS = 3_000;

interface Place {
  options: ProcessOptions;
  line: FaultyProxy;
  process: AndonProcess;
}

/** Several processes of Andon over one KV server, each through its own proxy. */
export class FailoverHarness implements AsyncDisposable {
  readonly #ended: string[] = [];

  private constructor(readonly places: Place[]) {}

  /** Does not wait until the processes are ready. */
  static open(
    kv: KvServer,
    options: { processes: number; allow: string; shards?: (place: number) => string },
  ): FailoverHarness {
    const places = Array.from({ length: options.processes }, (_, i): Place => {
      const line = new FaultyProxy(kv.port);
      const own: ProcessOptions = {
        allow: options.allow,
        port: freePort(),
        environment: { ...kv.environment(), KV_URL: line.url, ACTOR_SHARDS: options.shards?.(i) ?? "6" },
      };
      return { options: own, line, process: AndonProcess.launch(own) };
    });
    return new FailoverHarness(places);
  }

  get urls(): string[] {
    return this.places.map(({ process }) => process.baseUrl);
  }

  /** The logs of all processes, ended ones first. */
  get log(): string {
    return [...this.#ended, ...this.places.map((place) => this.#logOf(place))].join("\n");
  }

  #logOf(place: Place): string {
    const { process } = place;
    return `--- place ${this.places.indexOf(place)}, process ${process.pid}\n${process.log}`;
  }

  /** The place whose process leads, once there is one. */
  async serving(besides?: Place): Promise<Place> {
    return await eventually("a process serves", async () => {
      const ready = await Promise.all(
        this.places.map((place) => place !== besides && isLeading(place.process)),
      );
      return this.places[ready.indexOf(true)];
    }, SERVES_MS);
  }

  /** The time until another one leads. */
  async takenOver(besides: Place): Promise<Ms> {
    const beganMs = Date.now();
    await this.serving(besides);
    return Date.now() - beganMs;
  }

  others(place: Place): Place[] {
    return this.places.filter((other) => other !== place);
  }

  launch(place: Place): void {
    this.#ended.push(this.#logOf(place));
    place.process = AndonProcess.launch(place.options);
  }

  /** Standbys first, so that none becomes the leader just to end. */
  async end(): Promise<void> {
    // A process that was just launched does not handle signals yet.
    await Promise.all(this.places.map(({ process }) => process.ready("/readyz")));
    const serving = await this.serving();
    for (const { process } of [...this.others(serving), serving]) {
      assertEquals(await process.stop(), 0, "SIGTERM ends with exit code 0");
    }
  }

  /** Runs one process once more. */
  async aMoment(): Promise<void> {
    await using process = await AndonProcess.start(this.places[0].options);
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    assertEquals(await process.stop(), 0, "SIGTERM ends with exit code 0");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process, line } of this.places) {
      await process.kill();
      await line[Symbol.asyncDispose]();
    }
  }
}
