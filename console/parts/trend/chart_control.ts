import { signal } from "@preact/signals";
import { onColourChange } from "../colour_changes.ts";
import { addPoint, columnsOf, dropBefore } from "./columns.ts";
import { cursorAfterKey } from "./cursor.ts";
import { attachGestures, type GestureActions } from "./gestures.ts";
import { createPlot, type PlotFrame, type PlotOptions, type PlotState, type TrendPlot } from "./plot.ts";
import type { TrendPoint, TrendSeries, TrendView } from "./types.ts";
import type { ValueRange } from "./value_range.ts";
import { pannedView, viewAfterKey, zoomedView } from "./view.ts";

/** What the owner of a chart is told; set at each rendering. */
export interface ChartListeners {
  onView?(view: TrendView): void;
  onUndo?(): void;
}

/** Gestures and keys are taken together before the data of the new view are read. */
const SETTLE_MS = 350;
const NEWEST = Number.MAX_SAFE_INTEGER;
/** New values of all curves are drawn together, of long times less often: a quarter of a bucket, within these bounds. */
const DRAW_MS = { least: 250, most: 5_000 };

/** The state of a displayed chart between renderings: its data, view, cursor and plot. */
export class ChartControl {
  readonly state: PlotState = {
    columns: { timesMs: [], series: [] },
    view: { fromMs: 0, toMs: 1 },
    limits: [],
    bands: [],
    unread: [],
    isWhole: false,
  };
  listeners: ChartListeners = {};
  /** The cursor's position in the columns; beyond them: the newest. */
  readonly at = signal(NEWEST);
  /** Counts the drawings of new values. */
  readonly version = signal(0);
  /** Outliers that the axis leaves out. */
  readonly outside = signal<ValueRange | null>(null);
  /** Where the plot was drawn last. */
  readonly frame = signal<PlotFrame | null>(null);
  #plot: TrendPlot | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #drawing: ReturnType<typeof setTimeout> | undefined;
  #read: readonly (readonly number[])[] = [];
  #widthMs = 1_000;
  /** A person has moved the view, and its owner is not yet told. */
  #isMoved = false;

  /** Takes what was read. The same data again keep their newest points; a view that a person is moving stays. */
  take(series: readonly TrendSeries[], view: TrendView | undefined): void {
    const read = series.map(({ timesMs }) => timesMs);
    if (read.length === this.#read.length && read.every((times, of) => times === this.#read[of])) return;
    this.#read = read;
    const columns = columnsOf(series), { timesMs } = columns;
    const own = { fromMs: timesMs[0] ?? 0, toMs: timesMs.at(-1) ?? 1 };
    this.#widthMs = timesMs.length < 2 ? 1_000 : (own.toMs - own.fromMs) / (timesMs.length - 1);
    this.state.columns = columns;
    if (!this.#isMoved) this.state.view = { ...view ?? own };
    this.at.value = NEWEST;
  }

  /** Takes gestures on the host until the returned function is called. */
  attach(host: HTMLElement): () => void {
    const leftPx = () => this.#plot?.chart.over.getBoundingClientRect().left ?? 0;
    return attachGestures(host, { leftPx, actions: this.#gestures() });
  }

  /** Draws into the host until the returned function is called. */
  mount(options: Omit<PlotOptions, "state" | "onRange" | "onDraw">): () => void {
    const plot = createPlot({
      ...options,
      state: this.state,
      onRange: (range) => this.#tellOutside(range),
      onDraw: (frame) => this.#tellFrame(frame),
    });
    this.#plot = plot;
    const stopRecolouring = onColourChange(plot.recolour);
    return () => {
      stopRecolouring();
      plot.destroy();
      this.#plot = undefined;
    };
  }

  update(): void {
    this.#plot?.update();
  }

  recolour(): void {
    this.#plot?.recolour();
  }

  dispose(): void {
    clearTimeout(this.#settling);
    clearTimeout(this.#drawing);
  }

  /** The cursor within the columns. */
  get position(): number {
    return Math.max(0, Math.min(this.at.value, this.state.columns.timesMs.length - 1));
  }

  /** Takes the cursor to the point under the pointer. The plot's own cursor moves only after the event. */
  point(clientX: number): void {
    const { chart } = this.#plot ?? {};
    if (chart !== undefined) {
      this.at.value = chart.posToIdx(clientX - chart.over.getBoundingClientRect().left);
    }
  }

  /** Adds a new point of a curve; a view that it lies just beyond follows it, unless a person is moving it. */
  add(of: number, point: TrendPoint): void {
    const { columns, view } = this.state;
    if (!addPoint(columns, { of, point, widthMs: this.#widthMs })) return;
    const width = view.toMs - view.fromMs;
    if (!this.#isMoved && point.ms > view.toMs && point.ms - view.toMs < width) {
      Object.assign(view, { fromMs: point.ms - width, toMs: point.ms });
      dropBefore(columns, view.fromMs);
    }
    this.#drawing ??= setTimeout(() => {
      this.#drawing = undefined;
      this.update();
      this.version.value++;
    }, Math.max(DRAW_MS.least, Math.min(DRAW_MS.most, this.#widthMs / 4)));
  }

  /** Whether the chart uses the key. */
  key(event: KeyboardEvent): boolean {
    const isUndo = event.key === "Backspace" || (event.key === "z" && (event.ctrlKey || event.metaKey));
    if (isUndo && this.listeners.onUndo !== undefined) {
      this.listeners.onUndo();
      return true;
    }
    const { timesMs } = this.state.columns;
    const [atMs, latestMs] = [timesMs[this.position] ?? 0, this.#latestMs];
    const view = viewAfterKey(event, { view: this.state.view, atMs, latestMs });
    const to = view === undefined
      ? cursorAfterKey(event.key, { at: this.position, count: timesMs.length })
      : undefined;
    if (view !== undefined) this.#show(view, true);
    if (to !== undefined) this.at.value = to;
    if (view === undefined && to === undefined) return false;
    const left = this.#plot?.chart.valToPos(timesMs[this.position]! / 1_000, "x");
    if (left !== undefined) this.#plot?.chart.setCursor({ left, top: 0 }, false);
    return true;
  }

  get #latestMs(): number {
    return Math.max(Date.now(), this.state.columns.timesMs.at(-1) ?? 0);
  }

  #show(view: TrendView, isSettled: boolean): void {
    this.#isMoved = true;
    Object.assign(this.state.view, view);
    this.update();
    if (isSettled) this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#isMoved = false;
      this.listeners.onView?.({ ...this.state.view });
    }, SETTLE_MS);
  }

  #gestures(): GestureActions {
    const { state } = this;
    const msAt = (px: number) => (this.#plot?.chart.posToVal(px, "x") ?? 0) * 1_000;
    return {
      pan: (byPx) =>
        this.#show(
          pannedView(state.view, { byMs: msAt(byPx) - msAt(0), latestMs: this.#latestMs }),
          false,
        ),
      zoom: (factor, atPx) =>
        this.#show(
          zoomedView(state.view, { factor, atMs: msAt(atPx), latestMs: this.#latestMs }),
          false,
        ),
      select: (a, b, isDone) => {
        const [left, right] = [Math.min(a, b), Math.max(a, b)], { chart } = this.#plot ?? {};
        const width = isDone ? 0 : right - left, height = chart?.over.clientHeight ?? 0;
        chart?.setSelect({ left, width, top: 0, height }, false);
        if (isDone) this.#show({ fromMs: msAt(left), toMs: msAt(right) }, true);
      },
      end: () => this.#settle(),
    };
  }

  #tellFrame(frame: PlotFrame): void {
    if (JSON.stringify(frame) === JSON.stringify(this.frame.peek())) return;
    queueMicrotask(() => this.frame.value = frame);
  }

  #tellOutside(range: ValueRange): void {
    const next = range.outside === 0 ? null : range, known = this.outside.peek();
    const isKnown = next?.outside === known?.outside && next?.lowest === known?.lowest &&
      next?.highest === known?.highest;
    // The plot is being drawn; a rendering must wait.
    if (!isKnown) queueMicrotask(() => this.outside.value = next);
  }
}
