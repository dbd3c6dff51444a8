const API_KEY = /^Bearer +(andon_\S*) *$/i;

/** The API key in an Authorization header. Undefined without one, and for credentials that a proxy added. */
export function bearerKey(header: string | null): string | undefined {
  return header === null ? undefined : API_KEY.exec(header)?.[1];
}
