import { assertEquals } from "@std/assert";
import { createApi, unwrap } from "../../../console/api/client.ts";
import { pathName, plainMessage } from "../../../console/api/plain_words.ts";
import { type ApiProblem, problemIn } from "../../../console/api/problem.ts";

const timeText = (ms: number) => `time ${ms / 1_000}`;
const plain = (message: string) => plainMessage(message, timeText);

Deno.test("a message of the server has field names in words, and times as people read them", () => {
  assertEquals(plain("client_secret: Is required"), "Client secret: Is required");
  assertEquals(
    plain("rules.0.conditions.1.value: Must be a number"),
    "Rule 1, condition 2, value: Must be a number",
  );
  assertEquals(
    plain("No api_key is stored for this; give instance_ids"),
    "No API key is stored for this; give instances",
  );
  assertEquals(plain("Deployed since 1970-01-01T00:00:05.000Z."), "Deployed since time 5.");
});

Deno.test("names of people's own things stay as they are", () => {
  for (
    const text of ['Template "my_template" is saved', "Line_1.inlet_temp is unknown", "See /api/rule_events"]
  ) {
    assertEquals(plain(text), text);
  }
});

Deno.test("pathName() counts the items of lists from 1", () => {
  assertEquals(
    ["placeholders.2.default_value", "base_url", "instance_ids.4", "rules.0.until.1.value"].map(pathName),
    [
      "Placeholder 3, default value",
      "Address",
      "Instances 5",
      "Rule 1, end condition 2, value",
    ],
  );
});

Deno.test("the client puts failures and the answers of writes into words, and leaves what it reads", async () => {
  Object.assign(globalThis, { location: { origin: "http://andon.example" } });
  const body = {
    success: true,
    message: "Saved at 1970-01-01T00:00:05Z",
    data: { enrichment: { reason: "max_age_seconds" } },
  };
  const api = (status: number, answer: unknown) =>
    createApi({
      renewed: () => Promise.resolve(),
      timeText,
      send: () => Promise.resolve(Response.json(answer, { status })),
    });
  const written = await unwrap(api(200, body).POST("/api/auth/logout"));
  assertEquals(written.message, "Saved at time 5");
  assertEquals(JSON.stringify(written).includes("max_age_seconds"), true, "people's own texts stay");
  const read: unknown = await unwrap(api(200, body).GET("/api/packages"));
  assertEquals(read, body);
  const details = {
    error_code: "VALIDATION_FAILED",
    issues: [{ path: "base_url", message: "Needs a tenant_id" }],
  };
  const failed = unwrap(
    api(400, { success: false, error: "base_url: Is required", details }).GET("/api/packages"),
  );
  const problem: ApiProblem = await failed.then(
    () => Promise.reject(new Error("It succeeded")),
    (error) => error,
  );
  assertEquals([problem.message, problem.issues], ["Address: Is required", [
    { path: "base_url", message: "Needs a tenant ID" },
  ]]);
});

Deno.test("a missing configuration is told without the address of the API", () => {
  const { message } = problemIn({
    error: "store one with POST /api/x",
    details: { error_code: "API_CONFIG_MISSING" },
  }, 404);
  assertEquals(message.includes("/api"), false);
});
