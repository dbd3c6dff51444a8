import type { Json } from "./andon_client.ts";
import type { ModelServer } from "./model_server.ts";
import { type RunningSystem, timeline } from "./running_system.ts";

/** A provider at a test's model server. */
export async function provider(on: RunningSystem, server: ModelServer, changes: Json = {}): Promise<number> {
  const { data } = await on.client.ok("POST", "/api/ai-providers", {
    display_name: `P ${crypto.randomUUID().slice(0, 6)}`,
    provider_type: "openai_compatible",
    model_name: "test-model",
    api_key: "sk-test-0123456789abcdef",
    base_url: server.baseUrl,
    ...changes,
  });
  return data.id;
}

/** A deployed rule with one active event: its id. */
export async function activeEvent(on: RunningSystem, stream = "Own.A", rule: Json = {}): Promise<number> {
  await on.streams.make("number", stream);
  await on.configure();
  const instance = await on.deploy(await on.template({ rules: [rule] }), { VALUE: stream });
  const at = timeline();
  await on.streams.write(stream, [at(0), 90]);
  return (await on.event(instance, () => true)).id;
}

export const conversation = (id: number) => `/api/ai-providers/${id}/conversation`;
