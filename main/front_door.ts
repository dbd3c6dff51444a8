import { standingBy } from "../routes/standing_by.ts";
import type { Settings } from "../settings/types.ts";
import { listen } from "./listen.ts";
import type { TlsPair } from "./tls.ts";

type Handler = Deno.ServeHandler<Deno.NetAddr>;

/** The open port of a process, whoever stands behind it. */
export interface FrontDoor {
  server: Deno.HttpServer<Deno.NetAddr>;
  /** From now on requests go there. */
  leadTo(handler: Handler): void;
}

/** Opens the port before anything stands behind it: until then the process says that it stands by. */
export function openFrontDoor(
  { settings, tls }: { settings: Pick<Settings, "host" | "port">; tls: TlsPair | null },
): FrontDoor {
  let behind: Handler = standingBy(() => crypto.randomUUID());
  const server = listen({ settings, tls }, (request, info) => behind(request, info));
  return { server, leadTo: (handler) => behind = handler };
}
