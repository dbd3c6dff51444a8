import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { PiWebApiConfig } from "../../connectors/pi_web_api/settings.ts";
import type { DataSource } from "../../connectors/source.ts";
import { connectSource } from "../../connectors/sources.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { type PiWebApi, startPiWebApi } from "../../simulator/pi_web_api/server.ts";
import type { HarnessConnection, SourceHarness } from "./source_harness.ts";

export const ARCHIVE: PiWebApiConfig = {
  url: "",
  af_database: null,
  data_archive: "pisrv01",
  name_filter: "*",
  authentication: "basic",
  user_name: null,
  certificate: null,
  ca: null,
};

export interface PiConnection extends HarnessConnection {
  config?: Partial<PiWebApiConfig>;
  secret?: string;
  /** Hosts that the outbound guard allows; that of the server when nothing is said. */
  allowed?: string[];
}

/** Connects to a server as Andon does. */
export async function connectPi(
  server: Pick<PiWebApi, "url" | "user" | "password">,
  { isStranger = false, requestsPerMinute, config, secret, allowed }: PiConnection = {},
): Promise<DataSource> {
  const settings: SourceSettings = {
    id: 1,
    name: "default",
    kind: "pi_web_api",
    config: { ...ARCHIVE, url: server.url, user_name: server.user, ...config },
    secrets: { secret: isStranger ? "wrong" : secret ?? server.password },
    waitSeconds: null,
    pollSeconds: 10,
    changeFeed: "auto",
    maxAgeSeconds: 0,
    sourceLostSeconds: 60,
    correctionHorizonHours: 72,
    requestsPerMinute: requestsPerMinute ?? null,
  };
  return await connectSource({
    settings,
    now: Date.now,
    random: () => 0,
    clientName: "andon-suite",
    folder: null,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: allowed ?? [new URL(server.url).host] }),
  });
}

// deno-lint-ignore require-await -- as every harness is started
export async function piWebApiHarness(): Promise<SourceHarness> {
  const server = startPiWebApi();
  const open: DataSource[] = [];
  const held = Promise.withResolvers<Response>();
  const { world } = server;
  return {
    async connect(options) {
      const source = await connectPi(server, options);
      open.push(source);
      return source;
    },
    make(...names) {
      for (const name of names) world.addPoint({ name });
      return Promise.resolve();
    },
    write(name, ...samples) {
      world.write(name, ...samples.map(([time, value]) => ({ time, value })));
      return Promise.resolve();
    },
    takeAway(name, at) {
      world.removeValue(name, at);
      return Promise.resolve();
    },
    removeStream(name) {
      world.removePoint(name);
      return Promise.resolve();
    },
    forgetFeed() {
      world.updates.forget();
      return Promise.resolve();
    },
    goAway() {
      server.intercept = () => Response.json({ Errors: ["The service is stopping."] }, { status: 503 });
    },
    hold() {
      server.intercept = (_request, path) => path.includes("/streams/") ? held.promise : undefined;
    },
    back: () => void (server.intercept = () => undefined),
    async [Symbol.asyncDispose]() {
      held.resolve(new Response());
      for (const source of open) await source.close();
      await server.close();
    },
  };
}
