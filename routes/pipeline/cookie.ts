import type { SessionCookie } from "../../domain/access/types.ts";

/** Parsed by hand, because every request reads them. */
const SESSION_COOKIES: Readonly<Record<SessionCookie, string>> = {
  host: "__Host-andon_session",
  plain: "andon_session",
};

export interface SentSession {
  cookie: SessionCookie;
  token: string;
}

/** The session cookies of a Cookie header, `__Host-andon_session` first. */
export function sentSessions(header: string | null): SentSession[] {
  if (header === null || !header.includes(SESSION_COOKIES.plain)) return [];
  return (["host", "plain"] as const).flatMap((cookie) => {
    const token = cookieValue(header, SESSION_COOKIES[cookie]);
    return token === undefined ? [] : [{ cookie, token }];
  });
}

/** The value of a cookie in a Cookie header; undefined when it is absent or empty. */
export function cookieValue(header: string, name: string): string | undefined {
  const prefix = `${name}=`;
  let at = header.indexOf(prefix);
  while (at > 0 && !/[;\s]/.test(header[at - 1]!)) at = header.indexOf(prefix, at + 1);
  if (at === -1) return undefined;
  const start = at + prefix.length;
  const end = header.indexOf(";", start);
  const value = header.slice(start, end === -1 ? undefined : end).trim();
  return value === "" ? undefined : value;
}

/** The Set-Cookie value of a session. */
export function sessionCookie(token: string, cookie: SessionCookie): string {
  const secure = cookie === "host" ? "; Secure" : "";
  return `${SESSION_COOKIES[cookie]}=${token}; HttpOnly; SameSite=Lax; Path=/${secure}`;
}

export function endedSessionCookie(cookie: SessionCookie): string {
  return `${sessionCookie("", cookie)}; Max-Age=0`;
}

/** How long a browser keeps the cookie of a known device: 400 days, the most that browsers allow. */
const DEVICE_SECONDS = 400 * 24 * 3_600;
/** Of use at sign-in only. */
const DEVICE_PATH = "/api/auth/login";

/** The token of a user's device in a Cookie header. */
export function deviceToken(header: string | null, userId: number): string | undefined {
  return header === null ? undefined : cookieValue(header, deviceName(userId));
}

/** The Set-Cookie value of a known device. Each user of a browser has one. */
export function deviceCookie(
  token: string,
  { userId, secure }: { userId: number; secure: boolean },
): string {
  const attributes = `HttpOnly; SameSite=Strict; Path=${DEVICE_PATH}; Max-Age=${DEVICE_SECONDS}`;
  return `${deviceName(userId)}=${token}; ${attributes}${secure ? "; Secure" : ""}`;
}

function deviceName(userId: number): string {
  return `andon_device_${userId}`;
}

const SCREEN_COOKIES: Readonly<Record<SessionCookie, string>> = {
  host: "__Host-andon_screen",
  plain: "andon_screen",
};

/** The credential of a wall screen in a Cookie header. */
export function screenToken(header: string | null, cookie: SessionCookie): string | undefined {
  return header === null ? undefined : cookieValue(header, SCREEN_COOKIES[cookie]);
}

/** The Set-Cookie value of a wall screen's credential. Lax: a link of another page may open the wall. */
export function screenCookie(
  token: string,
  { cookie, seconds = DEVICE_SECONDS }: { cookie: SessionCookie; seconds?: number },
): string {
  const secure = cookie === "host" ? "; Secure" : "";
  return `${SCREEN_COOKIES[cookie]}=${token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}${secure}`;
}

const BEGUN_COOKIES: Readonly<Record<SessionCookie, string>> = {
  host: "__Host-andon_begun",
  plain: "andon_begun",
};
const BEGUN_SECONDS = 600;

/** The sealed beginning of a sign-in at an identity provider. Lax: the provider's page leads back here. */
export function begunCookie(sealed: string, cookie: SessionCookie): string {
  const secure = cookie === "host" ? "; Secure" : "";
  return `${
    BEGUN_COOKIES[cookie]
  }=${sealed}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${BEGUN_SECONDS}${secure}`;
}

export function begunToken(header: string | null, cookie: SessionCookie): string | undefined {
  return header === null ? undefined : cookieValue(header, BEGUN_COOKIES[cookie]);
}

export function endedBegunCookie(cookie: SessionCookie): string {
  return begunCookie("", cookie).replace(`Max-Age=${BEGUN_SECONDS}`, "Max-Age=0");
}

const PENDING_COOKIES: Readonly<Record<SessionCookie, string>> = {
  host: "__Host-andon_sign_in",
  plain: "andon_sign_in",
};

/** The Set-Cookie value of a sign-in that waits for its second step. */
export function pendingCookie(
  token: string,
  { cookie, seconds }: { cookie: SessionCookie; seconds: number },
): string {
  const secure = cookie === "host" ? "; Secure" : "";
  return `${
    PENDING_COOKIES[cookie]
  }=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}${secure}`;
}

export function pendingToken(header: string | null, cookie: SessionCookie): string | undefined {
  return header === null ? undefined : cookieValue(header, PENDING_COOKIES[cookie]);
}
