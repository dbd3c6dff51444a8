import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Sort } from "./sort.ts";
import { rowAfterKey } from "./window.ts";
import { useWindow } from "./use_window.ts";

export interface Column<T> {
  key: string;
  title: string;
  /** Shown instead of the title. */
  head?: ComponentChildren;
  /** A track of the grid: `120px`, `minmax(0, 2fr)`. */
  width: string;
  /** Where there is little room; `width` when absent. */
  narrowWidth?: string;
  /** Numbers stand at the end. */
  align?: "end";
  /** Left out where there is no room: on a phone. */
  wideOnly?: boolean;
  cell(row: T): ComponentChildren;
  /** Orders rows; the heading becomes a button. */
  compare?(a: T, b: T): number;
}

interface TableProps<T> {
  /** What the table is of: "Events". */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string | number;
  /** Enter on a row, or a click on it. */
  onOpen?(row: T): void;
  /** More classes of a row. */
  classOf?(row: T): string;
  rowHeight?: number;
  /** Where the order stands in the address; the table keeps it itself when absent. */
  order?: { sort: Sort | null; change(sort: Sort | null): void };
  /** A box before each row, and one for all; Space marks the row that has the focus. */
  marks?: Marks<T>;
}

export interface Marks<T> {
  has(row: T): boolean;
  toggle(row: T): void;
  /** What the box in the heading shows and does. */
  all: boolean;
  toggleAll(): void;
  /** What a row's box is called. */
  nameOf(row: T): string;
}

/** A table of any length, of which only what is in sight is drawn. One row has the focus; arrows, Home, End move it. */
export function VirtualTable<T>(props: TableProps<T>) {
  const { label, rows, keyOf, onOpen, classOf, rowHeight = 32, order, marks } = props;
  const columns = marks === undefined ? props.columns : [markColumn(marks), ...props.columns];
  const sort = useSignal<Sort | null>(order?.sort ?? null);
  if (order !== undefined && !sameSort(sort.peek(), order.sort)) sort.value = order.sort;
  const current = useSignal(0);
  /** The row that is to get the focus: an effect of a drawing before it is another one's. */
  const focusTo = useRef<number | null>(null);
  const given = useSignal(rows);
  given.value = rows;
  const ordered = useComputed(() => sorted(given.value, { columns, sort: sort.value }));
  const { host, window, page, reveal } = useWindow({ count: rows.length, rowHeight });
  const at = Math.min(current.value, Math.max(0, rows.length - 1));

  useEffect(() => {
    if (focusTo.current !== at) return;
    focusTo.current = null;
    host.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.dataset.row === undefined) return;
    if (event.key === "Enter") return onOpen?.(ordered.value[at]);
    if (event.key === " " && marks !== undefined && ordered.value[at] !== undefined) {
      event.preventDefault();
      return marks.toggle(ordered.value[at]);
    }
    const to = rowAfterKey(event.key, { at, count: rows.length, page });
    if (to === undefined) return;
    event.preventDefault();
    focusTo.current = to;
    current.value = to;
    reveal(to);
  }

  const drawn = rowsOf(window, at, rows.length);
  return (
    <div class="table" style={{ "--tracks": tracks(columns), "--tracks-narrow": narrowTracks(columns) }}>
      <div
        ref={host}
        class="table-rows"
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
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
          {drawn.map((index) => {
            const row = ordered.value[index];
            return (
              <div
                key={keyOf(row)}
                role="row"
                class={`table-row ${classOf?.(row) ?? ""}`}
                data-row={index}
                aria-rowindex={index + 2}
                aria-selected={marks?.has(row)}
                tabIndex={index === at ? 0 : -1}
                style={{ transform: `translateY(${index * rowHeight}px)`, blockSize: `${rowHeight}px` }}
                onFocus={() => current.value = index}
                onClick={(event) => {
                  if (
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

function markColumn<T>(marks: Marks<T>): Column<T> {
  return {
    ...{ key: "mark", title: "", width: "24px" },
    head: (
      <input
        type="checkbox"
        aria-label="Mark all that are shown"
        checked={marks.all}
        onChange={marks.toggleAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={marks.nameOf(row)}
        checked={marks.has(row)}
        onChange={() => marks.toggle(row)}
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

function sorted<T>(
  rows: readonly T[],
  { columns, sort }: { columns: readonly Column<T>[]; sort: Sort | null },
): readonly T[] {
  const compare = columns.find(({ key }) => key === sort?.key)?.compare;
  if (compare === undefined) return rows;
  return [...rows].sort(sort?.descending === true ? (a, b) => compare(b, a) : compare);
}

/** What is in sight, and the row that has the focus wherever it is: a row that goes takes the focus with it. */
function rowsOf({ first, end }: { first: number; end: number }, at: number, count: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index);
  if (count > 0 && at < first) rows.unshift(at);
  if (count > 0 && at >= end) rows.push(at);
  return rows;
}

function cellClass<T>({ align, wideOnly }: Column<T>): string {
  return `cell ${align === "end" ? "end" : ""} ${wideOnly === true ? "wide-only" : ""}`;
}

function tracks<T>(columns: readonly Column<T>[]): string {
  return columns.map(({ width }) => width).join(" ");
}

function narrowTracks<T>(columns: readonly Column<T>[]): string {
  return columns.filter(({ wideOnly }) => wideOnly !== true)
    .map(({ width, narrowWidth }) => narrowWidth ?? width).join(" ");
}
