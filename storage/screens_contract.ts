import type { Actor, SessionCookie } from "../domain/access/types.ts";
import type { ScreenChange, ScreenRecord } from "../domain/screen/schema.ts";

export interface ScreenDraft {
  name: string;
  start_page: string;
  /** The ids of the areas that its wall shows; none: the whole plant. */
  areas?: readonly number[];
  /** The SHA-256 of the credential, hexadecimal. */
  tokenHash: string;
  cookie: SessionCookie;
  address: string;
  userAgent: string | null;
}

/** Wall screens, read from memory. */
export interface Screens {
  /** By name, with the last use that this process knows. */
  list(): ScreenRecord[];
  get(id: number): ScreenRecord | undefined;
  byName(name: string): ScreenRecord | undefined;
  /** A new credential of 256 random bits, in base64url. */
  newToken(): string;
  tokenHash(token: string): string;
  /** VALIDATION_FAILED for a name that another one has, for an unknown area, and for a 201st screen. */
  create(draft: ScreenDraft, by: Actor): Promise<ScreenRecord>;
  /** VALIDATION_FAILED for a name that another one has, and for an unknown area. */
  update(id: number, change: ScreenChange, by: Actor): Promise<ScreenRecord>;
  /** Its credential is refused from then on. */
  end(id: number, by: Actor): Promise<void>;
  /** The screen with this credential. Records the use (written at most once in 5 minutes). */
  use(token: string, address: string): ScreenRecord | undefined;
  /** Whether the screen has not been ended, for an open connection, which counts as a use. */
  isOpen(id: number): boolean;
}
