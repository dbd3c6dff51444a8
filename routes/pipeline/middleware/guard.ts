import { Refusal } from "../../../domain/shared/refusal.ts";
import { bearerKey } from "../bearer.ts";
import type { AppDeps } from "../deps.ts";
import { type AppContext, signInFirst } from "../env.ts";
import { highestRole, isAtLeast } from "../../../domain/access/grants.ts";
import type { GrantedActor, Role } from "../../../domain/access/types.ts";
import { accessOf, type Admission, isScreenRead, placeOf } from "../admission.ts";
import { AreaGuard } from "./area_guard.ts";
import type { DeskConfirmations } from "../../people/shared_desk/confirmations.ts";

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

interface Permitting {
  /** Undefined: no route of the API matches. */
  route: Admission | undefined;
  storage: Pick<AppDeps["storage"], "access" | "areas" | "desks" | "instances">;
  confirmations: DeskConfirmations;
}

/**
 * First 401, then 403 for the role. An unknown path is 404 for signed-in users. A shared desk needs a person for more
 * than reading. A caller who has the role in areas only gets a guard, which checks where the thing stands.
 */
export function permission(c: AppContext, { route, storage, confirmations }: Permitting): void {
  const access = route && accessOf(route);
  if (access === "public") return;
  const requirePerson = () => {
    if (access !== undefined && access !== "viewer") confirmations.requirePerson(c, access);
  };
  c.set("requireSignedIn", () => {
    if (c.get("isSignedIn")?.() === false) throw signInFirst();
    requirePerson();
  });
  requirePerson();
  endWithPerson(c, storage);
  const actor = signedInActor(c);
  if (route === undefined || access === undefined || isAtLeast(actor.role, access)) return;
  const place = placeOf(route);
  if (place === "plant" || !isAtLeast(highestRole(actor), access)) throw roleRefused(actor, access);
  c.set("areaGuard", new AreaGuard(storage, { role: access, place, method: c.req.method, granted: actor }));
}

/** What a person began at a shared desk ends with the desk's session, and when the person may confirm no more. */
function endWithPerson(c: AppContext, { access, desks }: Permitting["storage"]): void {
  const person = c.get("person");
  if (person === undefined) return;
  const isDeskSignedIn = c.get("isSignedIn");
  c.set("isSignedIn", () => {
    const now = access.user(person.id);
    return isDeskSignedIn() && now !== undefined && desks.mayConfirm(now);
  });
}

/** Refuses a caller who does not have the role in the whole plant. */
export function requireRole(c: AppContext, needed: Role): void {
  const actor = signedInActor(c);
  if (!isAtLeast(actor.role, needed)) throw roleRefused(actor, needed);
}

function signedInActor(c: AppContext): GrantedActor {
  const actor = c.get("actor");
  if (actor !== undefined) return actor;
  throw c.get("tokenRefusal") ??
    (bearerKey(c.req.header("authorization") ?? null) ? keyRefused() : signInFirst());
}

/** `areas_needed` is empty when the role in areas, which the caller has, does not suffice. */
function roleRefused(actor: GrantedActor, needed: Role): Refusal {
  if (!isAtLeast(highestRole(actor), needed)) {
    const text = `This needs the role ${needed}; yours is ${highestRole(actor)}`;
    return new Refusal("FORBIDDEN", text, { role_needed: needed });
  }
  const text = `This needs the role ${needed} in the whole plant; you have it in areas only`;
  return new Refusal("FORBIDDEN", text, { role_needed: needed, areas_needed: [] });
}

/** A wall screen reads what the event wall shows, by queries that do not search for people. */
export function screenPermission(c: AppContext, route: Admission | undefined): void {
  if (c.get("screen") === undefined || route?.may === "public") return;
  if (isScreenRead(route?.screen, new URL(c.req.url).searchParams)) return;
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
