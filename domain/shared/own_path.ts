/** Never resolved: it only marks what is still on the same site after parsing. */
const HERE = "http://andon.invalid";

/**
 * A path of this site with its query and fragment, such as a sign-in page continues to; the start page for any other
 * text. The result never begins with `//`, which a browser would take for another host.
 */
export function ownPath(text: string | null | undefined): string {
  if (text === null || text === undefined || !text.startsWith("/")) return "/";
  const url = URL.parse(text, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
