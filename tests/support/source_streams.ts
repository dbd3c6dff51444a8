import type { Simulator } from "../../simulator/data_hub/server.ts";
import type { FaultyProxy } from "./faulty_proxy.ts";

/** What a stream of the tests' own holds. */
export type StreamKind = "number" | "text" | "truth";

/** A source time and its value; any value may be written, as by any client of the source. */
export type Written = [time: string, value: unknown];

export interface SourceAccess {
  /** Address of the namespace. */
  root: string;
  token: string;
}

const KINDS = { number: ["Double", 14], text: ["String", 18], truth: ["Boolean", 3] } as const;

/** Signs in at a simulator's source as any client would. */
export async function signInAtSource(simulator: Simulator): Promise<SourceAccess> {
  const { baseUrl, tenantId, namespaceId, clientId, clientSecret } = simulator;
  const answer = await fetch(`${baseUrl}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token } = await answer.json();
  return { root: `${baseUrl}/api/v1/Tenants/${tenantId}/Namespaces/${namespaceId}`, token: access_token };
}

/** Makes streams at a simulator and writes their samples, through its protocol. */
export class SourceStreams implements Disposable {
  #goingOn: ReturnType<typeof setTimeout> | undefined;
  #newest: string | undefined;

  /** `line`: the proxy through which the source is read. */
  constructor(private readonly access: SourceAccess, private readonly line?: FaultyProxy) {}

  /** New streams, their name the same as their id. */
  async make(kind: StreamKind, ...ids: string[]): Promise<void> {
    const [name, code] = KINDS[kind];
    await this.#send("POST", `/Types/Own.${name}`, {
      Id: `Own.${name}`,
      SdsTypeCode: 1,
      Properties: [
        { Id: "Timestamp", IsKey: true, SdsType: { Id: "DateTime", SdsTypeCode: 16 } },
        { Id: "Value", SdsType: { Id: name, SdsTypeCode: code } },
      ],
    });
    for (const id of ids) {
      await this.#send("POST", `/Streams/${id}`, { Id: id, Name: id, TypeId: `Own.${name}` });
    }
  }

  /**
   * The proxy is paused during a write, and between writes that follow each other at once, so that on any machine
   * samples of a future time arrive before that time is evaluated.
   */
  async write(id: string, ...samples: Written[]): Promise<void> {
    const events = samples.map(([Timestamp, Value]) => ({ Timestamp, Value }));
    this.#newest = [this.#newest ?? "", ...samples.map(([time]) => time)].toSorted().at(-1);
    clearTimeout(this.#goingOn);
    this.line?.hold();
    try {
      await this.#send("PUT", `/Streams/${id}/Data`, events);
    } finally {
      this.#goingOn = setTimeout(() => this.line?.goOn());
    }
  }

  /** The newest time that was written to. */
  get newest(): string | undefined {
    return this.#newest;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#goingOn);
    this.line?.goOn();
  }

  /** Takes away the sample of a time, or with two times all from one to the other. */
  async takeAway(id: string, from: string, to?: string): Promise<void> {
    const times = to === undefined ? [["index", from]] : [["startIndex", from], ["endIndex", to]];
    await this.#send("DELETE", `/Streams/${id}/Data?${new URLSearchParams(times)}`);
  }

  /** Gives a stream of numbers another name. */
  async rename(id: string, name: string): Promise<void> {
    await this.#send("PUT", `/Streams/${id}`, { Id: id, Name: name, TypeId: "Own.Double" });
  }

  async remove(id: string): Promise<void> {
    await this.#send("DELETE", `/Streams/${id}`);
  }

  async #send(method: string, path: string, body?: unknown): Promise<void> {
    const headers = { authorization: `Bearer ${this.access.token}`, "content-type": "application/json" };
    const answer = await fetch(this.access.root + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  }
}
