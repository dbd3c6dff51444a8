import { assertEquals } from "@std/assert";
import type { AiSimulator } from "../../../simulator/ai/server.ts";
import { configureAssistant } from "../../../main/demo.ts";
import { testStorage } from "../storage/support.ts";

const BY = { name: "admin", role: "admin" } as const;

function simulator(port: number): AiSimulator {
  const close = () => Promise.resolve();
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: `sim-${port}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

Deno.test("the demo assistant is pointed at its simulator at each start, whatever its name", async () => {
  await using test = await testStorage();
  const { aiProviders } = test.storage;
  await configureAssistant(test.storage, simulator(1));
  const [{ id }] = aiProviders.list();
  await aiProviders.update(id, { display_name: "Our assistant" }, BY);
  await configureAssistant(test.storage, simulator(2));
  assertEquals(aiProviders.list().map(({ display_name, base_url }) => [display_name, base_url]), [
    ["Our assistant", "http://127.0.0.1:2/v1"],
  ]);
  assertEquals((await aiProviders.settings(id)).apiKey, "sim-2");
});

Deno.test("a demo assistant that was changed into another provider keeps its key and address", async () => {
  await using test = await testStorage();
  const { aiProviders } = test.storage;
  await configureAssistant(test.storage, simulator(1));
  const [{ id }] = aiProviders.list();
  const own = { base_url: "https://models.example/v1", api_key: "sk-own-key-of-a-person", model_name: "own" };
  await aiProviders.update(id, own, BY);
  await configureAssistant(test.storage, simulator(2));
  const { apiKey, baseUrl } = await aiProviders.settings(id);
  assertEquals([apiKey, baseUrl], [own.api_key, own.base_url]);
  assertEquals(aiProviders.list().map(({ display_name, base_url }) => [display_name, base_url]), [
    ["Demo assistant", own.base_url],
    ["Demo assistant 2", "http://127.0.0.1:2/v1"],
  ]);
});
