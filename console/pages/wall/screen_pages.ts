/** How long a page of a wall screen stays. */
export const PAGE_MS = 8_000;
/** No critical may be out of sight for longer. */
export const MOST_OUT_OF_SIGHT_MS = 30_000;
/** Left of it for late timers. */
const MARGIN_MS = 2_000;

/** A tile, row or heading as it is laid out, from the top of the wall. */
export interface Block {
  topPx: number;
  bottomPx: number;
  /** A heading stays with the block below it. */
  isHead: boolean;
  /** The active items that it stands for. */
  active: number;
  /** The key of an active critical. */
  critical?: string;
}

export interface ScreenPage {
  fromPx: number;
  toPx: number;
  active: number;
  criticals: readonly string[];
}

/** Divides the wall into pages of at most this height; no block is cut unless it is higher than a page. */
export function pagesOf(blocks: readonly Block[], heightPx: number): ScreenPage[] {
  const pages: Block[][] = [];
  let page: Block[] = [];
  blocks.forEach((block, index) => {
    const endPx = block.isHead ? blocks[index + 1]?.bottomPx ?? block.bottomPx : block.bottomPx;
    const isFull = page.length > 0 && endPx - page[0]!.topPx > heightPx && block.topPx > page[0]!.topPx;
    if (isFull) page = [];
    if (page.length === 0) pages.push(page);
    page.push(block);
  });
  return pages.map((own) => ({
    fromPx: own[0]!.topPx,
    toPx: Math.max(...own.map(({ bottomPx }) => bottomPx)),
    active: own.reduce((sum, { active }) => sum + active, 0),
    criticals: own.flatMap(({ critical }) => critical ?? []),
  }));
}

/**
 * How long each page stays. All pages with criticals come in turn between two others, so a critical is out of sight
 * for one page less than these and the other one together.
 */
export function stayMs(pages: readonly ScreenPage[]): number {
  const critical = pages.filter(isCritical).length;
  if (critical === 0) return PAGE_MS;
  const between = critical - 1 + (critical < pages.length ? 1 : 0);
  return Math.min(PAGE_MS, (MOST_OUT_OF_SIGHT_MS - MARGIN_MS) / Math.max(1, between));
}

/** Which page is shown, and what was shown when. */
export interface Rotation {
  page: number;
  /** When each active critical was last in sight; of one never shown, when it was first known. */
  seen: ReadonlyMap<string, { atMs: number; isShown: boolean }>;
  /** The last page without criticals, and when it was turned to. */
  other: number;
  otherAtMs: number;
}

/** The page after another one: the criticals longest out of sight, after all of them one other page. */
export function nextRotation(
  { before, shown, pages, nowMs }: {
    before: Rotation | undefined;
    /** The criticals in sight until now. */
    shown: readonly string[];
    pages: readonly ScreenPage[];
    nowMs: number;
  },
): Rotation {
  const inSight = new Set(shown);
  const seen = new Map(
    pages.flatMap(({ criticals }) => criticals).map((key) => [
      key,
      inSight.has(key)
        ? { atMs: nowMs, isShown: true }
        : before?.seen.get(key) ?? { atMs: nowMs, isShown: false },
    ]),
  );
  const otherAtMs = before?.otherAtMs ?? nowMs;
  const isDue = (key: string) => {
    const last = seen.get(key);
    return last !== undefined && (!last.isShown || last.atMs <= otherAtMs);
  };
  const others = [...pages.keys()].filter((index) => !isCritical(pages[index]!));
  const rotation = { seen, otherAtMs, other: before?.other ?? -1 };
  const due = pages.some(({ criticals }) => criticals.some(isDue));
  if (due || others.length === 0) return { ...rotation, page: longestOutOfSight(pages, seen) };
  const next = others.find((index) => index > rotation.other) ?? others[0]!;
  return { ...rotation, page: next, other: next, otherAtMs: nowMs };
}

function longestOutOfSight(pages: readonly ScreenPage[], seen: Rotation["seen"]): number {
  const seenMs = ({ criticals }: ScreenPage) =>
    Math.min(...criticals.map((key) => seen.get(key)?.atMs ?? -Infinity));
  let longest = 0;
  pages.forEach((page, index) => {
    if (seenMs(page) < seenMs(pages[longest]!)) longest = index;
  });
  return longest;
}

function isCritical({ criticals }: ScreenPage): boolean {
  return criticals.length > 0;
}

/** "Page 1 of 3: 12 more active below, 4 above". */
export function pageText(pages: readonly ScreenPage[], page: number): string {
  const sum = (some: readonly ScreenPage[]) => some.reduce((total, { active }) => total + active, 0);
  const below = sum(pages.slice(page + 1)), above = sum(pages.slice(0, page));
  const text = [
    ...below > 0 ? [`${below.toLocaleString("en")} more active below`] : [],
    ...above > 0 ? [`${above.toLocaleString("en")} ${below > 0 ? "" : "more active "}above`] : [],
  ].join(", ");
  return `Page ${page + 1} of ${pages.length}: ${text === "" ? "none active on the other pages" : text}`;
}
