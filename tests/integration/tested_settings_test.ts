import { assertEquals } from "@std/assert";
import { provider } from "../support/ai_provider.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { ModelServer } from "../support/model_server.ts";
import { type RunningSystem, runningSystem } from "../support/running_system.ts";

/** A host that counts its requests and refuses them. */
class OtherHost implements AsyncDisposable {
  requests = 0;
  readonly #server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
    this.requests++;
    return Response.json({}, { status: 400 });
  });

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

const TEST = "/api/test-connection";
const stored = async ({ client }: RunningSystem): Promise<Json> =>
  (await client.ok("GET", "/api/configuration")).data;
const pathsOf = (body: { details: { issues: { path: string }[] } }) =>
  body.details.issues.map(({ path }) => path);

Deno.test("unsaved settings are tested and not stored; omitted ones are as stored", async () => {
  await using on = await runningSystem({ shards: 0 });
  await on.configure();
  const before = await stored(on);
  assertEquals((await on.client.post(TEST)).status, 200);
  assertEquals((await on.client.post(TEST, {})).status, 200);
  assertEquals((await on.client.post(TEST, { poll_seconds: 5 })).status, 200);
  assertEquals((await on.client.post(TEST, before)).status, 200, "what was read can be tested");
  const wrong = await on.client.post(TEST, { client_secret: "wrong" });
  assertEquals([wrong.status, wrong.body.details.error_code], [400, "INVALID_CREDENTIALS"]);
  assertEquals(await stored(on), before);
  assertEquals((await on.client.post(TEST)).status, 200);
});

Deno.test("a tested address, region or tenant never gets the stored secret", async () => {
  await using on = await runningSystem({ shards: 0 });
  await using other = new OtherHost();
  await on.configure();
  for (const change of [{ base_url: other.baseUrl }, { tenant_id: "another" }, { region: "japan" }]) {
    const refused = await on.client.post(TEST, change);
    assertEquals([refused.status, pathsOf(refused.body)], [400, ["client_secret"]]);
  }
  assertEquals(other.requests, 0);
  await on.client.post(TEST, { base_url: other.baseUrl, client_secret: "entered again" });
  assertEquals(other.requests > 0, true, "a secret that was entered for the host goes there");
});

Deno.test("testing unsaved settings needs the role admin, and without a stored configuration all of them", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  const missing = await on.client.post(TEST, { region: "eu-west" });
  assertEquals([missing.status, pathsOf(missing.body)], [
    400,
    ["client_id", "client_secret", "namespace_id", "tenant_id"],
  ]);
  await on.configure();
  const engineer = { username: "eva", password: "a password of hers" };
  await on.client.ok("POST", "/api/users", { ...engineer, role: "engineer" });
  const client = new AndonClient(on.client.baseUrl);
  await client.signIn(engineer.username, engineer.password);
  assertEquals((await client.post(TEST)).status, 200);
  const refused = await client.post(TEST, { poll_seconds: 5 });
  assertEquals([refused.status, refused.body.details.role_needed], [403, "admin"]);
});

Deno.test("unsaved settings of an AI provider are tested, and its stored key stays with its host", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  await using model = new ModelServer();
  await using other = new OtherHost();
  const path = `/api/ai-providers/${await provider(on, model)}/test`;
  model.script.push({ text: "ready" });
  const { data } = await on.client.ok("POST", path, { settings: { model_name: "another-model" } });
  assertEquals(data.model, "another-model");
  const refused = await on.client.post(path, { settings: { base_url: other.baseUrl } });
  assertEquals([refused.status, pathsOf(refused.body), other.requests], [400, ["api_key"], 0]);
  await on.client.post(path, { settings: { base_url: other.baseUrl, api_key: "sk-entered-again" } });
  assertEquals(other.requests > 0, true);
  const [{ model_name, base_url }] = (await on.client.ok("GET", "/api/ai-providers")).data;
  assertEquals([model_name, base_url], ["test-model", model.baseUrl]);
});
