interface PagerProps {
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  addressOf(page: number): string;
}

/** The pages of a list that is read newest first, as links. */
export function Pager({ label, page, pages, addressOf }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav class="pager" aria-label={label}>
      <PageLink isThere={page > 1} to={addressOf(page - 1)}>Newer</PageLink>
      <span>Page {page} of {Math.max(1, pages)}</span>
      <PageLink isThere={page < pages} to={addressOf(page + 1)}>Older</PageLink>
    </nav>
  );
}

function PageLink({ to, isThere, children }: { to: string; isThere: boolean; children: string }) {
  if (!isThere) return <span class="button gone" aria-hidden="true">{children}</span>;
  return <a class="button" href={to}>{children}</a>;
}
