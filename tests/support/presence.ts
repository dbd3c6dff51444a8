import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { eventually } from "./eventually.ts";
import { PushSocket } from "./push_socket.ts";
import { sentEvents } from "./server_sent.ts";

/** The ways in which somebody is connected to a process. */
export const CHANNELS = ["pages", "socket", "stream", "mcp"] as const;
export type Channel = (typeof CHANNELS)[number];

export interface PresenceOptions {
  baseUrl: string;
  /** The cookie of a session, or an API key. */
  headers: Record<string, string>;
  /** The path of a conversation whose answer does not end by itself. */
  conversation: string;
}

const PAUSE_MS = 50;

/** Somebody who asks for a page again and again, and holds a socket, an event stream and a client of /mcp open. */
export class Presence implements AsyncDisposable {
  /** When each channel was refused or closed, by `performance.now()`. */
  readonly endedMs = new Map<Channel, number>();
  /** How often each was seen to work: answers of pages and /mcp, events of the stream. */
  readonly works: Record<Channel, number> = { pages: 0, socket: 0, stream: 0, mcp: 0 };
  /** Ends that are none of a revoked person. */
  readonly odd: string[] = [];
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>;

  private constructor(readonly options: PresenceOptions) {
    this.#running = Promise.all([
      this.#run("pages", () => this.#pages()),
      this.#run("socket", () => this.#socket()),
      this.#run("stream", () => this.#stream()),
      this.#run("mcp", () => this.#mcp()),
    ]);
  }

  /** Resolves once all channels work. */
  static async begin(options: PresenceOptions): Promise<Presence> {
    const presence = new Presence(options);
    try {
      await eventually(
        "all channels work",
        () => presence.odd.length > 0 || CHANNELS.every((channel) => presence.works[channel] > 0),
      );
      if (presence.odd.length > 0) throw new Error(presence.odd.join("\n"));
      return presence;
    } catch (error) {
      await presence[Symbol.asyncDispose]();
      throw error;
    }
  }

  get hasEnded(): boolean {
    return this.endedMs.size === CHANNELS.length;
  }

  async #run(channel: Channel, work: () => Promise<string>): Promise<void> {
    const how = await work().catch((error) => String(error));
    if (this.#stop.signal.aborted) return;
    this.endedMs.set(channel, performance.now());
    if (!ENDS[channel].test(how)) this.odd.push(`${channel}: ${how}`);
  }

  async #pages(): Promise<string> {
    const { baseUrl, headers } = this.options;
    for (;;) {
      const answer = await fetch(`${baseUrl}/api/packages`, { headers, signal: this.#stop.signal });
      await answer.body?.cancel();
      if (answer.status !== 200) return `status ${answer.status}`;
      await this.#worked("pages");
    }
  }

  async #socket(): Promise<string> {
    const { baseUrl, headers } = this.options;
    const url = `${baseUrl.replace("http", "ws")}/api/ws`, own = { ...headers, origin: baseUrl };
    // A process that has just lost its leader refuses for a moment.
    const open = () => PushSocket.open(url, own, {}).catch(() => null);
    await using socket = await eventually("the socket opens", open);
    this.works.socket++;
    const closed = Promise.withResolvers<string>();
    socket.socket.addEventListener("close", ({ code }) => closed.resolve(`code ${code}`));
    this.#stop.signal.addEventListener("abort", () => closed.resolve("stopped"));
    return await closed.promise;
  }

  async #stream(): Promise<string> {
    const { baseUrl, headers, conversation } = this.options;
    const answer = await fetch(baseUrl + conversation, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ message: "How is the plant?", stream: true }),
      signal: this.#stop.signal,
    });
    if (answer.body === null || !answer.ok) return `status ${answer.status}: ${await answer.text()}`;
    let last = "";
    for await (const { event } of sentEvents(answer.body)) {
      last = event;
      this.works.stream++;
    }
    return `last ${last}`;
  }

  async #mcp(): Promise<string> {
    const { baseUrl, headers } = this.options;
    const client = new Client({ name: "presence", version: "1" });
    const requestInit = { headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
    try {
      for (; !this.#stop.signal.aborted;) {
        await client.callTool({ name: "get_active_events", arguments: {} });
        await this.#worked("mcp");
      }
      return "stopped";
    } finally {
      await client.close().catch(() => {});
    }
  }

  async #worked(channel: Channel): Promise<void> {
    this.works[channel]++;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

/** How each channel of a revoked person ends. */
const ENDS: Record<Channel, RegExp> = {
  pages: /^status 401$/,
  socket: /^code 1008$/,
  stream: /^last error$/,
  mcp: /"error_code":"AUTHENTICATION_REQUIRED"/,
};
