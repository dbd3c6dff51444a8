import { NO_SOURCE, type SourceStatus } from "../../actors/source/contract.ts";
import type { Andon } from "../../main/serve.ts";
import type { Plant } from "../../main/system.ts";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD } from "./andon_process.ts";
import { ClusterHouse } from "./cluster_house.ts";
import { findDenokv, KvServer } from "./denokv.ts";
import { PushSocket } from "./push_socket.ts";

/** What a test asks of Andon that no request answers. */
export class OnlyInside extends Error {}

export interface ClusterAndonOptions {
  shards: number;
  environment?: Record<string, string>;
}

const LOOK_MS = 50;

/** Three processes over a KV server behind the small proxy, in the place of one Andon in the test's own process. */
export async function clusterAndon({ shards, environment }: ClusterAndonOptions): Promise<Andon> {
  const binary = findDenokv();
  if (binary === undefined) throw new Error("The KV server denokv is not there; set DENOKV_BIN");
  await using starting = new AsyncDisposableStack();
  const kv = starting.use(await KvServer.start(binary));
  const own = { ACTOR_SHARDS: String(shards), ...environment };
  const house = starting.use(await ClusterHouse.start(kv, { environment: own }));
  const proxy = starting.use(
    startProxy({ port: 0, processes: house.processes.map(({ baseUrl }) => baseUrl) }),
  );
  const source = starting.use(await SourceSeen.by(proxy.url, house));
  const parts = starting.move();
  return onlyThis<Andon>({
    address: proxy.url,
    plant: onlyThis<Plant>({ sourceStatus: () => source.status }),
    async close() {
      // The proxy last, so that browsers hear how they are left.
      await Promise.all(house.processes.map((process) => process.stop()));
      await parts.disposeAsync();
    },
  });
}

/** Whatever else is asked for cannot be had from outside. */
function onlyThis<T extends object>(parts: Partial<T>): T {
  return new Proxy(parts, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name);
      if (typeof name === "symbol" || name === "then") return undefined;
      throw new OnlyInside(`${name} is not to be had by requests`);
    },
  }) as T;
}

/** The state of the source as the push channel and the holder's metrics tell of it. */
class SourceSeen implements AsyncDisposable {
  #counts: Pick<SourceStatus, "followed_streams" | "unread_streams" | "late_samples" | "samples"> = NO_SOURCE;
  readonly #looking: ReturnType<typeof setInterval>;

  private constructor(readonly socket: PushSocket, house: ClusterHouse) {
    this.#looking = setInterval(() => this.#look(house).catch(() => {}), LOOK_MS);
  }

  static async by(url: string, house: ClusterHouse): Promise<SourceSeen> {
    const client = new AndonClient(url);
    await client.signIn("admin", ADMIN_PASSWORD);
    const headers = { cookie: client.cookie, origin: url };
    const first = { subscribe: ["source_state"] };
    return new SourceSeen(
      await PushSocket.open(`${url.replace("http", "ws")}/api/ws`, headers, first),
      house,
    );
  }

  get status(): SourceStatus {
    const told = this.socket.of("source_state").at(-1)?.data;
    if (told === undefined) return NO_SOURCE;
    const { state, reason, watermark } = told;
    return {
      ...{ ...NO_SOURCE, ...this.#counts, state, reason },
      watermark_ms: watermark === null ? null : Date.parse(watermark),
    };
  }

  async #look(house: ClusterHouse): Promise<void> {
    for (const { baseUrl } of house.processes) {
      const text = await (await fetch(`${baseUrl}/metrics`)).text();
      const of = (name: string) => Number(new RegExp(`^andon_source_${name} (\\d+)$`, "m").exec(text)?.[1]);
      if (Number.isNaN(of("followed_streams"))) continue;
      this.#counts = {
        ...{ followed_streams: of("followed_streams"), unread_streams: of("unread_streams") },
        ...{ samples: of("samples_total"), late_samples: of("late_samples_total") },
      };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#looking);
    await this.socket[Symbol.asyncDispose]();
  }
}
