import type { GenerationPointer } from "../../actors/evaluation/contract.ts";
import { keys } from "../../storage/keys.ts";
import { kvBackend } from "../../storage/store/backend.ts";
import { CallDeadline } from "../../storage/store/deadline.ts";
import { Health } from "../../storage/store/health.ts";
import { Reads } from "../../storage/store/reads.ts";
import type { KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";

const CALL_MS = 10_000;

/** The store of several processes, read directly. */
export class ClusterStore implements Disposable {
  readonly reads: Reads;

  private constructor(readonly handle: Deno.Kv) {
    const health = new Health(() => {});
    const deadline = new CallDeadline(CALL_MS);
    this.reads = new Reads({ backend: kvBackend(handle), health, deadline, random: Math.random });
  }

  static async open({ url, token }: KvServer): Promise<ClusterStore> {
    Deno.env.set("DENO_KV_ACCESS_TOKEN", token);
    return new ClusterStore(await Deno.openKv(url));
  }

  /** The leader, by the lease record. */
  async leader(): Promise<string | null> {
    const { value } = await this.handle.get<{ holder: string | null }>(keys.epoch(0));
    return value?.holder ?? null;
  }

  /** Waits until each feed has stored a generation that started after this call. */
  async generation(feeds: number): Promise<void> {
    await Promise.all(Array.from({ length: feeds }, async (_, feed) => {
      const wanted = await this.#newest(feed) + 2;
      await eventually(
        `generation ${wanted} of feed ${feed}`,
        async () => await this.#newest(feed) >= wanted,
      );
    }));
  }

  async #newest(feed: number): Promise<number> {
    const [entry] = await this.reads.getMany<GenerationPointer>([keys.generation(feed)]);
    return entry?.value.generation ?? 0;
  }

  [Symbol.dispose](): void {
    this.handle.close();
  }
}
