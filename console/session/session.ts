import { type ReadonlySignal, signal } from "@preact/signals";
import { type Role, ROLES } from "../../domain/access/types.ts";
import { type Call, roleMay } from "./may.ts";

export interface User {
  username: string;
  role: Role;
}

/** Who looks at the page. */
export interface Session {
  readonly user: ReadonlySignal<User | null>;
  /** True while a session is over that the page still needs: somebody must sign in again. */
  readonly ended: ReadonlySignal<boolean>;
  may(call: Call): boolean;
  /** Resolves when somebody is signed in again; tells the page that it is needed. */
  renewed(): Promise<void>;
  /** Told by the push channel that the session is over. */
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
    may: (call) => roleMay(user.value?.role, call),
    renewed() {
      ended.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
    end() {
      ended.value = true;
    },
    signedIn(now) {
      const held = waiting;
      waiting = [];
      user.value = now;
      ended.value = false;
      for (const resolve of held) resolve();
    },
  };
}

/** Who the document was made for; null on the sign-in page. */
export function userOf({ user, role }: DOMStringMap): User | null {
  const known = ROLES.find((one) => one === role);
  return user === undefined || user === "" || known === undefined ? null : { username: user, role: known };
}
