import { leastTextPx, useRoomScale } from "./room_scale.ts";
import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useInterval } from "../../parts/use_interval.ts";
import {
  type Block,
  nextRotation,
  pagesOf,
  pageText,
  type Rotation,
  type ScreenPage,
  stayMs,
} from "./screen_pages.ts";

/** Left free below a page, with the line that says what is on the others: at least this, or so many lines. */
const FOOT_PX = 56;
const FOOT_LINES = 1.8;
const CHECK_MS = 250;
const BLOCKS = ".wall-head, .wall-tiles > li, .wall-rows > li, .wall-more";

interface RotatingPagesProps {
  board: RefObject<HTMLElement | null>;
  /** Changes with what the wall shows. */
  contents: string;
  children: ComponentChildren;
}

/** The wall of a screen, which nobody scrolls: what does not fit stands on pages that turn by themselves. */
export function RotatingPages({ board, contents, children }: RotatingPagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const pages = useSignal<readonly ScreenPage[]>([]);
  const rotation = useSignal<Rotation | undefined>(undefined);
  const shownAtMs = useRef(0);
  const at = Math.min(rotation.value?.page ?? 0, Math.max(0, pages.value.length - 1));

  function showNextPage(): void {
    const nowMs = performance.now();
    const shown = rotation.peek() === undefined ? [] : pages.peek()[at]?.criticals ?? [];
    rotation.value = nextRotation({ before: rotation.peek(), shown, pages: pages.peek(), nowMs });
    shownAtMs.current = nowMs;
  }

  // The wall stands in the page only from now on: this part is loaded later than the board.
  useRoomScale(board, contents);
  useLayoutEffect(() => {
    const measure = () => {
      if (board.current === null || frame.current === null) return;
      const heightPx = innerHeight - (frame.current.getBoundingClientRect().top + scrollY) -
        Math.max(FOOT_PX, leastTextPx() * FOOT_LINES);
      const next = pagesOf(blocksIn(board.current), heightPx);
      if (JSON.stringify(next) !== JSON.stringify(pages.peek())) pages.value = next;
      if (rotation.peek() === undefined && next.length > 0) showNextPage();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (board.current !== null) observer.observe(board.current);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [contents]);
  useInterval(() => {
    if (pages.peek().length < 2) return;
    if (performance.now() - shownAtMs.current >= stayMs(pages.peek())) showNextPage();
  }, CHECK_MS);

  const page = pages.value.length > 1 ? pages.value[at] : undefined;
  return (
    <>
      <div
        ref={frame}
        class="wall-frame"
        style={page === undefined ? {} : { blockSize: `${page.toPx - page.fromPx}px` }}
      >
        <div style={page === undefined ? {} : { transform: `translateY(${-page.fromPx}px)` }}>{children}</div>
      </div>
      {page !== undefined && <p class="wall-turn">{pageText(pages.value, at)}</p>}
    </>
  );
}

/** The blocks in the order of the page; positions do not depend on the page that is shown. */
function blocksIn(board: HTMLElement): Block[] {
  const topPx = board.getBoundingClientRect().top;
  return [...board.querySelectorAll<HTMLElement>(BLOCKS)].map((element) => {
    const box = element.getBoundingClientRect();
    const item = element.querySelector<HTMLElement>("[data-key]");
    const isActive = item?.dataset.active !== undefined;
    return {
      topPx: box.top - topPx,
      bottomPx: box.bottom - topPx,
      isHead: element.matches(".wall-head"),
      active: isActive ? 1 : Number(element.dataset.hidden ?? 0),
      critical: isActive && item?.classList.contains("s1") ? item.dataset.key : undefined,
    };
  });
}
