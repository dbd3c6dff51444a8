/** The ways of tests/support/ways_story.ts. */
import { isoFromMs } from "../../domain/shared/time.ts";
import { assertEquals } from "./assert.ts";
import { eventually } from "./eventually.ts";
import { Mosquitto } from "./mosquitto.ts";
import { urlOf } from "./running_system.ts";
import type { Sent, Way, WayStart } from "./ways_story.ts";

const COLLECTS = { collects: true, corrects: true };

/** A program that pushes JSON by HTTP. */
export function pushWay(): Way {
  let url = "", key = "";
  const push = async (query: string, samples: readonly Sent[]) => {
    const answer = await fetch(`${url}${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...samples.length > 0 && { body: JSON.stringify(samples.map(told)) },
    });
    assertEquals(answer.status, 200, await answer.text());
  };
  return {
    ...COLLECTS,
    source: { kind: "http_push", config: {} },
    async begin({ on, id, name }: WayStart) {
      url = `${urlOf(on.andon)}/ingest/${name}`;
      key = (await on.client.ok("POST", `/api/sources/${id}/secrets/key`)).data.secret;
    },
    send: (samples) => push("", samples),
    alive: () => push(`?up_to=${isoFromMs(Date.now())}`, []),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** A client of mosquitto that publishes JSON. */
export async function mqttWay(): Promise<Way> {
  const broker = await Mosquitto.start(), client = await broker.client();
  const topics = [{ topic: "#", value: "value", time: "time", quality: "quality" }];
  return {
    ...COLLECTS,
    source: { kind: "mqtt", config: { host: "127.0.0.1", port: broker.port, tls: false, topics } },
    begin: ({ on, id }) => connected({ on, id }),
    async send(samples) {
      const published = samples.map((sample) =>
        client.publishAsync(sample.stream, JSON.stringify(told(sample)), { qos: 1 })
      );
      await Promise.all(published);
    },
    alive: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  };
}

function told({ atMs, ...sample }: Sent) {
  return { ...sample, time: isoFromMs(atMs) };
}

/** What is published before Andon has subscribed is not kept for it. */
async function connected({ on, id }: Pick<WayStart, "on" | "id">): Promise<void> {
  await eventually("it is connected", async () => {
    const { data } = await on.client.ok("GET", `/api/sources/${id}/intake`);
    return data.complete_to !== null && Date.now() - Date.parse(data.complete_to) < 10_000;
  });
}
