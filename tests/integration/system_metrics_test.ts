import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { readingsOf, sumOf } from "../support/metrics_text.ts";
import { PushSocket } from "../support/push_socket.ts";
import { type RunningSystem, runningSystem, systemTest, timeline } from "../support/running_system.ts";

async function metrics(on: RunningSystem): Promise<Map<string, number>> {
  return readingsOf(await on.metrics());
}

const AVAILABLE = 'andon_source_requests_available{source="default"}';

systemTest("metrics count what was read, evaluated, opened, closed and committed", {}, async (on) => {
  const id = "Metrics.Value";
  await on.streams.make("number", id);
  await on.configure();
  const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: id });
  const at = timeline();
  await on.streams.write(id, [at(0), 10], [at(0.5), 90], [at(1), 10]);
  await on.evaluated(at(1));
  await on.event(instance, (row) => row.end_time);
  const reported = await eventually("the shards have reported the end", async () => {
    const readings = await metrics(on);
    return sumOf(readings, "andon_events_closed_total") === 1 ? readings : undefined;
  });
  assertEquals(sumOf(reported, "andon_events_opened_total"), 1);
  assertEquals(sumOf(reported, "andon_transitions_total"), 2);
  assertEquals(sumOf(reported, 'andon_source_state{source="default",state="connected"}'), 1);
  assertEquals(sumOf(reported, "andon_source_state"), 1);
  assertEquals(sumOf(reported, "andon_source_followed_streams"), 1);
  assert(sumOf(reported, "andon_source_samples_total") >= 3);
  assert(sumOf(reported, "andon_evaluation_samples_total") >= 3);
  assert(sumOf(reported, "andon_evaluations_total") >= 3);
  const lag = sumOf(reported, "andon_source_lag_seconds");
  assert(lag >= 0 && lag < 60, `the lag is ${lag} s`);
  const commits = sumOf(reported, "andon_store_commits_total");
  assert(commits > 5);
  for (const name of ["seconds", "turns", "bytes"]) {
    assertEquals(reported.get(`andon_store_commit_${name}_count`), commits);
  }
  assertEquals(reported.get("andon_store_commit_turns_sum"), reported.get("andon_store_turns_total"));
  assert(!reported.has(AVAILABLE), "the simulator has no limit");
});

systemTest("metrics count late samples over all shards", {}, async (on) => {
  const id = "Metrics.Late";
  await on.streams.make("number", id);
  await on.configure();
  await on.deploy(await on.template({ rules: [{}] }), { VALUE: id });
  const at = timeline();
  await on.streams.write(id, [at(0), 10], [at(0.5), 20]);
  await on.evaluated(at(0.6));
  await on.streams.write(id, [at(0.2), 15]);
  await eventually(
    "the late sample is counted",
    async () => sumOf(await metrics(on), "andon_source_late_samples_total") === 1,
  );
  const late = await eventually("the shard has reported it", async () => {
    const readings = await metrics(on);
    const own = [...readings].filter(([series]) => /offered.*outcome="late"/.test(series));
    return own.some(([, value]) => value === 1) ? own : undefined;
  });
  assertEquals(late.reduce((sum, [, value]) => sum + value, 0), 1);
});

systemTest("metrics contain the remaining requests of the source's limit", {
  configuration: { region: "eu-west", requests_per_minute: 6_000 },
}, async (on) => {
  await eventually("the source's limit is reported", async () => {
    const left = (await metrics(on)).get(AVAILABLE);
    return left !== undefined && left > 0 && left <= 600;
  });
});

Deno.test("metrics count the browsers on the push channel", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  const before = sumOf(await metrics(on), "andon_push_clients");
  const { data } = await on.client.ok("POST", "/api/keys", { name: "wall", role: "viewer" });
  const url = `${on.client.baseUrl.replace("http", "ws")}/api/ws`;
  await using _socket = await PushSocket.open(url, { authorization: `Bearer ${data.key}` });
  await eventually(
    "the browser is counted",
    async () => sumOf(await metrics(on), "andon_push_clients") === before + 1,
  );
});
