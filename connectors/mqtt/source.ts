import type { ConnectOptions } from "../source.ts";
import { type CollectedSource, collectedSource } from "../collected/source.ts";
import { MqttIntake } from "./intake.ts";
import type { MqttConfig } from "./settings.ts";

export function connectMqtt(options: ConnectOptions<MqttConfig>): Promise<CollectedSource> {
  return collectedSource({
    kind: "mqtt",
    connect: options,
    start: (inlet, { isTrial }) => MqttIntake.start({ ...options, inlet, isTrial }),
  });
}
