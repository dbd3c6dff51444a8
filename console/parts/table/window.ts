/** The rows of a long list that are rendered. */
export interface RowWindow {
  first: number;
  /** One after the last row. */
  end: number;
}

const MARGIN = 8;

/** The visible rows with a margin. Heights and offsets in pixels. */
export function rowWindow(
  { scrollTop, height, rowHeight, count }: {
    scrollTop: number;
    height: number;
    rowHeight: number;
    count: number;
  },
): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + MARGIN);
  return { first: Math.min(first, end), end };
}

/** The row that a key moves to; undefined for other keys. */
export function rowAfterKey(
  key: string,
  { at, count, page }: { at: number; count: number; page: number },
): number | undefined {
  const last = count - 1;
  const to =
    { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
