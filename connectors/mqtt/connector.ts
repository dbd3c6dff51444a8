import { COLLECTED_CAPABILITIES, collectedContinuity } from "../collected/identity.ts";
import { COLLECTED_READING } from "../collected/settings.ts";
import { connector } from "../settings.ts";
import { MQTT_FORM, MQTT_SHAPE, mqttIssues, receiverOf } from "./settings.ts";

/** A broker to which machines publish. */
export const MQTT = connector(MQTT_SHAPE, {
  ...MQTT_FORM,
  ...collectedContinuity,
  capabilities: COLLECTED_CAPABILITIES,
  defaults: COLLECTED_READING,
  needsDisk: true,
  issues: mqttIssues,
  receiver: receiverOf,
  // The streams are those of the store: they stay when the broker moves.
  identity: () => ({ place: [], subscriber: [] }),
  example: {
    config: {
      host: "broker.example.org",
      port: 8883,
      tls: true,
      version: "5",
      user: "andon",
      client_id: null,
      topics: [{
        topic: "plant/+/+/state",
        value: "value",
        time: "ts",
        quality: null,
        unit: null,
        stream: "{2}/{3}",
        asset: null,
      }],
      ca: null,
      certificate: null,
      sparkplug_host: null,
      delay_seconds: 0,
      repeat_seconds: 0,
      keep_days: 30,
      keep_gib: 10,
    },
    secrets: { password: "the password of the user" },
    tested: {},
  },
  async connect(options) {
    const { connectMqtt } = await import("./source.ts");
    return connectMqtt(options);
  },
});
