import type { UserRecord } from "../../domain/access/schema.ts";
import type { AppContext } from "../pipeline/env.ts";

/**
 * The person who makes a request: at a shared desk who confirmed it. Undefined for API keys, access tokens, and a desk
 * without a person.
 */
export function ownUser(c: AppContext): UserRecord | undefined {
  const user = c.get("person") ?? c.get("signedIn")?.user;
  return user?.shared_desk ? undefined : user;
}
