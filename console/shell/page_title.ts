import { useEffect } from "preact/hooks";

/** The document's title: what the page is of, then the product. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Andon`;
  }, [title]);
}
