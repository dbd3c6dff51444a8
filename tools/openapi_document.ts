import { NO_SOURCE } from "../actors/source/contract.ts";
import type { Ref } from "../actors/runtime/types.ts";
import { createApp } from "../routes/app.ts";
import type { AppDeps } from "../routes/pipeline/deps.ts";
import type { ApiDocument } from "../routes/service/openapi.ts";
import { type Admission, isGuardedPath } from "../routes/pipeline/admission.ts";
import { openOver } from "../storage/open.ts";
import { kvBackend } from "../storage/store/backend.ts";

/** The document as a running Andon serves it. */
export function openApiDocument(): Promise<ApiDocument> {
  return withApp(async (app) => {
    const answer = await app.fetch(new Request("http://localhost:8000/api/openapi.json"));
    return await answer.json();
  });
}

/** Whom each route of the API admits, by its line: `PUT /api/users/:id`. */
export function apiAdmissions(): Promise<ReadonlyMap<string, Admission>> {
  return withApp((app) =>
    new Map([...app.admissions()].filter(([line]) => isGuardedPath(line.split(" ")[1]!)))
  );
}

/** Uses the whole app over an empty store. */
async function withApp<T>(use: (app: ReturnType<typeof createApp>) => T | Promise<T>): Promise<T> {
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const storage = await openOver(kvBackend(await Deno.openKv(":memory:")), {
    path: ":memory:",
    now: Date.now,
    random: randomBytes,
    secretsKey: randomBytes(32),
  });
  try {
    return await use(createApp(depsOver(storage, randomBytes)));
  } finally {
    await storage.close();
  }
}

function depsOver(storage: AppDeps["storage"], randomBytes: AppDeps["randomBytes"]): AppDeps {
  return {
    storage,
    instance: noActor,
    bulk: { shardOf: () => 0, ref: noActor },
    source: noActor,
    sourceStatus: () => NO_SOURCE,
    sourceStatuses: () => [{ source: { id: 1, name: "default" }, status: NO_SOURCE }],
    startSource: () => Promise.resolve(),
    forgetSource: () => Promise.resolve(),
    storesArrivals: true,
    discovery: {
      configured: () => {},
      removed: () => Promise.resolve(),
      run: () => Promise.reject(new Error("There are no actors")),
      status: () => ({ isRunning: false, last: null, nextMs: null, failure: null }),
    },
    processes: () => [],
    backtests: {
      run: () => Promise.reject(new Error("There are no actors")),
      records: () => Promise.reject(new Error("There are no actors")),
    },
    explanations: {
      ask: () => Promise.reject(new Error("There are no actors")),
      past: () => Promise.reject(new Error("There are no actors")),
    },
    live: { get: () => undefined, setAside: () => undefined },
    ai: { provider: noActor, onTokens: () => () => {} },
    heartbeats: {
      status: () => ({ shards: [], isNotifierLate: false }),
      seen: absentHeartbeats,
      beat: absent,
    },
    contactPoints: {
      sender() {
        throw new Error("Nothing is sent");
      },
    },
    identity: {
      begin: absent,
      finish: absent,
      recheck: absent,
      logoutPage: absent,
      verifyLogout: absent,
      verifyPassword: absent,
      test: absent,
      verifyToken: absent,
      close: absent,
    },
    settings: {
      mode: "start",
      trustProxy: 0,
      publicUrl: null,
      allowedHosts: [],
      cookieSecure: "auto",
      localSignIn: "on",
      requireSecondFactor: "off",
      plantTimeZone: "UTC",
      rateLimits: { default: null, ai: null, heavy: null },
      rateLimitBy: "address",
    },
    now: Date.now,
    randomBytes,
    ready: () => true,
    log: () => {},
  };
}

const absentHeartbeats = () => {
  throw new Error("There are no heartbeats");
};

/** The document needs no identity provider. */
const absent = () => Promise.reject(new Error("There are no identity providers"));

/** The document needs no actor. */
function noActor<M>(): Ref<M> {
  const refuse = () => {
    throw new Error("There are no actors");
  };
  return { address: { kind: "none", id: "" }, ask: () => Promise.reject(refuse()), tell: refuse };
}
