import { Refusal } from "../../domain/shared/refusal.ts";
import type { Owner } from "../../domain/conversation/types.ts";
import { type AppContext, signInFirst } from "../pipeline/env.ts";

/** The owner whose conversations a request may read. */
export function ownerOf(c: AppContext): Owner {
  const person = c.get("person");
  if (person !== undefined) return { userId: person.id };
  const signedIn = c.get("signedIn");
  if (signedIn !== undefined) return { userId: signedIn.user.id };
  const keyId = c.get("apiKeyId");
  if (c.get("tokenHolder") !== undefined) {
    throw new Refusal(
      "FORBIDDEN",
      "Conversations belong to a user or an API key; an access token cannot hold any",
    );
  }
  if (keyId === undefined) throw signInFirst();
  return { keyId };
}
