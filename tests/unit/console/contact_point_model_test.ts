import { assertEquals } from "@std/assert";
import {
  CHOICES,
  configBody,
  configOfChoice,
  contactPointValues,
  pointIssues,
  secretFields,
} from "../../../console/pages/notifications/contact_point_model.ts";
import { HTTP_PRESETS } from "../../../domain/contact_point/presets.ts";

const begun = (choice: string, change: Record<string, unknown> = {}) => ({
  ...contactPointValues(undefined),
  choice,
  config: { ...configOfChoice(choice), ...change },
});

Deno.test("the form gives back the settings of every preset as they are", () => {
  for (const { name, config } of HTTP_PRESETS) {
    assertEquals(configBody(configOfChoice(`http:${name}`)), config);
  }
});

Deno.test("lists are lines, an empty optional text is null, and a chosen number stays one", () => {
  assertEquals(CHOICES.map(({ value }) => value).filter((value) => !value.startsWith("http:")), [
    "email",
    "teams",
    "slack",
    "webhook",
    "mqtt",
    "http",
  ]);
  const email = configBody({ ...configOfChoice("email"), to: "a@example.org\n b@example.org \n" });
  assertEquals([email.kind === "email" && email.to, email.kind === "email" && email.user], [
    ["a@example.org", "b@example.org"],
    null,
  ]);
  const mqtt = configBody(configOfChoice("mqtt"));
  assertEquals([mqtt.kind === "mqtt" && mqtt.qos, mqtt.kind === "mqtt" && mqtt.retain], [1, false]);
});

Deno.test("lines that cannot be right are told at their field", () => {
  assertEquals(pointIssues(begun("email", { to: "a@example.org\nno address" })), [
    { path: "config.to", message: "“no address” is not a mail address" },
  ]);
  assertEquals(pointIssues(begun("http", { headers: "Accept: a\nbroken" }))[0]?.path, "config.headers");
  assertEquals(pointIssues(begun("teams")), []);
});

Deno.test("the form asks for the secrets that the settings use", () => {
  const asked = (choice: string, change?: Record<string, unknown>) =>
    secretFields(begun(choice, change), undefined).map(({ label }) => label);
  assertEquals(asked("email"), []);
  assertEquals(asked("email", { user: "andon" }), ["Password"]);
  assertEquals(asked("mqtt", { user: "andon" }), ["Password"]);
  assertEquals(asked("http:ntfy"), ["Topic; whoever knows it can read the messages"]);
  assertEquals(asked("http", { headers: "Authorization: Bearer {secret.token}" }), ["Secret token"]);
});
