import { passwordWeakness } from "../../domain/access/password_strength.ts";
import { PASSWORD_LIMITS } from "../../domain/access/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { characters } from "../../domain/shared/text.ts";

/** The issue of a new password that is easy to guess. One of a wrong length is left to the schema. */
export async function weakPassword(
  password: unknown,
  { path, username }: { path: string; username: string },
): Promise<Issue[]> {
  if (typeof password !== "string" || !hasRightLength(password)) return [];
  const message = await passwordWeakness(password, username);
  return message === undefined ? [] : [{ path, message }];
}

function hasRightLength(password: string): boolean {
  const { shortest, longest } = PASSWORD_LIMITS;
  if (password.length > 2 * longest) return false;
  const length = characters(password);
  return length >= shortest && length <= longest;
}
