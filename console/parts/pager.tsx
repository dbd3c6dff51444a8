import { numberText } from "./numbers.ts";

interface PagerProps {
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  addressOf(page: number): string;
}

/** Links to the pages of a list, newest first. */
export function Pager({ label, page, pages, addressOf }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav class="pager" aria-label={label}>
      <PageLink isEnabled={page > 1} to={addressOf(page - 1)}>Newer</PageLink>
      <span>Page {numberText(page)} of {numberText(Math.max(1, pages))}</span>
      <PageLink isEnabled={page < pages} to={addressOf(page + 1)}>Older</PageLink>
    </nav>
  );
}

function PageLink({ to, isEnabled, children }: { to: string; isEnabled: boolean; children: string }) {
  if (!isEnabled) return <span class="button disabled" aria-hidden="true">{children}</span>;
  return <a class="button" href={to}>{children}</a>;
}
