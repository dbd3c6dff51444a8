import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Check, Mutation } from "../../../../domain/shared/commit.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { type KvBackend, kvBackend } from "../../../../storage/store/backend.ts";
import { openStore } from "../../../../storage/store/store.ts";
import { gate, random, StoppedClock } from "../support.ts";

const EPOCH = ["epoch", 0];
const DEADLINE_MS = 5_000;

const set = (key: (string | number)[], value: unknown = 1): Mutation => ({ type: "set", key, value });

/** The epoch as a new leader leaves it: a store is opened under it. */
async function takeOver(kv: Deno.Kv): Promise<Check> {
  const before = await kv.get<number>(EPOCH);
  const written = await kv.atomic().check(before).set(EPOCH, (before.value ?? 0) + 1).commit();
  assert(written.ok);
  return { key: EPOCH, versionstamp: written.versionstamp };
}

/** Two leaders of one database; it is closed with the second, which owns the handle. */
async function owned(wrap: (backend: KvBackend) => KvBackend = (backend) => backend) {
  const kv = await Deno.openKv(":memory:");
  const backend = { ...wrap(kvBackend(kv)), close: () => {} };
  const open = async (clock = new StoppedClock()) =>
    await openStore({ backend, random, fence: await takeOver(kv), callDeadlineMs: DEADLINE_MS, clock });
  return { kv, open };
}

async function assertTakenOver(call: () => Promise<unknown>): Promise<void> {
  const error = await assertRejects(call, Refusal);
  assertEquals(error.code, "UNAVAILABLE");
  assert(error.message.includes("led by another process"), error.message);
}

Deno.test("a commit of a former leader is refused, even on a lane that the new one never uses", async () => {
  const { kv, open } = await owned();
  const stale = await open();
  assert((await stale.commit({ mutations: [set(["by", "stale"])] }, 3)).ok);
  const owner = await open();
  await assertTakenOver(() => stale.commit({ mutations: [set(["by", "stale"], 2)] }, 3));
  await stale.takenOver;
  assert((await owner.commit({ mutations: [set(["by", "owner"])] }, 0)).ok);
  assertEquals([(await kv.get(["by", "stale"])).value, (await kv.get(["by", "owner"])).value], [1, 1]);
  await Promise.all([stale.close(), owner.close()]);
  kv.close();
});

Deno.test("a former leader acquires no lane of the new one", async () => {
  const { kv, open } = await owned();
  const stale = await open();
  const owner = await open();
  assert((await owner.commit({ mutations: [set(["by", "owner"])] }, 0)).ok);
  await assertTakenOver(() => stale.commit({ mutations: [set(["by", "stale"])] }, 0));
  assert((await owner.commit({ mutations: [set(["by", "owner"], 2)] }, 0)).ok);
  assertEquals((await kv.get(["by", "stale"])).value, null);
  await Promise.all([stale.close(), owner.close()]);
  kv.close();
});

Deno.test("a commit that hangs during a failover can no longer take effect", async () => {
  const held = gate();
  let landing: Promise<unknown> | undefined;
  const { kv, open } = await owned((backend) => ({
    ...backend,
    write(atomic) {
      if (!atomic.mutations.some(({ key }) => key[0] === "late")) return backend.write(atomic);
      landing = held.wait.then(() => backend.write(atomic));
      return new Promise(() => {});
    },
  }));
  const clock = new StoppedClock();
  const stale = await open(clock);
  await stale.commit({ mutations: [set(["early"])] }, 3);
  const late = stale.commit({ mutations: [set(["late"])] }, 3).catch((error) => error);
  await takeOver(kv);
  held.open();
  assertEquals(await landing, { ok: false });
  clock.turn(DEADLINE_MS);
  assert(await late instanceof Refusal);
  assertEquals((await kv.get(["late"])).value, null);
  await stale.close();
  kv.close();
});

Deno.test("a leader that loses its lease while it acquires a lane does not get it", async () => {
  let between: (() => Promise<unknown>) | undefined;
  const { kv, open } = await owned((backend) => ({
    ...backend,
    async getMany(keys) {
      const found = await backend.getMany(keys);
      const act = keys[0][0] === "lane" ? between : undefined;
      if (act !== undefined) between = undefined;
      await act?.();
      return found;
    },
  }));
  const stale = await open();
  let owner: Awaited<ReturnType<typeof open>> | undefined;
  between = async () => {
    owner = await open();
    assert((await owner.commit({ mutations: [set(["by", "owner"])] }, 1)).ok);
  };
  await assertTakenOver(() => stale.commit({ mutations: [set(["by", "stale"])] }, 0));
  assertEquals((await kv.get(["lane", 0])).value, null);
  await Promise.all([stale.close(), owner?.close()]);
  kv.close();
});

Deno.test("a failed guard check is a conflict, and fences nothing off", async () => {
  const { kv, open } = await owned();
  const owner = await open();
  const checks = [{ key: ["absent"], versionstamp: "00000000000000010000" }];
  assertEquals(await owner.commit({ checks, mutations: [set(["guarded"])] }, 0), { ok: false });
  assert(owner.healthy());
  assert((await owner.commit({ mutations: [set(["next"])] }, 0)).ok);
  await owner.close();
  kv.close();
});

Deno.test("with the fence a commit has at most ten checks, the limit of a KV server", async () => {
  let most = 0;
  const { kv, open } = await owned((backend) => ({
    ...backend,
    write(atomic) {
      most = Math.max(most, atomic.checks.length);
      return backend.write(atomic);
    },
  }));
  const owner = await open();
  const checks = Array.from({ length: 8 }, (_, i) => ({ key: ["guard", i], versionstamp: null }));
  const more = Array.from({ length: 8 }, (_, i) => ({ key: ["other", i], versionstamp: null }));
  const both = [{ checks, mutations: [set(["a"])] }, { checks: more, mutations: [set(["b"])] }];
  await Promise.all(both.map((commit) => owner.commit(commit, 0)));
  assertEquals(most, 10);
  await owner.close();
  kv.close();
});

Deno.test("a leader whose lease may have expired refuses reads from memory, until its lease is valid again", async () => {
  const kv = await Deno.openKv(":memory:");
  let isValid = true;
  const store = await openStore({ backend: kvBackend(kv), random, isValid: () => isValid });
  assertEquals([store.refusal("reads"), store.healthy()], [null, true]);
  isValid = false;
  assertEquals([store.refusal("reads")?.code, store.refusal("writes")?.code], ["UNAVAILABLE", "UNAVAILABLE"]);
  assert(store.refusal("reads")?.message.includes("another process may lead"));
  assertEquals(store.healthy(), false);
  isValid = true;
  assertEquals([store.refusal("reads"), store.healthy()], [null, true]);
  await store.close();
});
