import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ProposedNode } from "../../../domain/plant/proposal.ts";
import { type Api, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { takeProposal } from "./take_proposal.ts";

interface Refused {
  node: ProposedNode;
  problem: string;
}

interface TakeState {
  total: number;
  created: number;
  refused: readonly Refused[];
  /** When it goes on; null while it does not wait. */
  goesOnAtMs: number | null;
  isRunning: boolean;
  /** What ended it early. */
  problem: string | null;
}

const IDLE: TakeState = {
  total: 0,
  created: 0,
  refused: [],
  goesOnAtMs: null,
  isRunning: false,
  problem: null,
};

export interface Take {
  state: Signal<TakeState>;
  start(nodes: readonly ProposedNode[]): Promise<void>;
  stop(): void;
}

/** Creates proposed nodes; leaving the page stops it. */
export function useTake(onCreated: (node: ProposedNode) => void): Take {
  const { api, announcer } = useConsole();
  const state = useSignal<TakeState>(IDLE);
  const running = useRef(new AbortController());
  const change = (changes: Partial<TakeState>) => state.value = { ...state.value, ...changes };
  const stop = () => running.current.abort();
  useEffect(() => stop, []);

  async function start(nodes: readonly ProposedNode[]): Promise<void> {
    const { signal } = running.current = new AbortController();
    state.value = { ...IDLE, total: nodes.length, isRunning: true };
    const problem = await takeProposal({
      nodes,
      send: (node) => createNode(api, node),
      note(node, problem) {
        const { created, refused } = state.value;
        if (problem !== undefined) return void change({ refused: [...refused, { node, problem }] });
        change({ created: created + 1 });
        onCreated(node);
      },
      async pause(ms) {
        change({ goesOnAtMs: Date.now() + ms });
        await elapsed(ms, signal);
        change({ goesOnAtMs: null });
      },
      isStopped: () => signal.aborted,
    });
    change({ isRunning: false, problem: problem?.message ?? null });
    announcer.announce(`${countText(state.value.created, "location")} created`);
  }

  return { state, start, stop };
}

function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A node that exists already was created by an earlier attempt, or by somebody else. */
async function createNode(api: Api, { id, name, type, parentId }: ProposedNode): Promise<void> {
  try {
    const body = { floc_id: id, name, node_type: type, parent_id: parentId };
    await unwrap(api.POST("/api/plant-model", { body }));
  } catch (error) {
    const { issues } = problemOf(error);
    if (!issues.some(({ path }) => path === "floc_id") || !await exists(api, id)) throw error;
  }
}

async function exists(api: Api, floc_id: string): Promise<boolean> {
  const { response } = await api.GET("/api/plant-model/{floc_id}", { params: { path: { floc_id } } });
  return response.ok;
}

interface TakePanelProps {
  take: Take;
  /** What is to be said of the result. */
  result: string;
}

/** How far the creation is, and what was refused. */
export function TakePanel({ take: { state, stop }, result }: TakePanelProps) {
  const nowMs = useNow();
  const { total, created, refused, goesOnAtMs, isRunning, problem } = state.value;
  if (total === 0) return null;
  const seconds = Math.max(1, Math.ceil(((goesOnAtMs ?? 0) - nowMs.value) / 1_000));
  const done = `${numberText(created)} of ${countText(total, "location")} created`;
  return (
    <Panel
      title={isRunning ? "Creating locations" : done}
      label="Creation"
      isBusy={isRunning}
      tools={isRunning
        ? <button type="button" onClick={stop}>Stop</button>
        : <a class="button" href="/plant">Open the plant</a>}
    >
      {isRunning
        ? (
          <>
            <progress class="plant-progress" aria-label={done} max={total} value={created + refused.length} />
            <p>
              {done}
              {goesOnAtMs !== null && `. Waiting for the rate limit, goes on in ${seconds} s`}
            </p>
          </>
        )
        : <p>{result}</p>}
      {problem !== null && <p class="stale" role="alert">{problem}. Create the rest when it is back.</p>}
      {refused.length > 0 && (
        <ul class="plant-refused" role="alert" aria-label="Not created">
          {refused.map(({ node, problem }) => (
            <li key={node.id}>
              <strong>{node.name}</strong> {problem}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
