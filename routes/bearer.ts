const API_KEY = /^Bearer +(andon_\S*) *$/i;

/** The API key in an Authorization header; undefined for none, and for what a proxy may have put there. */
export function bearerKey(header: string | null): string | undefined {
  return header === null ? undefined : API_KEY.exec(header)?.[1];
}
