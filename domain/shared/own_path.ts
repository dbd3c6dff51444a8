/** Never resolved: it only marks what is still on the same site after parsing. */
const HERE = "http://andon.invalid";
/** The most characters of a path that a sign-in returns to. */
export const MOST_PATH = 2_000;

/**
 * A path of this site with its query and fragment, such as a sign-in page continues to; the start page for any other
 * text, and for a path of more than `MOST_PATH` characters. The result never begins with `//`, which a browser would
 * take for another host.
 */
export function ownPath(text: string | null | undefined): string {
  if (text === null || text === undefined || !text.startsWith("/")) return "/";
  const url = URL.parse(text, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith("//")) return "/";
  const path = url.pathname + url.search + url.hash;
  return path.length > MOST_PATH ? "/" : path;
}
