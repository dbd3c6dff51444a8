import type { Acknowledged } from "./acknowledged.ts";
import type { AndonClient, Json } from "./andon_client.ts";

export interface OfficeOptions {
  client: AndonClient;
  /** What instances are made of. */
  templateId: number;
  streams: readonly string[];
  random: () => number;
  acknowledged: Acknowledged;
  clerks: number;
  /** The maximal number of instances. */
  mostInstances: number;
}

/** After a call without an answer: Andon may be down. */
const AFTER_FAILURE_MS = 25;
/** Between two calls of a clerk. */
const BETWEEN_MS = 5;

/**
 * Simulated users. Each creates, deploys, acknowledges, writes notes and closes in sequence, even while Andon
 * fails. Acknowledged writes are kept in `acknowledged`. Each clerk has events of its own.
 */
export class Office {
  #running = true;
  #made = 0;
  readonly #done: Promise<unknown>;

  constructor(readonly options: OfficeOptions) {
    this.#done = Promise.all(Array.from({ length: options.clerks }, (_, clerk) => this.#work(clerk)));
    this.#done.catch(() => {});
  }

  /** The calls under way end; throws what a clerk did not expect. */
  async close(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  async #work(clerk: number): Promise<void> {
    for (let turn = 0; this.#running; turn++) {
      const worked = await this.#turn(clerk, turn);
      await new Promise((resolve) => setTimeout(resolve, worked ? BETWEEN_MS : AFTER_FAILURE_MS));
    }
  }

  #turn(clerk: number, turn: number): Promise<boolean> {
    const draw = this.options.random();
    if (draw < 0.2) return this.#create(`Made by ${clerk} in turn ${turn}`);
    if (draw < 0.3 && this.#made < this.options.mostInstances) return this.#deploy();
    return this.#handle(clerk, { turn, draw: this.options.random() });
  }

  #create(name: string): Promise<boolean> {
    return this.#write(`package:${name}`, "there", {
      method: "POST",
      path: "/api/packages",
      body: { name, description: "" },
    });
  }

  async #deploy(): Promise<boolean> {
    const { client, templateId, streams, acknowledged } = this.options;
    const number = ++this.#made;
    const name = `Instance ${number}`;
    const stream = streams[number % streams.length];
    const body = { template_id: templateId, instance_name: name, placeholder_mappings: { VALUE: stream } };
    let id: unknown;
    const made = await acknowledged.write(`instance:${name}`, stream, async () => {
      const answer = await client.post("/api/instances", body);
      id = answer.body.data?.id;
      return answer.status < 300;
    });
    return made &&
      await this.#write(`deployed:${name}`, "true", { method: "POST", path: `/api/instances/${id}/deploy` });
  }

  /** Handles one of its newest events. */
  async #handle(clerk: number, { turn, draw }: { turn: number; draw: number }): Promise<boolean> {
    const { client, clerks } = this.options;
    const answer = await client.get("/api/rule-events?hours=1&limit=200").catch(() => null);
    if (answer === null || answer.status !== 200) return false;
    const mine = (answer.body.data as Json[]).filter(({ id }) => Number(id) % clerks === clerk);
    const event = mine[Math.floor(this.options.random() * mine.length)];
    if (event === undefined) return false;
    const path = `/api/rule-events/${event.id}`;
    if (draw < 0.5) {
      const note = `Turn ${turn}`;
      return await this.#write(`note:${event.id}`, note, { method: "PUT", path, body: { note } });
    }
    if (draw < 0.8) {
      return await this.#write(`acknowledged:${event.id}`, "true", {
        method: "POST",
        path: `${path}/acknowledge`,
      });
    }
    if (!event.is_active) return true;
    return await this.#write(`closed:${event.id}`, "true", { method: "POST", path: `${path}/close` });
  }

  #write(
    name: string,
    value: string,
    { method, path, body }: { method: string; path: string; body?: Json },
  ): Promise<boolean> {
    const { client, acknowledged } = this.options;
    return acknowledged.write(name, value, async () => {
      const answer = await client.send(method, path, body);
      return answer.body.details?.error_code === "EVENT_NOT_ACTIVE" ? "vain" : answer.status < 300;
    });
  }
}

/** What the store holds of the things that an office works on, under the names that `Acknowledged` knows. */
export async function held(client: AndonClient): Promise<Map<string, string>> {
  const things = new Map<string, string>();
  for (const { name } of (await client.ok("GET", "/api/packages")).data) {
    things.set(`package:${name}`, "there");
  }
  for (const row of await allInstances(client)) {
    things.set(`instance:${row.instance_name}`, String(row.stream));
    things.set(`deployed:${row.instance_name}`, String(row.is_deployed));
  }
  for (const row of await allEvents(client)) {
    things.set(`note:${row.id}`, String(row.note));
    things.set(`acknowledged:${row.id}`, String(row.acknowledged_at !== null));
    things.set(`closed:${row.id}`, String(!row.is_active));
  }
  return things;
}

export async function allEvents(client: AndonClient): Promise<Json[]> {
  return await allPages(client, "/api/rule-events?hours=24");
}

/** Each with `stream`, what its VALUE is bound to. */
export async function allInstances(client: AndonClient): Promise<Json[]> {
  const rows = await allPages(client, "/api/instances?");
  return rows.map((row) => ({ ...row, stream: boundTo(row) }));
}

function boundTo(row: Json): unknown {
  const mappings = row.placeholder_mappings as Json | undefined;
  return mappings?.VALUE;
}

async function allPages(client: AndonClient, path: string): Promise<Json[]> {
  // What comes meanwhile moves rows to later pages: they are taken once.
  const rows = new Map<unknown, Json>();
  for (let page = 1;; page++) {
    const answer = await client.ok("GET", `${path}&per_page=1000&page=${page}`);
    for (const row of answer.data) rows.set(row.id, row);
    if (!answer.pagination.has_next) return [...rows.values()];
  }
}
