import { assert, assertEquals } from "@std/assert";
import { PushSocket } from "../support/push_socket.ts";
import { systemTest, timeline } from "../support/running_system.ts";

systemTest("events of the plant are pushed as they happen", {}, async (on) => {
  await using socket = await PushSocket.ofAdmin(on.client.baseUrl, {});
  const stream = "Own.A";
  await on.streams.make("number", stream);
  await on.configure();
  await socket.until("a discovery's progress came", () => socket.of("discovery_progress").length > 0);
  const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: stream });
  await using values = await PushSocket.ofAdmin(on.client.baseUrl, {
    subscribe: ["stream_updated"],
    streams: [stream],
  });
  const at = timeline();
  await on.streams.write(stream, [at(0), 90], [at(0.5), 10]);
  await socket.until("the event came and went", () => socket.of("event_updated").length === 1);
  const [created] = socket.of("event_created");
  const [updated] = socket.of("event_updated");
  assertEquals([created.data.instance_id, created.data.is_active, created.data.start_time], [
    instance,
    true,
    at(0),
  ]);
  assertEquals([updated.data.id, updated.data.end_time], [created.data.id, at(0.5)]);
  assert(created.seq < updated.seq);
  assertEquals(socket.of("source_state").at(-1)?.data.state, "connected");
  assert(socket.of("resource_changed").some(({ data }) => data.type === "instance" && data.id === instance));
  await values.until("the newest value came", () => values.last?.data?.at(-1)?.value === 10);
  assertEquals(values.frames.filter(({ kind }) => kind !== "heartbeat"), values.of("stream_updated"));
  await on.andon.close();
  assertEquals((await socket.closed).code, 1001);
});
