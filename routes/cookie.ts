/** The session cookie, parsed by hand because every request reads it. */
const COOKIE_NAME = "andon_session";
const PREFIX = `${COOKIE_NAME}=`;

/** The token in a Cookie header, or undefined. */
export function sessionToken(header: string | null): string | undefined {
  if (header === null) return undefined;
  let at = header.indexOf(PREFIX);
  while (at > 0 && !/[;\s]/.test(header[at - 1])) at = header.indexOf(PREFIX, at + 1);
  if (at === -1) return undefined;
  const start = at + PREFIX.length;
  const end = header.indexOf(";", start);
  const token = header.slice(start, end === -1 ? undefined : end).trim();
  return token === "" ? undefined : token;
}

export function sessionCookie(token: string, options: { secure: boolean }): string {
  return `${PREFIX}${token}; HttpOnly; SameSite=Lax; Path=/${options.secure ? "; Secure" : ""}`;
}

export function endedSessionCookie(options: { secure: boolean }): string {
  return `${sessionCookie("", options)}; Max-Age=0`;
}
