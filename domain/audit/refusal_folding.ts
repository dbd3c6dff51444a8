import { cutText } from "../shared/text.ts";
import { isoFromMs, type Ms } from "../shared/time.ts";

/** A wrong password or sign-in link, an unknown or unusable key, and a request that its sender may not make. */
export const REFUSAL_KINDS = ["sign_in_refused", "key_refused", "access_refused"] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** A refused request. Texts may be anything that a client sends. */
export interface RefusedRequest {
  kind: RefusalKind;
  /** The signed-in user or key; undefined for nobody. */
  who: string | undefined;
  /** The name that was tried, or the name of the key; undefined when unknown. */
  name: string | undefined;
  /** An IP address. */
  address: string;
  /** The shared desk at which `who` confirmed the request, and the id of its user. */
  desk?: string;
  desk_id?: number;
  userAgent: string;
  /** `POST /api/auth/login` */
  route: string;
  reason: string;
}

/** Refusals of one kind, name and address. */
export interface FoldedRefusals {
  action: RefusalKind | "more_refused";
  who: string;
  name: string;
  address: string | undefined;
  desk?: string;
  desk_id?: number;
  details: Record<string, unknown>;
}

/** Who or what nobody knows. No user name has brackets. */
const UNKNOWN = "(unknown)";
export const REFUSAL_WINDOW_MS: Ms = 60_000;
const HOUR_MS: Ms = 3_600_000;
const LONGEST = { name: 100, route: 200, reason: 300, userAgent: 200 } as const;
/** Of the addresses beyond the bound. */
const MOST_COUNTED = 1_000;
const MOST_NAMED = 20;

/** What is written apart: each makes at most two entries a minute. */
export interface FoldingLimits {
  perMinute: number;
  perHour: number;
}

export const FOLDING_LIMITS: FoldingLimits = { perMinute: 50, perHour: 500 };

interface Fold {
  last: RefusedRequest;
  /** Without the first. */
  repeated: number;
  fromMs: Ms;
  untilMs: Ms;
}

/**
 * Turns refusals into entries of the audit log. The first of a kind, name and address within a minute is an entry at
 * once; its repetitions are one more at the end of the minute. Beyond the limits all others are one entry together:
 * at most 101 entries a minute and 1,060 an hour, however many refusals there are.
 */
export class RefusalFolding {
  readonly #folds = new Map<string, Fold>();
  readonly #others = { count: 0, addresses: new Set<string>(), fromMs: 0, untilMs: 0 };
  #hour = { beganMs: -Infinity, written: 0 };

  constructor(private readonly limits = FOLDING_LIMITS) {}

  /** The entry to write at once, if there is one. */
  add(refusal: RefusedRequest, nowMs: Ms): FoldedRefusals | undefined {
    const key = JSON.stringify([refusal.kind, refusal.name ?? refusal.who, refusal.address]);
    const fold = this.#folds.get(key);
    if (fold !== undefined) {
      fold.repeated++;
      fold.last = refusal;
      fold.untilMs = nowMs;
      return undefined;
    }
    if (!this.#mayTell(nowMs)) return this.#addOther(refusal.address, nowMs);
    this.#folds.set(key, { last: refusal, repeated: 0, fromMs: nowMs, untilMs: nowMs });
    return entryOf(refusal, { count: 1 });
  }

  /** Ends the minute: the entries of what was repeated and of what was beyond the limits. */
  end(): FoldedRefusals[] {
    const entries: FoldedRefusals[] = [];
    for (const { last, repeated, fromMs, untilMs } of this.#folds.values()) {
      if (repeated > 0) entries.push(entryOf(last, { count: repeated, ...spanOf(fromMs, untilMs) }));
    }
    if (this.#others.count > 0) entries.push(this.#othersEntry());
    this.#folds.clear();
    this.#others.count = 0;
    this.#others.addresses.clear();
    return entries;
  }

  #mayTell(nowMs: Ms): boolean {
    if (nowMs - this.#hour.beganMs >= HOUR_MS) this.#hour = { beganMs: nowMs, written: 0 };
    if (this.#folds.size >= this.limits.perMinute || this.#hour.written >= this.limits.perHour) return false;
    this.#hour.written++;
    return true;
  }

  #addOther(address: string, nowMs: Ms): undefined {
    const others = this.#others;
    if (others.count === 0) others.fromMs = nowMs;
    others.count++;
    others.untilMs = nowMs;
    if (others.addresses.size < MOST_COUNTED) others.addresses.add(address);
  }

  #othersEntry(): FoldedRefusals {
    const { count, addresses, fromMs, untilMs } = this.#others;
    const atLeast = addresses.size < MOST_COUNTED ? "" : "at least ";
    return {
      action: "more_refused",
      who: UNKNOWN,
      name: UNKNOWN,
      address: undefined,
      details: {
        reason: `${count} more refusals from ${atLeast}${addresses.size} addresses`,
        count,
        addresses: [...addresses].slice(0, MOST_NAMED),
        ...spanOf(fromMs, untilMs),
      },
    };
  }
}

function entryOf(refusal: RefusedRequest, { count, ...span }: { count: number }): FoldedRefusals {
  const { kind, who, name, address, desk, desk_id, userAgent, route, reason } = refusal;
  return {
    action: kind,
    who: who ?? UNKNOWN,
    name: plainLine(name ?? who ?? "", LONGEST.name) || UNKNOWN,
    address,
    ...desk !== undefined && { desk, desk_id },
    details: {
      reason: plainLine(reason, LONGEST.reason),
      route: plainLine(route, LONGEST.route),
      user_agent: plainLine(userAgent, LONGEST.userAgent),
      count,
      ...span,
    },
  };
}

function spanOf(fromMs: Ms, untilMs: Ms): { from: string; until: string } {
  return { from: isoFromMs(fromMs), until: isoFromMs(untilMs) };
}

/** Control characters, line ends, and marks that change the direction of a text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A client's text as data for a log: one well-formed line of limited length. */
function plainLine(text: string, most: number): string {
  return cutText(text.slice(0, 4 * most).toWellFormed().replace(INVISIBLE, ""), most);
}
