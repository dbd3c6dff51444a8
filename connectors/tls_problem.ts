/** What the TLS libraries say of a certificate that they do not accept, and what it means. */
const PROBLEMS: readonly [RegExp, string][] = [
  [
    /NotValidForName|ALTNAME_INVALID|does not match certificate|not valid for name/i,
    "is for another name; enter the name that stands in it",
  ],
  [/expired|CERT_HAS_EXPIRED/i, "has expired; it must be renewed there"],
  [/NotValidYet|CERT_NOT_YET_VALID/i, "is not valid yet; check the clocks"],
  [/Revoked/i, "is revoked; it must be renewed there"],
  [
    /UnknownIssuer|SELF_SIGNED|self[- ]signed|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CaUsedAsEndEntity/i,
    "is signed by an authority that is not known here; enter the authority's certificate, or have the " +
    "server use one that is publicly trusted",
  ],
  [/invalid peer certificate|BadEncoding|ERR_TLS_CERT/i, "is not accepted"],
];

const NO_TLS = /wrong version number|InvalidContentType|packet length too long/i;

/** Why no encrypted connection begins, and what to do; undefined if the error is about something else. */
export function tlsProblem(error: unknown, host: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (NO_TLS.test(error.message)) {
    return `${host} does not begin with TLS on this port; choose another port or way of encryption (${error.message})`;
  }
  const code = "code" in error ? String(error.code) : "";
  const said = `${code} ${error.message}`;
  const found = PROBLEMS.find(([pattern]) => pattern.test(said));
  if (found === undefined || !/certificate|cert|SELF_SIGNED|VERIFY|ISSUER/i.test(said)) return undefined;
  return `The certificate of ${host} ${found[1]} (${error.message})`;
}
