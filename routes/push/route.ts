import { clientKey } from "../../domain/shared/ip_address.ts";
import { invalid, Refusal } from "../../domain/shared/refusal.ts";
import type { UpgradedSocket } from "../../ports/http.ts";
import type { AppDeps, PushPort, SocketOpener } from "../pipeline/deps.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { refusals } from "../pipeline/document/answers.ts";
import { newRoutes } from "../pipeline/route.ts";
import type { ClientIdentity } from "./client.ts";
import { RETRY_SECONDS, SOCKET_LIMITS } from "./socket_limits.ts";

/** The push channel: a WebSocket for clients with at least the role viewer. */
export function pushRoutes(deps: AppDeps) {
  return newRoutes().handle("GET /api/ws", {
    may: "viewer",
    screen: true,
    tags: ["Push"],
    summary: "The push channel",
    description: DESCRIPTION,
    operationId: "openPushChannel",
    responses: {
      101: { description: "The socket is open" },
      ...refusals(["VALIDATION_FAILED", "RATE_LIMITED"]),
    },
  }, (c) => {
    requireOrigin(c);
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
      throw invalid("", "This is the push channel: open it as a WebSocket");
    }
    const { push } = deps;
    if (push === undefined) throw new Refusal("UNAVAILABLE", "Andon is starting; try again in a moment");
    if (c.get("tokenHolder") !== undefined) {
      throw new Refusal("FORBIDDEN", "The push channel needs a session or an API key, not an access token");
    }
    const who = identityOf(c, deps);
    checkRoom(c, { push, opener: who.opener });
    const { socket, response } = upgraded(push, c.req.raw);
    push.join(socket, who);
    return response;
  });
}

/** A foreign Origin is refused for every request; the cookie opens a WebSocket only with an Origin at all. */
function requireOrigin(c: AppContext): void {
  const hasCookie = c.get("signedIn") !== undefined || c.get("screen") !== undefined;
  if (!hasCookie || c.req.header("origin") !== undefined) return;
  throw new Refusal(
    "FORBIDDEN",
    "With the session cookie, the push channel needs an Origin header of this site",
  );
}

function checkRoom(c: AppContext, { push, opener }: { push: PushPort; opener: SocketOpener }): void {
  try {
    push.check(opener);
  } catch (error) {
    if (error instanceof Refusal && error.code === "RATE_LIMITED") {
      c.header("Retry-After", String(RETRY_SECONDS));
    }
    throw error;
  }
}

function upgraded(push: PushPort, request: Request): UpgradedSocket {
  try {
    return push.upgrade(request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid("", "The WebSocket handshake is incomplete");
  }
}

/** Whether the session, key or screen that opened the socket is still valid. The check does not prolong a session. */
function identityOf(c: AppContext, { storage: { access, screens } }: AppDeps): ClientIdentity {
  const { role } = actorOf(c);
  const address = clientKey(c.get("client").address);
  const signedIn = c.get("signedIn");
  if (signedIn !== undefined) {
    const { token, user } = signedIn;
    return {
      userId: user.id,
      get role() {
        return user.shared_desk === true ? "viewer" : access.sessionRole(token);
      },
      opener: { by: { user: user.id }, address },
      isSignedIn: () => access.isSessionValid(token),
    };
  }
  const screen = c.get("screen");
  if (screen !== undefined) {
    const opener = { by: { screen: screen.id }, address };
    return { userId: undefined, role, isScreen: true, opener, isSignedIn: () => screens.isOpen(screen.id) };
  }
  const id = c.get("apiKeyId") ?? 0;
  const from = c.get("client").address;
  const isSignedIn = () => access.apiKeys.isUsable(id, from) && access.apiKeys.get(id)?.role === role;
  return { userId: undefined, role, opener: { by: { key: id }, address }, isSignedIn };
}

const DESCRIPTION =
  `A WebSocket of JSON text frames, \`{seq, kind, at, data}\`, with the session cookie (then an \
Origin of this site is needed) or an API key.

The kinds: \`event_created\` and \`event_updated\` carry the rule event (\`deleted: true\` when it was deleted); \
\`stream_updated\` an array of the newest samples, \`{id, stream_name, value, timestamp, quality}\`, at most one frame \
each 50 ms; \`ai_response\` the exchange, to its session's owner only; \`resource_changed\` \`{type, id}\`; \
\`source_state\` \`{state, reason, error_code, watermark}\`, first with the current state (\`error_code\`: the code \
of the failure in \`reason\`, \`INVALID_CREDENTIALS\` when the source refuses the credentials); \`discovery_progress\` \
\`{streams, assets}\`. Every client also gets \`heartbeat\` each 20 s, \`resync\` (missed frames \
are no longer available: read the data again and continue), \`error\` (\`data\` like the body of a failure).

The first message of the client is \`{"subscribe": [kinds], "streams": [names], "after": seq}\`, all optional; later \
ones change only the fields that they name. A stream that is named again is sent with its current value. Without a message within a second, the client gets all kinds but \`stream_updated\`. Without \`streams\`, \
\`stream_updated\` covers all. \`seq\` is an opaque text in the order of commits; \`after\` continues after that frame \
without loss while the log keeps it (10,000 frames or an hour), otherwise with a \`resync\`. A client that does not \
read gets a \`resync\` in place of more than 1,000 waiting frames, and only the newest value of a stream.

A message may hold 256 KiB, with all its fragments, and 2,000 stream names; 60 a minute are accepted. Closing codes: 1001 Andon is stopping, \
1008 the session or key has ended, or too many messages, 1009 too large a message. Compression is not negotiated.

${SOCKET_LIMITS.user} sockets of one user, ${SOCKET_LIMITS.key} of one API key, ${SOCKET_LIMITS.screen} of one wall \
screen and ${SOCKET_LIMITS.address} of one address (without those of screens) may be open, beyond that 429; 5,000 of all together, beyond that 503.`;
