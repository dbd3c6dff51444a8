import type { ChatModel, ModelAnswer } from "../../connectors/ai/contract.ts";
import type {
  FunctionCall,
  ModelMessage,
  Proposal,
  SessionRecord,
  TokenUsage,
} from "../../domain/conversation/types.ts";
import type { ProviderSettings } from "../../domain/provider/types.ts";
import { Refusal, type RefusalData } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type ConversationTurn, MOST_WAITING, type ProviderMessage } from "./contract.ts";

/** The outcome of a call to the model. */
export type Called =
  | { ok: true; answer: ModelAnswer; durationMs: Ms }
  | { ok: false; refusal: RefusalData; durationMs: Ms };

/** Messages from outside, and those that the actor sends to itself. */
export type Inner =
  | ProviderMessage
  | { type: "answered"; turnId: string; called: Called }
  | { type: "tested"; owner: string; model: string; called: Called }
  | { type: "expire"; turnId: string };

/** A turn under way. */
export interface RunningTurn {
  turn: ConversationTurn;
  session: SessionRecord;
  messages: ModelMessage[];
  /** Rounds of functions so far. */
  rounds: number;
  calls: FunctionCall[];
  proposals: Proposal[];
  usage: TokenUsage;
  stop: AbortController;
  /** Ends the wait for the results of functions. */
  cancelWait: () => void;
  /** When the model was last asked. */
  askedMs: Ms;
  /** True while the asker runs functions. */
  isWaiting: boolean;
}

interface Waiting {
  turnId: string;
  go: () => void;
  refuse: (error: Refusal) => void;
}

/** The state of one provider's actor: turns under way, waiting turns, and the model client. */
export class ProviderState {
  readonly turns = new Map<string, RunningTurn>();
  /** By session: the turn under way. */
  readonly #held = new Map<string, string>();
  readonly #waiting = new Map<string, Waiting[]>();
  #model: { settings: string; model: ChatModel } | undefined;
  readonly #former: ChatModel[] = [];
  /** Tests under way. */
  testing = 0;

  constructor(readonly id: number, readonly createModel: (settings: ProviderSettings) => ChatModel) {}

  get isIdle(): boolean {
    return this.turns.size === 0 && this.#waiting.size === 0 && this.testing === 0;
  }

  /** The model client for these settings. Connections of earlier settings close once nothing uses them. */
  model(settings: ProviderSettings): ChatModel {
    const text = JSON.stringify(settings);
    if (this.#model?.settings === text) return this.#model.model;
    if (this.#model !== undefined) this.#former.push(this.#model.model);
    const model = this.createModel(settings);
    this.#model = { settings: text, model };
    this.closeFormer();
    return model;
  }

  closeFormer(): void {
    if (this.turns.size + this.testing > 0) return;
    for (const model of this.#former.splice(0)) model.close().catch(() => {});
  }

  isFree(sessionId: string, turnId: string): boolean {
    const holder = this.#held.get(sessionId);
    return holder === undefined || holder === turnId;
  }

  holds(sessionId: string, turnId: string): boolean {
    return this.#held.get(sessionId) === turnId;
  }

  hold(sessionId: string, turnId: string): void {
    this.#held.set(sessionId, turnId);
  }

  /** Resolves when this turn may use the session. UNAVAILABLE when too many wait for it already. */
  wait(sessionId: string, turnId: string): Promise<void> {
    const queue = this.#waiting.get(sessionId) ?? [];
    if (queue.length >= MOST_WAITING) {
      throw new Refusal("UNAVAILABLE", "Too many messages wait in this conversation; wait for their answers");
    }
    this.#waiting.set(sessionId, queue);
    return new Promise((resolve, reject) => {
      queue.push({ turnId, go: resolve, refuse: reject });
    });
  }

  /** Passes the session to the next turn that waits for it. */
  release(sessionId: string): void {
    const queue = this.#waiting.get(sessionId);
    const next = queue?.shift();
    if (queue?.length === 0) this.#waiting.delete(sessionId);
    if (next === undefined) this.#held.delete(sessionId);
    else {
      this.#held.set(sessionId, next.turnId);
      next.go();
    }
  }

  /** Removes a turn from its queue; false when it waits in none. */
  leaveQueue(turnId: string, why: Refusal): boolean {
    for (const [sessionId, queue] of this.#waiting) {
      const at = queue.findIndex((waiting) => waiting.turnId === turnId);
      if (at < 0) continue;
      queue[at]!.refuse(why);
      queue.splice(at, 1);
      if (queue.length === 0) this.#waiting.delete(sessionId);
      return true;
    }
    return false;
  }

  /** Called when a turn has ended, in any way. */
  end(running: RunningTurn): void {
    running.cancelWait();
    running.stop.abort();
    this.turns.delete(running.turn.turnId);
    this.release(running.session.session_id);
    this.closeFormer();
  }

  async close(): Promise<void> {
    for (const running of this.turns.values()) running.stop.abort();
    const models = [...this.#former.splice(0), ...(this.#model === undefined ? [] : [this.#model.model])];
    await Promise.all(models.map((model) => model.close()));
  }
}
