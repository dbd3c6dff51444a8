import { useEffect } from "preact/hooks";

/** Sets the document's title: the page, then the product. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Andon`;
  }, [title]);
}
