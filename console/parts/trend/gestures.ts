/** What gestures on a chart ask for. Positions and distances in CSS pixels from its left edge. */
export interface GestureActions {
  pan(byPx: number): void;
  zoom(factor: number, atPx: number): void;
  /** A range is being chosen; `isDone` when it is. */
  select(fromPx: number, toPx: number, isDone: boolean): void;
  /** A pan or zoom has ended. */
  end(): void;
}

/** A shorter movement is a click. */
const MIN_DRAG_PX = 5;
/** A wheel that scrolls the page does not start to zoom when the chart comes under the pointer. */
const SCROLL_PAUSE_MS = 400;
const LINE_PX = 16;
const ZOOM_PER_PX = 0.0016;

interface GestureTarget {
  /** Where the chart's left edge is now, in the window. */
  leftPx(): number;
  actions: GestureActions;
}

/**
 * Drag pans, Shift and drag chooses a range, the wheel and two fingers zoom. The element outlives the chart in it, so
 * that a gesture goes on when the chart is drawn anew. Returns a function that detaches.
 */
export function attachGestures(element: HTMLElement, { leftPx, actions }: GestureTarget): () => void {
  const abort = new AbortController(), { signal } = abort;
  const pointers = new Map<number, number>();
  let drag: { startPx: number; lastPx: number; isMoved: boolean; isChoosing: boolean } | undefined;
  let scrolledAt = -Infinity, zoomedAt = -Infinity;
  const offset = (clientX: number) => clientX - leftPx();

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const px = offset(event.clientX);
    pointers.set(event.pointerId, px);
    element.setPointerCapture(event.pointerId);
    drag = pointers.size === 1
      ? { startPx: px, lastPx: px, isMoved: false, isChoosing: event.shiftKey }
      : undefined;
  }

  function onMove(event: PointerEvent): void {
    if (!pointers.has(event.pointerId)) return;
    const px = offset(event.clientX);
    if (pointers.size === 2) pinch(event.pointerId, px);
    pointers.set(event.pointerId, px);
    if (drag === undefined) return;
    drag.isMoved ||= Math.abs(px - drag.startPx) >= MIN_DRAG_PX;
    if (!drag.isMoved) return;
    if (drag.isChoosing) actions.select(drag.startPx, px, false);
    else actions.pan(drag.lastPx - px);
    drag.lastPx = px;
  }

  function pinch(id: number, px: number): void {
    const other = [...pointers].find(([key]) => key !== id)?.[1] ?? 0;
    const before = pointers.get(id) ?? px;
    const [was, is] = [Math.abs(before - other), Math.abs(px - other)];
    if (was > 0 && is > 0) actions.zoom(was / is, (px + other) / 2);
  }

  function onUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    if (drag?.isMoved && drag.isChoosing) actions.select(drag.startPx, offset(event.clientX), true);
    else if (drag === undefined || drag.isMoved) actions.end();
    drag = undefined;
  }

  function onWheel(event: WheelEvent): void {
    const isScrolling = event.timeStamp - scrolledAt < SCROLL_PAUSE_MS &&
      event.timeStamp - zoomedAt >= SCROLL_PAUSE_MS;
    if (isScrolling && !event.ctrlKey) return;
    event.preventDefault();
    zoomedAt = event.timeStamp;
    const unit = event.deltaMode === event.DOM_DELTA_LINE ? LINE_PX : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) actions.pan(event.deltaX * unit);
    else actions.zoom(Math.exp(event.deltaY * unit * ZOOM_PER_PX), offset(event.clientX));
    actions.end();
  }

  element.addEventListener("pointerdown", onDown, { signal });
  element.addEventListener("pointermove", onMove, { signal });
  element.addEventListener("pointerup", onUp, { signal });
  element.addEventListener("pointercancel", onUp, { signal });
  element.addEventListener("wheel", onWheel, { signal, passive: false });
  document.addEventListener("scroll", (event) => scrolledAt = event.timeStamp, { signal, capture: true });
  return () => abort.abort();
}
