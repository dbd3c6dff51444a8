import { assertRejects } from "@std/assert";
import type { DataSource, SourceStream } from "../../connectors/source.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type PiWebApi, startPiWebApi } from "../../simulator/pi_web_api/server.ts";
import { connectPi, type PiConnection } from "./pi_web_api_harness.ts";

export const DATABASE = { af_database: "\\\\AF01\\plant", data_archive: null };

/** A server, and connections to it that end with it. */
export class Scene implements AsyncDisposable {
  readonly #sources: DataSource[] = [];
  /** The requests, as `GET /streams/…/recorded`. */
  readonly seen: string[] = [];

  constructor(readonly server: PiWebApi) {
    server.intercept = (request, path) => {
      this.seen.push(`${request.method} ${path}`);
      return undefined;
    };
  }

  get world() {
    return this.server.world;
  }

  async connect(connection?: PiConnection): Promise<DataSource> {
    const source = await connectPi(this.server, connection);
    this.#sources.push(source);
    return source;
  }

  /** A connection, and what it finds. */
  async found(connection?: PiConnection) {
    const source = await this.connect(connection);
    const { streams } = await source.discover();
    return {
      source,
      streams: streams.map((found, i): SourceStream => ({ id: i + 1, source: found.source })),
    };
  }

  async [Symbol.asyncDispose]() {
    for (const source of this.#sources) await source.close();
    await this.server.close();
  }
}

export const scene = (options?: Parameters<typeof startPiWebApi>[0]) => new Scene(startPiWebApi(options));

export const shown = (samples: readonly Sample[]) =>
  samples.map(({ value, quality }) => `${value} ${quality}`);

export async function reasonOf(call: () => Promise<unknown>): Promise<string> {
  const { details } = await assertRejects(call, Refusal);
  return String(details.reason);
}
