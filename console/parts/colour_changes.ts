/** What changes the colours of a page besides the choice of the theme: the system's theme and colours, and paper. */
const QUERIES = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"];

/** Calls back when a canvas must be drawn in other colours; returns what ends that. */
export function onColourChange(draw: () => void): () => void {
  const media = QUERIES.map((query) => matchMedia(query));
  for (const each of media) each.addEventListener("change", draw);
  return () => {
    for (const each of media) each.removeEventListener("change", draw);
  };
}
