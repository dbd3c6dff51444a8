import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isLeftList } from "./scroll_position.ts";
import { remembered, useRemembered } from "./list_memory.ts";
import { type TreeRow, treeRows, type TreeShape } from "./tree_rows.ts";
import { useWindow } from "./use_window.ts";
import { rowAfterKey } from "./window.ts";

interface TreeProps<T> extends TreeShape<T> {
  label: string;
  roots: readonly T[];
  /** Keys of the expanded nodes. */
  expanded: Signal<ReadonlySet<string>>;
  selected?: string;
  onSelect?(node: T): void;
  row(node: T): ComponentChildren;
  /** A checkbox at each node that has one, which Space toggles. */
  check?: NodeCheck<T>;
  rowHeight?: number;
}

interface NodeCheck<T> {
  /** Undefined: the node has no checkbox. */
  isChecked(node: T): boolean | undefined;
  /** Its checkbox only shows a state. */
  isFixed?(node: T): boolean;
  toggle(node: T): void;
}

/** A tree of any size that renders only visible rows: arrows move, collapse and expand, Enter selects. */
export function VirtualTree<T>(props: TreeProps<T>) {
  const { label, roots, keyOf, expanded, selected, onSelect, row, check, rowHeight = 32 } = props;
  const rows = treeRows(roots, props, expanded.value);
  const current = useRemembered<string | undefined>(`row ${label}`, undefined);
  /** The row to focus after the next rendering. After Back it is the one that was left. */
  const focusTo = useRef<number | null>(null);
  const isBack = useRef({ row: remembered(`row ${label}`) !== undefined, scroll: isLeftList(label) });
  const { host, window, page, reveal } = useWindow({ count: rows.length, rowHeight, name: label });
  const at = Math.max(0, rows.findIndex(({ node }) => keyOf(node) === current.value));

  useEffect(() => {
    if (isBack.current.row) focusTo.current = at;
    isBack.current.row = false;
    if (focusTo.current !== at) return;
    focusTo.current = null;
    host.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true });
  });

  const chosen = rows.findIndex(({ node }) => keyOf(node) === selected);
  useEffect(() => {
    if (chosen >= 0 && !isBack.current.scroll) reveal(chosen);
    isBack.current.scroll = false;
  }, [selected, chosen >= 0]);

  function fold(key: string, open: boolean): void {
    const next = new Set(expanded.value);
    if (open) next.add(key);
    else next.delete(key);
    expanded.value = next;
  }

  function toggle(node: T): void {
    if (check?.isFixed?.(node) !== true) check?.toggle(node);
  }

  function moveTo(index: number): void {
    focusTo.current = index;
    current.value = keyOf(rows[index]!.node);
    reveal(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const here = rows[at];
    if (here === undefined) return;
    const act = treeKey(event.key, here, { fold: (open) => fold(keyOf(here.node), open), moveTo, at }) ??
      (event.key === "Enter" ? () => onSelect?.(here.node) : undefined) ??
      (event.key === " " && check !== undefined ? () => toggle(here.node) : undefined);
    const to = rowAfterKey(event.key, { at, count: rows.length, page });
    if (act === undefined && to === undefined) return;
    event.preventDefault();
    if (act !== undefined) act();
    else if (to !== undefined) moveTo(to);
  }

  return (
    <div ref={host} class="tree" role="tree" aria-label={label} onKeyDown={onKeyDown}>
      <div class="table-space" role="none" style={{ blockSize: `${rows.length * rowHeight}px` }}>
        {rows.slice(window.first, window.end).map((one, index) => {
          const key = keyOf(one.node);
          const rowIndex = window.first + index;
          return (
            <div
              key={key}
              role="treeitem"
              class="tree-row"
              data-row={rowIndex}
              aria-level={one.level}
              aria-posinset={one.position}
              aria-setsize={one.siblings}
              aria-expanded={one.hasChildren ? one.isExpanded : undefined}
              aria-selected={key === selected}
              aria-checked={check?.isChecked(one.node)}
              tabIndex={rowIndex === at ? 0 : -1}
              style={{
                transform: `translateY(${rowIndex * rowHeight}px)`,
                blockSize: `${rowHeight}px`,
                paddingInlineStart: `${(one.level - 1) * 16 + 4}px`,
              }}
              onFocus={() => current.value = key}
              onClick={() => onSelect === undefined ? fold(key, !one.isExpanded) : onSelect(one.node)}
            >
              <span
                class={`twist ${one.hasChildren ? one.isExpanded ? "open" : "closed" : "leaf"}`}
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  fold(key, !one.isExpanded);
                }}
              />
              {check?.isChecked(one.node) !== undefined && (
                <span
                  class={check?.isFixed?.(one.node) ? "tree-check fixed" : "tree-check"}
                  aria-hidden="true"
                  onClick={(event) => {
                    event.stopPropagation();
                    toggle(one.node);
                  }}
                />
              )}
              {row(one.node)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface TreeMoves {
  fold(open: boolean): void;
  moveTo(index: number): void;
  at: number;
}

/** → expands, then moves to the first child; ← collapses, then moves to the parent. */
function treeKey<T>(key: string, row: TreeRow<T>, { fold, moveTo, at }: TreeMoves): (() => void) | undefined {
  if (key === "ArrowRight" && row.hasChildren) return () => row.isExpanded ? moveTo(at + 1) : fold(true);
  if (key !== "ArrowLeft") return undefined;
  if (row.isExpanded) return () => fold(false);
  return row.parent < 0 ? undefined : () => moveTo(row.parent);
}
