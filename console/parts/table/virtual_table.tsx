import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Sort } from "./sort.ts";
import { remembered, useRemembered } from "./list_memory.ts";
import { isSelecting } from "../selecting_click.ts";
import { rowAfterKey } from "./window.ts";
import { useWindow } from "./use_window.ts";

export interface Column<T> {
  key: string;
  title: string;
  /** Displayed instead of the title. */
  head?: ComponentChildren;
  /** A track of the grid: `120px`, `minmax(0, 2fr)`. */
  width: string;
  /** The track on narrow screens; `width` by default. */
  narrowWidth?: string;
  /** Right alignment, for numbers. */
  align?: "end";
  /** Hidden on narrow screens. */
  wideOnly?: boolean;
  /** A name or state that is never cut: a long one takes two lines of its row. */
  isWhole?: boolean;
  cell(row: T): ComponentChildren;
  /** Makes the column sortable by its heading. */
  compare?(a: T, b: T): number;
}

interface TableProps<T> {
  /** The label of the table: "Events". */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** The default is its `id`. */
  keyOf?(row: T): string | number;
  /** Called by Enter or a click on a row. */
  onOpen?(row: T): void;
  /** Called before a row is opened or something in it used, with all rows in the order shown. */
  onUse?(row: T, rows: readonly T[]): void;
  /** Further CSS classes of a row. */
  classOf?(row: T): string;
  rowHeight?: number;
  /** The height on narrow screens; `rowHeight` by default. */
  narrowRowHeight?: number;
  /** The order if it is kept in the address; otherwise the table keeps it. */
  order?: { sort: Sort | null; change(sort: Sort | null): void };
  /** A checkbox per row and one for all; Space, or a click with Ctrl, toggles a row. */
  selection?: RowSelection<T>;
}

export interface RowSelection<T> {
  has(row: T): boolean;
  toggle(row: T): void;
  /** Shift with a click or an arrow: selects from the row that was toggled last to this one. */
  extendTo?(row: T, rows: readonly T[]): void;
  /** State and action of the checkbox in the heading. */
  all: boolean;
  toggleAll(): void;
  /** The label of a row's checkbox. */
  nameOf(row: T): string;
}

/** A table of any length that renders only visible rows. Arrows, Home and End move the focused row. */
export function VirtualTable<T>(props: TableProps<T>) {
  const { label, rows, keyOf = idOf, onOpen, onUse, classOf, order, selection } = props;
  const extendTo = (row: T) => selection?.extendTo?.(row, ordered.value);
  const columns = selection === undefined
    ? props.columns
    : [selectionColumn(selection, extendTo), ...props.columns];
  const sort = useRemembered<Sort | null>(`sort ${label}`, order?.sort ?? null);
  if (order !== undefined && !sameSort(sort.peek(), order.sort)) sort.value = order.sort;
  const current = useRemembered(`row ${label}`, 0);
  /** The row to focus after the next rendering. After Back it is the one that was left. */
  const focusTo = useRef<number | null>(remembered<number>(`row ${label}`) ?? null);
  const source = useSignal(rows);
  source.value = rows;
  const ordered = useComputed(() => sorted(source.value, { columns, sort: sort.value }));
  const { host, window, page, rowHeight, reveal } = useWindow({
    count: rows.length,
    rowHeight: props.rowHeight ?? 32,
    narrowRowHeight: props.narrowRowHeight,
    name: label,
  });
  const at = Math.min(current.value, Math.max(0, rows.length - 1));

  useEffect(() => {
    if (focusTo.current !== at) return;
    focusTo.current = null;
    host.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.dataset.row === undefined) return;
    if (event.key === "Enter") {
      onUse?.(ordered.value[at]!, ordered.value);
      return onOpen?.(ordered.value[at]!);
    }
    if (event.key === " " && selection !== undefined && ordered.value[at] !== undefined) {
      event.preventDefault();
      return selection.toggle(ordered.value[at]);
    }
    if (selection !== undefined && event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!selection.all) selection.toggleAll();
      return;
    }
    const to = rowAfterKey(event.key, { at, count: rows.length, page });
    if (to === undefined) return;
    event.preventDefault();
    if (event.shiftKey && selection?.extendTo !== undefined) {
      // A range that begins here includes the row that the focus leaves.
      if (!selection.has(ordered.value[at]!)) selection.toggle(ordered.value[at]!);
      extendTo(ordered.value[to]!);
    }
    focusTo.current = to;
    current.value = to;
    reveal(to);
  }

  const rendered = renderedRows(window, at, rows.length);
  return (
    <div class="table" style={{ "--tracks": tracks(columns), "--tracks-narrow": narrowTracks(columns) }}>
      <div
        ref={host}
        class="table-rows"
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable={selection === undefined ? undefined : true}
        onKeyDown={onKeyDown}
      >
        <div class="table-head" role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <Heading
              key={column.key}
              column={column}
              sort={sort.value}
              onSort={(next) => order === undefined ? sort.value = next : order.change(next)}
            />
          ))}
        </div>
        <div class="table-space" role="rowgroup" style={{ blockSize: `${rows.length * rowHeight}px` }}>
          {rendered.map((index) => {
            const row = ordered.value[index]!;
            return (
              <div
                key={keyOf(row)}
                role="row"
                class={`table-row ${classOf?.(row) ?? ""}`}
                data-row={index}
                aria-rowindex={index + 2}
                aria-selected={selection?.has(row)}
                tabIndex={index === at ? 0 : -1}
                style={{ transform: `translateY(${index * rowHeight}px)`, blockSize: `${rowHeight}px` }}
                onFocus={() => current.value = index}
                onClickCapture={() => onUse?.(row, ordered.value)}
                onMouseDown={(event) => selection && event.shiftKey && event.preventDefault()}
                onClick={(event) => {
                  if (selection !== undefined && isSelecting(event)) {
                    event.preventDefault();
                    current.value = index;
                    if (event.shiftKey) extendTo(row);
                    else selection.toggle(row);
                  } else if (
                    !(event.target instanceof Element) || event.target.closest("a, button, input") === null
                  ) {
                    onOpen?.(row);
                  }
                }}
              >
                {columns.map((column) => (
                  <div key={column.key} role="gridcell" class={cellClass(column)}>{column.cell(row)}</div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function selectionColumn<T>(selection: RowSelection<T>, extendTo: (row: T) => void): Column<T> {
  return {
    key: "selection",
    title: "",
    width: "24px",
    head: (
      <input
        type="checkbox"
        aria-label="Select all shown rows"
        checked={selection.all}
        onChange={selection.toggleAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={selection.nameOf(row)}
        checked={selection.has(row)}
        onClick={(event) => event.shiftKey ? extendTo(row) : selection.toggle(row)}
      />
    ),
  };
}

function sameSort(a: Sort | null, b: Sort | null): boolean {
  return a?.key === b?.key && a?.descending === b?.descending;
}

function Heading<T>(
  { column, sort, onSort }: { column: Column<T>; sort: Sort | null; onSort(sort: Sort | null): void },
) {
  const { key, title, head, compare } = column;
  const mine = sort?.key === key ? sort : null;
  const order = mine === null ? undefined : mine.descending ? "descending" : "ascending";
  return (
    <div role="columnheader" class={cellClass(column)} aria-sort={order}>
      {compare === undefined
        ? head ?? title
        : (
          <button type="button" class="sort" onClick={() => onSort(nextSort(key, mine))}>
            {head ?? title}
            <span aria-hidden="true">{mine === null ? "" : mine.descending ? " ↓" : " ↑"}</span>
          </button>
        )}
    </div>
  );
}

function nextSort(key: string, mine: Sort | null): Sort | null {
  if (mine === null) return { key, descending: false };
  return mine.descending ? null : { key, descending: true };
}

function idOf(row: unknown): string | number {
  const { id } = Object(row);
  if (typeof id !== "string" && typeof id !== "number") throw new TypeError("Rows without an id need keyOf");
  return id;
}

function sorted<T>(
  rows: readonly T[],
  { columns, sort }: { columns: readonly Column<T>[]; sort: Sort | null },
): readonly T[] {
  const compare = columns.find(({ key }) => key === sort?.key)?.compare;
  if (compare === undefined) return rows;
  return [...rows].sort(sort?.descending === true ? (a, b) => compare(b, a) : compare);
}

/** The visible rows and the focused row, which must stay rendered to keep the focus. */
function renderedRows({ first, end }: { first: number; end: number }, at: number, count: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index);
  if (count > 0 && at < first) rows.unshift(at);
  if (count > 0 && at >= end) rows.push(at);
  return rows;
}

function cellClass<T>({ align, wideOnly, isWhole }: Column<T>): string {
  return `cell ${align === "end" ? "end" : ""} ${wideOnly === true ? "wide-only" : ""} ${
    isWhole === true ? "whole" : ""
  }`;
}

function tracks<T>(columns: readonly Column<T>[]): string {
  return columns.map(({ width }) => width).join(" ");
}

function narrowTracks<T>(columns: readonly Column<T>[]): string {
  return columns.filter(({ wideOnly }) => wideOnly !== true)
    .map(({ width, narrowWidth }) => narrowWidth ?? width).join(" ");
}
