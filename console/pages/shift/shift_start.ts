const HOUR_MS = 3_600_000, MINUTE_MS = 60_000;

/** The length of a shift while nobody has said when theirs began. */
export const DEFAULT_HOURS = 8;
/** After this, a remembered time belongs to an earlier shift. */
const REMEMBERED_MS = 24 * HOUR_MS;

/** When a shift began, and how that is known. */
export interface ShiftStart {
  fromMs: number;
  from: "address" | "person" | "default";
}

/** The time in the address, else the one that this person has set in this browser, else eight hours ago. */
export function shiftStart(
  { address = "", stored, username, nowMs }: {
    address?: string;
    stored: string;
    username: string;
    nowMs: number;
  },
): ShiftStart {
  const addressMs = Date.parse(address);
  if (addressMs <= nowMs) return { fromMs: addressMs, from: "address" };
  const storedMs = storedStart(stored, username);
  if (storedMs !== undefined && storedMs <= nowMs && nowMs - storedMs < REMEMBERED_MS) {
    return { fromMs: storedMs, from: "person" };
  }
  return { fromMs: wholeMinute(nowMs - DEFAULT_HOURS * HOUR_MS), from: "default" };
}

/** The preference: several people may use one browser, and each comes on at their own time. */
export function storedShift(username: string, ms: number): string {
  return JSON.stringify([username, wholeMinute(ms)]);
}

function storedStart(stored: string, username: string): number | undefined {
  try {
    const [who, ms] = JSON.parse(stored);
    return who === username && Number.isSafeInteger(ms) ? ms : undefined;
  } catch {
    return undefined;
  }
}

export function wholeMinute(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/** The address of the page for a time: `/shift?from=2026-01-31T06:00:00.000Z`. */
export function shiftAddress(fromMs: number): string {
  return `/shift?from=${new Date(fromMs).toISOString()}`;
}
