/** A span as OTLP's JSON has it, with its attributes by name. */
export interface Span {
  name: string;
  attributes: Record<string, unknown>;
}

/** A collector of traces over OTLP/HTTP with JSON, as an operator would run one. */
export class OtlpCollector implements AsyncDisposable {
  readonly spans: Span[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, async (request) => {
      const body = await request.json();
      if (new URL(request.url).pathname === "/v1/traces") this.#take(body);
      return Response.json({});
    });
  }

  /** The environment that makes a Deno process send its spans here, often. */
  get environment(): Record<string, string> {
    return {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${this.#server.addr.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "200",
    };
  }

  #take(body: TraceBody): void {
    for (const { scopeSpans } of body.resourceSpans) {
      for (const { name, attributes } of scopeSpans.flatMap(({ spans }) => spans)) {
        const pairs = attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
        this.spans.push({ name, attributes: Object.fromEntries(pairs) });
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

interface TraceBody {
  resourceSpans: {
    scopeSpans: {
      spans: { name: string; attributes: { key: string; value: Record<string, unknown> }[] }[];
    }[];
  }[];
}
