import { assert, assertEquals } from "@std/assert";
import { type Json, PASSWORD, pathsOf, type TestApp, testApp } from "./support.ts";

const KEY = "sk-the-secret-of-the-vendor";
const BODY = { display_name: "Assistant", provider_type: "openai", model_name: "gpt-5.2", api_key: KEY };

async function made(app: TestApp, changes: Json = {}): Promise<Json> {
  const { status, body } = await app.call("POST /api/ai-providers", {
    as: "admin",
    body: { ...BODY, ...changes },
  });
  assertEquals(status, 201, JSON.stringify(body));
  return body.data;
}

Deno.test("a provider is created, read, changed and deleted, and its key is never returned", async () => {
  await using app = await testApp();
  const created = await made(app);
  const { created_at: _, ...shown } = created;
  assertEquals(shown, {
    id: 1,
    display_name: "Assistant",
    provider_type: "openai",
    model_name: "gpt-5.2",
    base_url: null,
    has_api_key: true,
    usage_mode: "assistant",
    system_instructions: "",
    assistant_type_id: null,
    is_active: true,
    supports_function_calling: true,
    function_calling_enabled: true,
    share_plant_data: true,
    context_window_tokens: null,
    created_by: "admin",
  });
  const back = await app.call("PUT /api/ai-providers/1", {
    as: "admin",
    body: { ...created, is_active: false },
  });
  assertEquals([back.status, back.body.data.is_active, back.body.data.has_api_key], [200, false, true]);
  const audit = await app.call("GET /api/audit-log", { as: "admin" });
  for (const text of [JSON.stringify(created), back.text, audit.text, JSON.stringify(app.logged)]) {
    assert(!text.includes(KEY) && !text.includes("sealed"), text);
  }
  assertEquals(audit.body.data[0].after.api_key, "unchanged");
  assertEquals((await app.call("DELETE /api/ai-providers/1", { as: "admin" })).status, 200);
  assertEquals((await app.call("GET /api/ai-providers", { as: "viewer" })).body.data, []);
});

Deno.test("a provider's key is stored sealed, and goes with a change of its host or type", async () => {
  await using app = await testApp();
  const { id } = await made(app);
  const { aiProviders } = app.storage;
  assertEquals((await aiProviders.settings(id)).apiKey, KEY);
  assert(!JSON.stringify(aiProviders.get(id)).includes(KEY));
  const put = async (body: Json) =>
    (await app.call(`PUT /api/ai-providers/${id}`, { as: "admin", body })).body.data;
  assertEquals((await put({ model_name: "other", base_url: null })).has_api_key, true);
  assertEquals((await put({ base_url: "https://elsewhere.example/v1" })).has_api_key, false);
  const used = await app.call(`POST /api/ai-providers/${id}/test`, {
    as: "admin",
    body: { test_message: "x" },
  });
  assertEquals([used.status, pathsOf(used)], [400, ["api_key"]]);
  assertEquals((await put({ api_key: "sk-new" })).has_api_key, true);
  assertEquals((await put({ provider_type: "mistral" })).has_api_key, false);
  assertEquals((await put({ provider_type: "ollama", base_url: null })).has_api_key, false);
  assertEquals((await aiProviders.settings(id)).baseUrl, "http://localhost:11434/v1");
});

Deno.test("the missing fields of a provider's type are reported together with all other problems", async () => {
  await using app = await testApp();
  const paths = async (body: Json) =>
    pathsOf(await app.call("POST /api/ai-providers", { as: "admin", body }));
  assertEquals(await paths({ ...BODY, provider_type: "azure_openai" }), ["base_url"]);
  const { api_key: _, ...keyless } = BODY;
  assertEquals(await paths({ ...keyless, provider_type: "openai_compatible", model_name: " " }), [
    "api_key",
    "base_url",
    "model_name",
  ]);
  assertEquals(await paths({ ...BODY, provider_type: "other", assistant_type_id: 7, extra: 1 }), [
    ...["assistant_type_id", "extra", "provider_type"],
  ]);
  assertEquals(await paths({ ...BODY, base_url: "ftp://x" }), ["base_url"]);
  assertEquals(await paths({ ...BODY, system_instructions: "x".repeat(20_001) }), ["system_instructions"]);
  assertEquals(await paths({ ...BODY, context_window_tokens: 4_095 }), ["context_window_tokens"]);
  await made(app, { system_instructions: "x".repeat(20_000), context_window_tokens: 4_096 });
  assertEquals(await paths(BODY), ["display_name"]);
  const ollama = await made(app, { ...keyless, api_key: null, provider_type: "ollama", display_name: "Own" });
  assertEquals(ollama.has_api_key, false);
  const changed = await app.call(`PUT /api/ai-providers/${ollama.id}`, {
    as: "admin",
    body: { provider_type: "azure_openai" },
  });
  assertEquals(pathsOf(changed), ["base_url"]);
});

Deno.test("an assistant type is created with the admin's own password, and stays while a provider names it", async () => {
  await using app = await testApp();
  const draft = { name: "Shift advisor", description: "", base_instructions: "You advise the shift." };
  const make = (admin_password: string, as: "admin" | undefined = "admin", headers = {}) =>
    app.call("POST /api/assistant-types", { as, headers, body: { ...draft, admin_password } });
  const wrong = await make("not the password");
  assertEquals([wrong.status, wrong.body.details.error_code], [403, "FORBIDDEN"]);
  const { key } = await app.storage.access.apiKeys.issue(
    { name: "k", role: "admin", is_active: true, expires_at: null },
    { name: "test", role: "admin" },
  );
  assertEquals((await make(PASSWORD, undefined, { authorization: `Bearer ${key}` })).status, 403);
  const { status, body, text } = await make(PASSWORD);
  assertEquals([status, body.data.name, text.includes(PASSWORD)], [201, draft.name, false]);
  assertEquals(pathsOf(await make(PASSWORD)), ["name"]);
  const { id } = body.data;
  const provider = await made(app, { assistant_type_id: id, system_instructions: "Be short." });
  const instructions = async () =>
    (await app.call(`GET /api/ai-providers/${provider.id}/instructions`, { as: "viewer" })).body.data;
  assertEquals(await instructions(), {
    assistant_type_instructions: "You advise the shift.",
    provider_specific_instructions: "Be short.",
    combined_instructions: "You advise the shift.\n\nBe short.",
  });
  await app.call(`PUT /api/assistant-types/${id}`, { as: "admin", body: { is_active: false } });
  assertEquals((await instructions()).combined_instructions, "Be short.");
  const used = await app.call(`DELETE /api/assistant-types/${id}`, { as: "admin" });
  assertEquals([used.status, used.body.details.used_by], [
    403,
    [{ type: "ai_provider", id: provider.id, name: "Assistant" }],
  ]);
  await app.call(`PUT /api/ai-providers/${provider.id}`, { as: "admin", body: { assistant_type_id: null } });
  assertEquals((await app.call(`DELETE /api/assistant-types/${id}`, { as: "admin" })).status, 200);
});

Deno.test("an inactive provider holds no conversation, and says so before the model is asked", async () => {
  await using app = await testApp();
  const { id } = await made(app, { is_active: false });
  const talk = (body: Json) =>
    app.call(`POST /api/ai-providers/${id}/conversation`, { as: "operator", body });
  const { status, body } = await talk({ message: "Hello" });
  assertEquals([status, body.details.error_code], [400, "PROVIDER_INACTIVE"]);
  assertEquals(
    pathsOf(await talk({ message: "", context_type: "all", time_filter: "2h", include_context: "yes" })),
    [
      ...["context_type", "include_context", "message", "time_filter"],
    ],
  );
  assertEquals(pathsOf(await talk({ message: "x".repeat(20_001) })), ["message"]);
});

Deno.test("each provider has its own AI limit, over tests and conversations", async () => {
  await using app = await testApp({ settings: { rateLimits: { default: null, ai: 3, heavy: null } } });
  const [one, two] = [
    await made(app, { is_active: false }),
    await made(app, { display_name: "B", is_active: false }),
  ];
  const talk = async (id: number) =>
    (await app.call(`POST /api/ai-providers/${id}/conversation`, { as: "admin", body: { message: "x" } }))
      .status;
  assertEquals([await talk(one.id), await talk(one.id)], [400, 400]);
  const tested = await app.call(`POST /api/ai-providers/${one.id}/test`, {
    as: "admin",
    body: { test_message: "" },
  });
  assertEquals([tested.status, await talk(one.id)], [400, 429]);
  const refused = await app.call(`POST /api/ai-providers/${one.id}/test`, { as: "admin", body: {} });
  assertEquals([refused.status, refused.body.details.scope], [429, "ai"]);
  assertEquals([await talk(two.id), await talk(999)], [400, 404]);
});
