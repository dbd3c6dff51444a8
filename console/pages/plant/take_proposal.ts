import type { ProposedNode } from "../../../domain/plant/proposal.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { retrySeconds } from "../../parts/form/retry_wait.ts";

export interface TakeRun {
  /** Parents before their children. */
  nodes: readonly ProposedNode[];
  /** Creates one; throws an ApiProblem. */
  send(node: ProposedNode): Promise<void>;
  /** Receives what became of a node. */
  note(node: ProposedNode, problem: string | undefined): void;
  /** Waits for the rate limit, or until it is stopped. */
  pause(ms: number): Promise<void>;
  isStopped(): boolean;
}

const NO_PARENT = "The location above it is not created";

/**
 * Creates the nodes one after the other and waits as long as the rate limit says. What is below a refused node is not
 * sent. Returns the problem that ended it: Andon was not reached or is in trouble.
 */
export async function takeProposal({ nodes, note, ...run }: TakeRun): Promise<ApiProblem | undefined> {
  const refused = new Set<string>();
  for (const node of nodes) {
    if (run.isStopped()) return undefined;
    const isBelow = node.parentId !== null && refused.has(node.parentId);
    const problem = isBelow ? undefined : await create(node, run);
    if (problem === "stopped") return undefined;
    if (problem?.mayPass) return problem;
    if (isBelow || problem !== undefined) refused.add(node.id);
    note(node, isBelow ? NO_PARENT : problem?.message);
  }
  return undefined;
}

async function create(
  node: ProposedNode,
  { send, pause, isStopped }: Pick<TakeRun, "send" | "pause" | "isStopped">,
): Promise<ApiProblem | "stopped" | undefined> {
  while (!isStopped()) {
    try {
      await send(node);
      return undefined;
    } catch (error) {
      const problem = problemOf(error);
      const seconds = retrySeconds(problem);
      if (seconds === 0) return problem;
      await pause(seconds * 1_000);
    }
  }
  return "stopped";
}
