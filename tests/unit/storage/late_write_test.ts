import { assertEquals, assertRejects } from "@std/assert";
import { Mutex } from "../../../concurrency/mutex.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { keys, MAIN_LANE } from "../../../storage/keys.ts";
import { Mirrors } from "../../../storage/mirrors.ts";
import { Teams } from "../../../storage/teams.ts";
import { BY, gate, random, StoppedClock, testStore, until } from "./support.ts";

Deno.test("a write that lands after its caller was refused is not overlooked by what needs all of memory", async () => {
  const clock = new StoppedClock(), slow = gate(), late = gate();
  const writes: string[] = [];
  await using on = await testStore({
    clock,
    wrap: (backend) => ({
      ...backend,
      async write(atomic) {
        const noun = ["slow", "team"].find((one) => atomic.mutations.some(({ key }) => key[0] === one));
        if (noun !== undefined) writes.push(noun);
        if (noun === "slow") await slow.wait;
        const result = await backend.write(atomic);
        if (writes.join() === "team,slow,team" && noun === "team") await late.wait;
        return result;
      },
    }),
  });
  const { store } = on, mirrors = new Mirrors();
  await mirrors.open(store);
  const context = { store, now: () => Date.now(), random, log: () => {}, mutex: new Mutex() };
  const teams = new Teams(context, mirrors), north = { name: "North", user_ids: [] };
  await teams.create({ name: "South", user_ids: [] }, BY);
  const before = store.commit({ mutations: [{ type: "set", key: ["slow"], value: 1 }] }, MAIN_LANE);
  await until(() => writes.length === 2);
  const value = { v: 1, id: 99, ...north, created_at: "", created_by: "" };
  const set = [
    { type: "set", key: keys.team(99), value },
    { type: "sum", key: keys.teams(), value: 0 },
  ] as const;
  const refused = assertRejects(() => store.commit({ mutations: [...set] }, MAIN_LANE), Refusal);
  await until(() => store.stats().queued === 1);
  // Its own time begins after that of its caller, which is refused first.
  clock.turn(3_000);
  slow.open();
  await before;
  await until(() => writes.length === 3);
  clock.turn(2_500);
  await refused;
  const { message } = await assertRejects(() => teams.create(north, BY), Refusal);
  assertEquals(message, "The storage is still busy with a write that takes too long; try again in a moment");
  late.open();
  await until(() => teams.list().length === 2);
  await assertRejects(() => teams.create(north, BY), Refusal, 'Team "North" already exists');
});
