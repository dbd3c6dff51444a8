import { assertEquals } from "@std/assert";
import { proposedPlant } from "../../../domain/plant/proposal.ts";
import { nodesToCreate } from "../../../domain/plant/proposal_edits.ts";
import { ApiProblem } from "../../../console/api/problem.ts";
import { takeProposal } from "../../../console/pages/plant/take_proposal.ts";

const NODES = nodesToCreate(proposedPlant(["A.Line.Pump", "A.Line.Valve", "A.Store.Tank"], []));
const tooMany = () =>
  new ApiProblem("Too many", { code: "RATE_LIMITED", status: 429, details: { retry_after_seconds: 7 } });

interface Scene {
  /** What the server says to the nth call for an id; undefined: created. */
  answer(id: string, call: number): ApiProblem | undefined;
  stopAfter?: number;
  stopInPause?: boolean;
}

async function run({ answer, stopAfter = Infinity, stopInPause = false }: Scene) {
  const calls: string[] = [], created: string[] = [], refused: string[] = [], pauses: number[] = [];
  let isStopped = false;
  const problem = await takeProposal({
    nodes: NODES,
    send({ id }) {
      calls.push(id);
      const refusal = answer(id, calls.filter((one) => one === id).length);
      return refusal === undefined ? Promise.resolve() : Promise.reject(refusal);
    },
    note({ id }, why) {
      if (why === undefined) created.push(id);
      else refused.push(`${id}: ${why}`);
      isStopped = created.length >= stopAfter;
    },
    pause(ms) {
      pauses.push(ms);
      isStopped = stopInPause;
      return Promise.resolve();
    },
    isStopped: () => isStopped,
  });
  return { calls, created, refused, pauses, problem };
}

Deno.test("a proposal is created parents first, and goes on after the rate limit as often as it refuses", async () => {
  const { calls, created, pauses } = await run({
    answer: (id, call) => id === "A.Line" && call <= 6 ? tooMany() : undefined,
  });
  assertEquals(created, NODES.map(({ id }) => id));
  assertEquals(pauses, Array.from({ length: 6 }, () => 7_000));
  assertEquals(calls.length, NODES.length + 6);
});

Deno.test("what is below a refused location is not sent, the rest is", async () => {
  const { calls, refused } = await run({
    answer: (id) => id === "A.Line" ? new ApiProblem("No", { code: "FORBIDDEN", status: 403 }) : undefined,
  });
  assertEquals(refused, [
    "A.Line: No",
    "A.Line.Pump: The location above it is not created",
    "A.Line.Valve: The location above it is not created",
  ]);
  assertEquals(calls.slice(-2), ["A.Store", "A.Store.Tank"]);
});

Deno.test("a creation is stopped between two locations and while it waits, and ends when Andon is away", async () => {
  assertEquals((await run({ answer: () => undefined, stopAfter: 2 })).calls.length, 2);
  const waiting = await run({ answer: () => tooMany(), stopInPause: true });
  assertEquals([waiting.calls.length, waiting.refused], [1, []]);
  const away = new ApiProblem("Andon cannot be reached", { code: "UNREACHABLE" });
  const { problem, calls } = await run({ answer: (id) => id === "A" ? away : undefined });
  assertEquals([problem, calls.at(-1)], [away, "A"]);
});
