import { assert, assertEquals } from "@std/assert";
import { DeploymentBook } from "../../../../actors/evaluation/deployment_book.ts";
import type { Deployment } from "../../../../domain/instance/deployment.ts";
import { instance, rule, streams } from "../../domain/evaluation/engine_harness.ts";

const like = instance([rule()], { streams: streams({ 1: "NUM" }) });

function deployment(id: number, stream = 1): Deployment {
  return {
    record: { id },
    instance: instance([rule()], { instanceId: id, streams: streams({ [stream]: "NUM" }) }),
  } as unknown as Deployment;
}

/** Instances 10, 13, 16 … as columns, on streams 100, 101 …; `made`: the ids of those that were asked for. */
function columns(count: number, first = 10) {
  const made: number[] = [], ids = Int32Array.from({ length: count }, (_, i) => first + 3 * i);
  const alike = {
    like,
    slots: [1],
    ids,
    deployments: ids.map(() => 1),
    deployedAt: new Float64Array(count),
    streams: ids.map((_, i) => 100 + i),
  };
  const deploymentOf = (i: number) => {
    made.push(ids[i]);
    return deployment(ids[i], 100 + i);
  };
  return { made, alike: { alike, deploymentOf } };
}

Deno.test("a deployment that was read as columns is created once, on demand", () => {
  const one = columns(3), other = columns(2, 50);
  const book = new DeploymentBook({ single: [deployment(7)], alike: [one.alike, other.alike] });
  assertEquals([book.size, [...book.keys()]], [6, [7, 10, 13, 16, 50, 53]]);
  assertEquals([...book.instances()].map(({ instanceId, streams }) => [instanceId, streams[0].id]), [
    ...[[7, 1], [10, 100], [13, 101], [16, 102], [50, 100], [53, 101]],
  ]);
  assertEquals([one.made, other.made], [[], []]);
  const found = book.get(53);
  assertEquals(found?.instance.instanceId, 53);
  assert(book.get(53) === found && book.has(53) && !book.has(54));
  assertEquals([one.made, other.made, book.size], [[], [53], 6]);
  assertEquals([...book.keys()], [7, 53, 10, 13, 16, 50]);
});

Deno.test("a replaced or removed deployment is not created any more", () => {
  const { made, alike } = columns(3), book = new DeploymentBook({ single: [], alike: [alike] });
  const next = deployment(13);
  book.set(13, next);
  book.delete(10);
  assert(book.get(13) === next);
  assertEquals([book.get(10), book.has(10), book.size, [...book.keys()]], [undefined, false, 2, [13, 16]]);
  book.delete(13);
  book.set(99, deployment(99));
  assertEquals([[...book.instances()].map(({ instanceId }) => instanceId), made], [[99, 16], []]);
});
