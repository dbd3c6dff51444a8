import type { KnownDevice, KnownDevicesRecord } from "../../domain/access/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import { type NounContext, unchanged, write } from "../write.ts";
import { notFound } from "../noun_refusals.ts";
import { hashOf, newToken } from "./token_hashes.ts";

const TOKEN_BYTES = 32;
/** The most devices of a user; beyond that the least recently used one is forgotten. */
export const MOST_DEVICES = 20;
/** A device unused for 400 days, the longest life of a cookie in a browser, is forgotten. */
const FORGOTTEN_MS = 400 * 24 * 3_600_000;

/** The browsers that each user has signed in with, read from memory. Only the hashes of their tokens are stored. */
export class KnownDevices {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  has(userId: number, token: string): boolean {
    const hash = hashOf(token);
    return this.#unexpired(this.mirrors.knownDevices.get(userId)).some((device) =>
      device.token_hash === hash
    );
  }

  /** Records a sign-in with the device of this token, or with a new device. Returns the device's token. */
  remember(userId: number, token: string | undefined): Promise<string> {
    const { context } = this;
    const fresh = newToken(context, TOKEN_BYTES);
    return write(context, async () => {
      const read = [keys.user(userId), keys.knownDevices(userId)];
      const [user, entry] = await context.store.getMany(read);
      if (user === undefined) throw notFound("user", userId);
      const known = this.#unexpired(entry && kinds.knownDevices.read(entry.value));
      const before = token !== undefined && known.some((device) => device.token_hash === hashOf(token));
      const result = before ? token : fresh;
      const value = this.#record(userId, { known, hash: hashOf(result) });
      const checks = [unchanged(read[0]!, user), unchanged(read[1]!, entry)];
      return { result, commit: { checks, mutations: [{ type: "set", key: read[1]!, value }] } };
    });
  }

  #record(userId: number, { known, hash }: { known: KnownDevice[]; hash: string }): KnownDevicesRecord {
    const used = { token_hash: hash, last_used_at_ms: this.context.now() };
    const others = known.filter((device) => device.token_hash !== hash);
    return { v: 1, user_id: userId, devices: [...others, used].slice(-MOST_DEVICES) };
  }

  #unexpired(record: KnownDevicesRecord | undefined): KnownDevice[] {
    const since: Ms = this.context.now() - FORGOTTEN_MS;
    return (record?.devices ?? []).filter((device) => device.last_used_at_ms > since);
  }
}

export function forgetDevices(userId: number): Mutation {
  return { type: "delete", key: keys.knownDevices(userId) };
}
