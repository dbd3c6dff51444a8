import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { RuleEvent } from "../../api/client.ts";
import type { EventActions } from "../../events/event_actions.ts";
import { isStale } from "../../live/staleness.ts";
import { StateGlyph } from "../../parts/glyph.tsx";
import { later } from "../../parts/later.tsx";
import { outsideText } from "../../parts/areas.ts";
import { useConsole } from "../../shell/console.ts";
import { useKeys } from "../../shell/use_keys.ts";
import { type HeldOrder, heldWall, orderOf } from "./held_order.ts";
import { type TileLookups, type TileMark, WallTile } from "./wall_tile.tsx";
import type { OpenDialog } from "./wall_dialog.tsx";
import { useRoomScale } from "./room_scale.ts";
import { unfolded, type WallItem, worstRank } from "./wall_order.ts";
import { CRITICAL, FLOOD_TILES, toAcknowledge, type Wall, type WallSection } from "./wall_model.ts";
import { numberText } from "../../parts/numbers.ts";

const WallSelection = later(async () => (await import("./wall_selection.tsx")).WallSelection);
const RotatingPages = later(async () => (await import("./rotating_pages.tsx")).RotatingPages);
const Waiting = later(async () => (await import("./wall_states.tsx")).Waiting);
const WallDialog = later(async () => (await import("./wall_dialog.tsx")).WallDialog);

/** Tiles shown per section before it is expanded. */
const MAX_TILES = 24;
/** On a screen, which turns pages instead of being expanded. */
const MAX_SCREEN_TILES = 200;
/** Rows shown beneath the tiles before they are expanded. */
const MAX_ROWS = 100;
const ROWS = "rows";
/** Most streams with live values. */
const MAX_VALUES = 500;

interface BoardProps extends Pick<TileLookups, "placeOf" | "streamOf"> {
  wall: Wall;
  actions: EventActions;
  hours: number;
  /** Without controls, as nobody operates a wall screen. */
  isScreen?: boolean;
}

/** The tiles by section, and the keys that act on the focused tile. */
export function WallBoard({ wall, actions, hours, isScreen = false, ...lookups }: BoardProps) {
  const { live } = useConsole();
  const held = useSignal<HeldOrder | null>(null);
  const expanded = useSignal<ReadonlySet<string>>(new Set());
  const dialog = useSignal<OpenDialog | null>(null);
  const current = useSignal<string | undefined>(undefined);
  const mark = useSignal<TileMark | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const shown = held.value === null ? { ...wall, waiting: [] } : heldWall(wall, held.value);
  const mostOf = ({ key, isFlood }: WallSection) =>
    expanded.value.has(key) ? Infinity : isScreen ? MAX_SCREEN_TILES : isFlood ? FLOOD_TILES : MAX_TILES;
  const worst = worstRank(wall.sections.flatMap(({ items }) => items));
  const visible = shown.sections.map((section) => visibleItems(section, { most: mostOf(section), worst }));
  const rows = shown.rows.slice(0, expanded.value.has(ROWS) ? Infinity : MAX_ROWS);
  const tiles = [...visible.flatMap(({ items }) => items), ...rows];
  const at = tiles.find(({ key }) => key === current.value) ?? tiles[0];

  useLiveValues(tiles, lookups.streamOf);
  const contents = `${visible.map(({ key, items }) => `${key} ${items.length}`)} ${rows.length} ${
    shown.waiting.length > 0
  }`;
  useRoomScale(board, contents);
  const expand = (key: string) => expanded.value = new Set([...expanded.value, key]);
  const tileProps = (item: WallItem) => ({
    ...lookups,
    item,
    isCurrent: item.key === at?.key,
    mark: mark.value?.(item),
    onFocus: () => void (current.value = item.key),
    acknowledge: actions.mayActOn(item.event)
      ? () => void actions.acknowledge(toAcknowledge(item), { isMeant: true })
      : undefined,
  });
  const hold = () => held.value ??= orderOf(wall);
  const release = () => {
    if (board.current?.matches(":hover, :focus-within, :has(:checked)") === false) held.value = null;
  };
  const showNew = () => held.value = held.value === null ? null : orderOf(wall);

  function focus(item: WallItem | undefined): void {
    if (item === undefined) return;
    current.value = item.key;
    hold();
    requestAnimationFrame(() => tileOf(board.current, item.key)?.focus());
  }

  const openTile = () => tileOf(board.current, at?.key ?? "")?.querySelector("a")?.click();

  useWallKeys({
    tiles,
    at,
    actions,
    focus,
    showNew,
    openTile,
    open: (kind, event) => dialog.value = { kind, event },
  });

  const wallElement = (
    <div
      ref={board}
      class={`wall ${isStale(live) ? "no-data" : ""} ${live.connection.value === "down" ? "down" : ""}`}
      data-events="Event wall"
      onPointerEnter={(event) => event.pointerType === "mouse" && hold()}
      onPointerLeave={() => requestAnimationFrame(release)}
      onFocusIn={hold}
      onFocusOut={() => requestAnimationFrame(release)}
    >
      {shown.waiting.length > 0 && <Waiting items={shown.waiting} show={showNew} />}
      {visible.filter(({ items }) => items.length > 0).map((section) => (
        <section key={section.key} class="wall-section" aria-label={section.title}>
          <SectionHead section={section} hours={hours} />
          <ul class="wall-tiles">
            {section.items.map((item) => <WallTile key={item.key} {...tileProps(item)} />)}
          </ul>
          <More
            hidden={section.hidden}
            expand={!isScreen && (() =>
              expand(section.key))}
          />
        </section>
      ))}
      {rows.length > 0 && (
        <section class="wall-section" aria-label="Not active">
          <ul class="wall-rows">
            {rows.map((item) => <WallTile key={item.key} {...tileProps(item)} isRow />)}
          </ul>
          <More hidden={shown.rows.length - rows.length} expand={!isScreen && (() => expand(ROWS))} />
        </section>
      )}
      <Normal
        sections={visible.filter(({ key, items, active }) =>
          key !== CRITICAL && items.length === 0 && active === 0
        )}
        hours={hours}
      />
      {dialog.value !== null && <WallDialog {...dialog.value} onClose={() => dialog.value = null} />}
    </div>
  );
  if (!isScreen) {
    return (
      <>
        {wallElement}
        {actions.mayAct && <WallSelection {...{ board, tiles, mark, hold, release }} />}
      </>
    );
  }
  return <RotatingPages board={board} contents={contents}>{wallElement}</RotatingPages>;
}

function visibleItems(
  section: WallSection,
  { most, worst }: { most: number; worst: number },
): WallSection & { hidden: number } {
  const items = unfolded(section.items, { most, worst });
  return { ...section, items, hidden: section.items.length - items.length };
}

/** What is folded; a wall screen cannot expand it. */
function More({ hidden, expand }: { hidden: number; expand: (() => void) | false }) {
  if (hidden === 0) return null;
  const text = `and ${numberText(hidden)} more`;
  return (
    <p class="muted wall-more" data-hidden={hidden}>
      {expand === false ? text : <button type="button" class="link" onClick={expand}>{text}</button>}
    </p>
  );
}

/** Sections without active events, one line each. */
function Normal({ sections, hours }: { sections: readonly WallSection[]; hours: number }) {
  if (sections.length === 0) return null;
  return (
    <ul class="wall-normal" aria-label="Not active">
      {sections.map((section) => (
        <li key={section.key}>
          <SectionHead section={section} hours={hours} />
        </li>
      ))}
    </ul>
  );
}

function SectionHead({ section, hours }: { section: WallSection; hours: number }) {
  const { live } = useConsole();
  const isUnknown = isStale(live);
  const { key, title, active, critical, unacknowledged, returned, ended, recent, isFlood } = section;
  return (
    <div class="wall-head">
      {active === 0 && <StateGlyph state={isUnknown ? "unknown" : "normal"} />}
      <h2>{title}</h2>
      <span class="wall-facts">
        {active > 0 ? `${numberText(active)} active` : isUnknown ? "unknown, no data" : "normal"}
        {critical > 0 && key !== CRITICAL && `, ${numberText(critical)} critical above`}
        {unacknowledged > 0 && `, ${numberText(unacknowledged)} unacknowledged`}
        {returned > 0 && `, ${numberText(returned)} returned to normal and unacknowledged`}
        {ended > 0 && `, ${numberText(ended)} ended in ${hours} h`}
      </span>
      {isFlood && <strong class="wall-flood">Flood: {numberText(recent)} in 10 min</strong>}
    </div>
  );
}

interface WallKeys {
  tiles: readonly WallItem[];
  at: WallItem | undefined;
  actions: EventActions;
  focus(item: WallItem | undefined): void;
  showNew(): void;
  openTile(): void;
  open(kind: OpenDialog["kind"], event: RuleEvent): void;
}

function useWallKeys({ tiles, at, actions, focus, showNew, openTile, open }: WallKeys): void {
  const { toasts } = useConsole();
  const group = "Event wall";
  const hasFocus = () => document.activeElement?.closest("[data-key]") !== null;
  const step = (by: number) => {
    const index = at === undefined ? -1 : tiles.indexOf(at);
    focus(hasFocus() ? tiles[Math.max(0, Math.min(tiles.length - 1, index + by))] : at);
  };
  const on = (act: (event: RuleEvent) => void) => () => {
    if (at !== undefined) act(at.event);
  };
  const onOwn = (act: (event: RuleEvent) => void) =>
    on((event) => {
      if (actions.mayActOn(event)) act(event);
      else toasts.problem(outsideText({ outside: 1, total: 1, noun: "event" }));
    });
  useKeys([
    { keys: "j", label: "Next event", group, run: () => step(1) },
    { keys: "k", label: "Previous event", group, run: () => step(-1) },
    { keys: "ArrowDown", label: "Next event", group, run: () => step(1) },
    { keys: "ArrowUp", label: "Previous event", group, run: () => step(-1) },
    { keys: "o", label: "Open the event", group, run: openTile },
    { keys: "u", label: "Show new events", group, run: showNew },
    ...actions.mayAct
      ? [
        {
          keys: "a",
          label: "Acknowledge",
          group,
          run: onOwn(() => {
            if (at !== undefined) void actions.acknowledge(toAcknowledge(at), { isMeant: true });
          }),
        },
        {
          keys: "A",
          label: "Acknowledge all shown events",
          group,
          run: () => void actions.acknowledge(tiles.filter(isOpen).flatMap(toAcknowledge)),
        },
        { keys: "s", label: "Shelve", group, run: onOwn((event) => open("shelve", event)) },
        { keys: "S", label: "Take out of service", group, run: onOwn((event) => open("out", event)) },
        {
          keys: "c",
          label: "Close",
          group,
          run: onOwn((event) => void (event.is_active && actions.close(event))),
        },
        { keys: "n", label: "Comment", group, run: onOwn((event) => open("note", event)) },
      ]
      : [],
  ]);
}

/** Active, or waiting for an acknowledgement. */
function isOpen({ event, waiting }: WallItem): boolean {
  return event.is_active || waiting.length > 0;
}

function tileOf(board: HTMLElement | null, key: string): HTMLElement | undefined {
  const tiles = board?.querySelectorAll<HTMLElement>("[data-key]") ?? [];
  return [...tiles].find((tile) => tile.dataset.key === key);
}

/** Subscribes to the newest values of the streams on the tiles. */
function useLiveValues(tiles: readonly WallItem[], streamOf: TileLookups["streamOf"]): void {
  const { live } = useConsole();
  const names = [
    ...new Set(tiles.filter(isOpen).flatMap(({ event }) => streamOf(event)?.stream_name ?? [])),
  ]
    .sort().slice(0, MAX_VALUES);
  useEffect(() => names.length === 0 ? undefined : live.streams.watch(names), [names.join("\n")]);
}
