import { type ReadonlySignal, signal } from "@preact/signals";
import { type AreaGrant, type Granted, type Role, ROLES } from "../../domain/access/types.ts";
import { type Call, may } from "./may.ts";

export interface User extends Granted {
  username: string;
  /** In the whole plant. */
  role: Role;
  /** What people see in place of the user name. */
  display_name: string | null;
  /** The session is a shared desk; role and grants say what may be done there. */
  shared_desk?: boolean;
  /** While the user's identity provider cannot confirm the sign-in: since when, and when it only reads. ISO times. */
  unconfirmed?: { provider: string; since: string; reads_only_from: string };
}

/** The session of the signed-in user. */
export interface Session {
  readonly user: ReadonlySignal<User | null>;
  /** True after the session has expired, until the user signs in again. */
  readonly ended: ReadonlySignal<boolean>;
  /** Whether the user may make a call, at least about things in some area. */
  may(call: Call): boolean;
  /** Marks the session as expired; resolves once the user has signed in again. */
  renewed(): Promise<void>;
  /** Called by the push channel when the session has expired. */
  end(): void;
  signedIn(user: User): void;
}

export function createSession(first: User | null): Session {
  const user = signal(first);
  const ended = signal(false);
  let waiting: (() => void)[] = [];
  return {
    user,
    ended,
    may: (call) => may(user.value, call),
    renewed() {
      ended.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
    end() {
      ended.value = true;
    },
    signedIn(now) {
      const resolvers = waiting;
      waiting = [];
      user.value = now;
      ended.value = false;
      for (const resolve of resolvers) resolve();
    },
  };
}

/** The user in the document; null on the sign-in page. */
export function userOf({ user, role, displayName = "", grants = "", sharedDesk }: DOMStringMap): User | null {
  const known = ROLES.find((one) => one === role);
  return user === undefined || user === "" || known === undefined ? null : {
    username: user,
    role: known,
    grants: grantsIn(grants),
    display_name: displayName === "" ? null : displayName,
    shared_desk: sharedDesk === "true",
  };
}

/** The server writes them as JSON. */
function grantsIn(text: string): AreaGrant[] {
  return text === "" ? [] : JSON.parse(text);
}
