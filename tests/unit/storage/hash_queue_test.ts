import { assertEquals } from "@std/assert";
import { type HashPriority, HashQueue, MOST_WAITING } from "../../../storage/access/hash_queue.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";

/** A queue whose work ends when the test says so, and the names of the work that has begun. */
function heldQueue() {
  const queue = new HashQueue();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: Refusal[] = [];
  const add = (name: string, priority: HashPriority) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    return queue.run(priority, work).catch((error) => void refused.push(error));
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { begun, refused, add, endOne };
}

Deno.test("known callers come first, and slowed ones after three quiet ones", async () => {
  const { begun, add, endOne } = heldQueue();
  const all = [add("a", "known"), add("b", "slowed")];
  for (const name of ["s1", "s2"]) all.push(add(name, "slowed"));
  for (const name of ["q1", "q2", "q3", "q4", "q5"]) all.push(add(name, "quiet"));
  for (const name of ["k1", "k2"]) all.push(add(name, "known"));
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(begun, ["a", "b"]);
  for (let i = 0; i < 11; i++) await endOne();
  await Promise.all(all);
  assertEquals(begun, ["a", "b", "k1", "k2", "q1", "q2", "q3", "s1", "q4", "q5", "s2"]);
});

Deno.test("two hashes run at once, and one of them is free for known callers", async () => {
  const { begun, add, endOne } = heldQueue();
  const all = [add("q1", "quiet"), add("q2", "quiet"), add("s1", "slowed")];
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(begun, ["q1"]);
  for (const name of ["k1", "k2"]) all.push(add(name, "known"));
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(begun, ["q1", "k1"]);
  for (let i = 0; i < 5; i++) await endOne();
  await Promise.all(all);
  assertEquals(begun, ["q1", "k1", "k2", "q2", "s1"]);
});

Deno.test("each kind of caller waits in a queue of its own, with a bound of its own", async () => {
  const { begun, refused, add, endOne } = heldQueue();
  const all = [add("a", "quiet"), add("b", "known")];
  const kinds = ["slowed", "quiet", "known"] as const;
  for (const kind of kinds) {
    for (let i = 0; i < MOST_WAITING[kind]; i++) all.push(add(kind, kind));
    assertEquals(refused.length, 0, kind);
  }
  assertEquals(MOST_WAITING, { known: 50, quiet: 15, slowed: 5 });
  for (const kind of kinds) all.push(add("one too many", kind));
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(refused.map((refusal) => refusal.code), ["RATE_LIMITED", "RATE_LIMITED", "UNAVAILABLE"]);
  assertEquals(refused[0].details, { retry_after_seconds: 2, scope: "sign_in" });
  for (let i = 0; i < 72; i++) await endOne();
  await Promise.all(all);
  assertEquals(begun.length, 72);
});
