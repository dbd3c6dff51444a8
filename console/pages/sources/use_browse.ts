import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";
import type { PlacedNode } from "./browse_picks.ts";

/** A server may show a node at several places. */
export interface Browsed extends PlacedNode {
  key: string;
}

type Level = { nodes: readonly Browsed[] } | { problem: ApiProblem };

export interface Browse {
  /** Undefined while it is read. */
  root: ReadonlySignal<Level | undefined>;
  expanded: Signal<ReadonlySet<string>>;
  selected: Signal<Browsed | null>;
  childrenOf(node: Browsed): readonly Browsed[];
  /** Reads the root and all that is unfolded, at first and again. */
  reload(): void;
}

const ROOT = "";

/** What a source offers, read as it is unfolded. */
export function useBrowse(id: number): Browse {
  const { api } = useConsole();
  const levels = useSignal<ReadonlyMap<string, Level>>(new Map());
  const root = useSignal<Level | undefined>(undefined);
  const expanded = useSignal<ReadonlySet<string>>(new Set<string>());
  const selected = useSignal<Browsed | null>(null);
  const asked = useRef(new Set<string>());
  const end = useRef(new AbortController());

  async function read(key: string, node?: string): Promise<void> {
    if (asked.current.has(key)) return;
    asked.current.add(key);
    const level = await levelOf(key, node);
    if (end.current.signal.aborted) return;
    if ("problem" in level) asked.current.delete(key);
    if (key === ROOT) root.value = level;
    else levels.value = new Map(levels.value).set(key, level);
  }

  async function levelOf(key: string, node: string | undefined): Promise<Level> {
    try {
      const params = { path: { id }, query: { node } };
      const { data } = await unwrap(
        api.GET("/api/sources/{id}/browse", { params, signal: end.current.signal }),
      );
      const above = aboveOf(`${key}\n`);
      return { nodes: data.map((one) => ({ key: `${key}\n${one.id}`, node: one, above })) };
    } catch (error) {
      return { problem: problemOf(error) };
    }
  }

  function reload(): void {
    asked.current.clear();
    read(ROOT);
    for (const key of levels.peek().keys()) read(key, key.slice(key.lastIndexOf("\n") + 1));
  }

  useEffect(() => {
    const stop = expanded.subscribe((keys) => {
      for (const key of keys) read(key, key.slice(key.lastIndexOf("\n") + 1));
    });
    return () => {
      stop();
      end.current.abort();
    };
  }, []);

  return {
    root,
    expanded,
    selected,
    childrenOf: ({ key }) => shownOf(key, levels.value.get(key)),
    reload,
  };
}

/** The ids of the nodes above the one with this key, which ends with its own. */
function aboveOf(key: string): string[] {
  return key.split("\n").slice(1, -1);
}

/** While it is read, and when that failed, one node says so. */
function shownOf(key: string, level: Level | undefined): readonly Browsed[] {
  if (level !== undefined && "nodes" in level) return level.nodes;
  const name = level === undefined ? "Loading…" : level.problem.message;
  const node = { id: "", name, has_children: false, stream: null, picks: [] };
  return [{ key: `${key}\n`, node, above: [] }];
}
