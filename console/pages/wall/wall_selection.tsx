import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useEventActions } from "../../events/event_actions.ts";
import { useEventNames } from "../../events/event_names.ts";
import { SelectionBar } from "../../events/selection_bar.tsx";
import type { ChosenEvents, ShownEvents } from "../../events/event_group.ts";
import { useEventSelection } from "../../events/use_event_selection.ts";
import { noSelection } from "../../parts/selection.ts";
import { isSelecting } from "../../parts/selecting_click.ts";
import type { TileMark } from "./wall_tile.tsx";
import type { WallItem } from "./wall_order.ts";

interface WallSelectionProps {
  board: RefObject<HTMLElement | null>;
  /** The tiles on the screen, in their order. */
  tiles: readonly WallItem[];
  /** Receives what draws the checkbox of a tile. */
  mark: Signal<TileMark | null>;
  /** Freezes the order of the tiles. */
  hold(): void;
  /** Lets them move again, unless somebody works with them. */
  release(): void;
}

/** The event of the tile first: with another one, the tile is no longer what was selected. */
function shownOf({ key, event, waiting }: WallItem): ShownEvents {
  return [key, [event, ...waiting.filter(({ id }) => id !== event.id)]];
}

/** Selects tiles by clicks and keys, and acknowledges or shelves them together. Loaded after the wall. */
export function WallSelection({ board, tiles, mark, hold, release }: WallSelectionProps) {
  const { mayActOn } = useEventActions();
  const chosen = useSignal<ChosenEvents>(noSelection());
  const selection = useEventSelection(chosen);
  const open = tiles.filter(({ event, waiting }) =>
    (event.is_active || waiting.length > 0) && mayActOn(event)
  );
  const shown = open.map(shownOf);
  const isEmpty = selection.groups.length === 0;

  function select(key: string | undefined, isRange: boolean): void {
    const tile = shown.find(([one]) => one === key);
    if (tile === undefined) return;
    if (isRange) selection.extendTo(tile[0], shown);
    else selection.toggle(tile);
  }

  /** Selects from the tile with the focus to the one before or after it, which gets the focus. */
  function extend(from: string | undefined, by: number): void {
    const at = shown.findIndex(([key]) => key === from);
    const [first, next] = [shown[at], shown[at + by]];
    if (first === undefined || next === undefined) return;
    if (!selection.has(first)) selection.toggle(first);
    selection.extendTo(next[0], shown);
    tileOf(board.current, next[0])?.focus();
  }

  const newest = useRef({ select, extend, shown });
  newest.current = { select, extend, shown };

  useEffect(() => {
    mark.value = (item) => <TileCheck {...{ item, chosen, newest }} />;
    const element = board.current;
    const onMouseDown = (event: MouseEvent) => isSelecting(event) && event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const key = keyOf(event.target);
      if (key === undefined || !isSelecting(event)) return;
      event.preventDefault();
      newest.current.select(key, event.shiftKey);
      tileOf(element, key)?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLElement) || event.target.dataset.key === undefined) return;
      const { key } = event.target.dataset;
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key !== " " && (by === undefined || !event.shiftKey)) return;
      event.preventDefault();
      if (by === undefined) newest.current.select(key, false);
      else newest.current.extend(key, by);
    };
    element?.addEventListener("mousedown", onMouseDown);
    element?.addEventListener("click", onClick);
    element?.addEventListener("keydown", onKeyDown);
    return () => {
      mark.value = null;
      element?.removeEventListener("mousedown", onMouseDown);
      element?.removeEventListener("click", onClick);
      element?.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  useEffect(() => {
    if (isEmpty) requestAnimationFrame(release);
    else hold();
  }, [isEmpty]);

  return <SelectionBar selection={selection} shown={shown} />;
}

function keyOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined;
}

function tileOf(board: HTMLElement | null, key: string): HTMLElement | undefined {
  return [...board?.querySelectorAll<HTMLElement>("[data-key]") ?? []].find((tile) =>
    tile.dataset.key === key
  );
}

interface TileCheckProps {
  item: WallItem;
  chosen: Signal<ChosenEvents>;
  newest: RefObject<{ shown: readonly ShownEvents[]; select(key: string, isRange: boolean): void }>;
}

/** Drawn by itself when the selection changes. */
function TileCheck({ item, chosen, newest }: TileCheckProps) {
  const { titleOf } = useEventNames();
  const { mayActOn } = useEventActions();
  const selection = useEventSelection(chosen);
  if (!item.event.is_active && item.waiting.length === 0 || !mayActOn(item.event)) return null;
  return (
    <input
      type="checkbox"
      class="tile-check"
      tabIndex={-1}
      aria-label={`Select ${titleOf(item.event)}`}
      checked={selection.has(shownOf(item))}
      onClick={(click) => newest.current?.select(item.key, click.shiftKey)}
    />
  );
}
