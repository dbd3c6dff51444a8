import { assertEquals } from "@std/assert";
import { AndonProcess, type ProcessOptions } from "./andon_process.ts";
import { answerHead } from "./answer_head.ts";
import { freePort } from "./free_port.ts";
import type { KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";
import { isLeading } from "./is_leading.ts";
import { aMoment } from "./evaluated.ts";

export interface ClusterOptions {
  processes?: number;
  allow?: string;
  environment?: Record<string, string>;
}

const SERVES_MS = 120_000;

/** Real processes over one KV server. */
export class ClusterHarness implements AsyncDisposable {
  readonly #options: ProcessOptions[];
  readonly processes: AndonProcess[];

  private constructor(kv: KvServer, { processes = 3, allow = "127.0.0.1", environment }: ClusterOptions) {
    this.#options = Array.from({ length: processes }, () => ({
      allow,
      port: freePort(),
      environment: { ...kv.environment(), ACTOR_SHARDS: "1", ...environment },
    }));
    this.processes = this.#options.map((options) => AndonProcess.launch(options));
  }

  /** One process leads, and the others could take over. */
  static async start(kv: KvServer, options: ClusterOptions = {}): Promise<ClusterHarness> {
    const cluster = new ClusterHarness(kv, options);
    try {
      await cluster.allReady();
      await cluster.byRole();
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw new Error(`${error}\n${cluster.log}`);
    }
  }

  get log(): string {
    return this.processes.map(({ log }, i) => `--- process ${i}\n${log}`).join("\n");
  }

  async allReady(): Promise<void> {
    await Promise.all(
      this.processes.map((process) =>
        eventually(
          "a process is ready",
          () => statusOf(process, "/readyz").then((status) => status === 200),
          SERVES_MS,
        )
      ),
    );
  }

  /** The leader and the standbys. */
  async byRole(): Promise<{ leader: AndonProcess; others: AndonProcess[] }> {
    const leader = await eventually("a process leads", async () => {
      const holds = await Promise.all(this.processes.map((process) => isLeading(process)));
      return this.processes[holds.indexOf(true)];
    }, SERVES_MS);
    return { leader, others: this.processes.filter((process) => process !== leader) };
  }

  /** Waits until another process leads. */
  async nextLeader(former: AndonProcess): Promise<AndonProcess> {
    return await eventually("another process leads", async () => {
      const { leader } = await this.byRole();
      return leader === former ? undefined : leader;
    }, SERVES_MS);
  }

  /** Replaces a process that has ended, by another program if one is given. */
  relaunch(ended: AndonProcess, program?: string): AndonProcess {
    const place = this.processes.indexOf(ended);
    return this.processes[place] = AndonProcess.launch({ ...this.#options[place], program });
  }

  /** Standbys first, so that none becomes the leader just to end. */
  async end(): Promise<void> {
    const { leader, others } = await this.byRole();
    for (const process of [...others, leader]) {
      assertEquals(await process.stop(), 0, "SIGTERM ends with exit code 0");
    }
  }

  /** Runs one process once more, after the end of all. */
  async aMoment(): Promise<void> {
    await aMoment(this.#options[0]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.processes) await process.kill();
  }
}

/** 0: no response. */
export async function statusOf({ baseUrl }: AndonProcess, path: string): Promise<number> {
  return (await answerHead(baseUrl + path))?.status ?? 0;
}
