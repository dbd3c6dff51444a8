import { Refusal } from "../../domain/shared/refusal.ts";
import { bearerKey } from "../bearer.ts";
import type { AppDeps } from "../deps.ts";
import { type AppContext, signInFirst } from "../env.ts";
import { type Access, mayAct } from "../permissions.ts";
import { isScreenRead } from "../screens/screen_reads.ts";

/**
 * Refuses requests while Andon starts or stops, and at once those that the storage would refuse. A storage that can
 * only be read still serves reads.
 */
export function readiness(
  { ready, storage: { store } }: Pick<AppDeps, "ready" | "storage">,
): (c: AppContext) => void {
  return (c) => {
    if (!ready()) {
      throw new Refusal("UNAVAILABLE", "Andon is starting or stopping; try again in a moment");
    }
    const refusal = store.refusal("reads") ?? (READING.has(c.req.method) ? null : store.refusal("writes"));
    if (refusal !== null) throw refusal;
  };
}

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** First 401, then 403 for the role. A route missing in the table is 404 for signed-in users. */
export function permission(c: AppContext, access: Access | undefined): void {
  if (access === "public") return;
  const actor = c.get("actor");
  if (actor === undefined) {
    throw c.get("tokenRefusal") ??
      (bearerKey(c.req.header("authorization") ?? null) ? keyRefused() : signInFirst());
  }
  if (access !== undefined && !mayAct(actor.role, access)) {
    throw new Refusal("FORBIDDEN", `This needs the role ${access}; yours is ${actor.role}`, {
      role_needed: access,
    });
  }
}

/** A wall screen reads what the event wall shows, by queries that do not search for people. */
export function screenPermission(c: AppContext, { line, access }: { line: string; access?: Access }): void {
  if (c.get("screen") === undefined || access === "public") return;
  if (isScreenRead(line, new URL(c.req.url).searchParams)) return;
  throw new Refusal(
    "FORBIDDEN",
    "A wall screen may read only what the event wall shows; sign in for the rest",
  );
}

function keyRefused(): Refusal {
  return new Refusal(
    "AUTHENTICATION_REQUIRED",
    "The API key is unknown, expired or inactive, or may not be used from this address",
  );
}
