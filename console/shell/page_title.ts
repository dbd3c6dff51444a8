import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const page = signal("");
/** Stands before the title of every page: "(1 critical) ". */
export const titleNotice = signal("");

effect(() => {
  if (page.value !== "") document.title = `${titleNotice.value}${page.value} – Andon`;
});

/** Sets the document's title: the page, then the product. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page.value = title;
  }, [title]);
}
