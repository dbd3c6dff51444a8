import { assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { aboveLimit, numberPlaceholder, type RunningSystem, systemTest } from "../support/running_system.ts";

interface Problem {
  path: string;
  message: string;
}

/** Makes an instance that lacks something, and answers what its deployment says. */
async function problemsOf(on: RunningSystem, draft: Json): Promise<Problem[]> {
  const { data } = await on.client.ok("POST", "/api/instances", { instance_name: "Lacking", ...draft });
  return await refusedDeployment(on, data.id);
}

async function refusedDeployment(on: RunningSystem, id: number): Promise<Problem[]> {
  const { status, body } = await on.client.post(`/api/instances/${id}/deploy`);
  assertEquals([status, body.success, body.details?.error_code], [400, false, "INSTANCE_DEPLOYMENT_FAILED"]);
  const after = (await on.client.ok("GET", `/api/instances/${id}`)).data;
  assertEquals([after.is_deployed, after.deployment_date], [false, null]);
  const { problems } = body.details;
  assertEquals(String(body.error).includes(problems[0].message), true, "the error names the first problem");
  return problems;
}

const paths = (problems: Problem[]) => problems.map(({ path }) => path).sort();

systemTest("every required placeholder without a binding is named at once", {}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const template = await on.template({
    placeholders: [
      ...["A", "B", "LIMIT"].map((name) => numberPlaceholder(name)),
      numberPlaceholder("SPARE", { is_required: false }),
    ],
    rules: [{
      conditions: [
        { stream: "<A>", operator: "greater_than", value: "<LIMIT>" },
        { stream: "<B>", operator: "greater_than", value: 1 },
      ],
    }],
  });
  const problems = await problemsOf(on, { template_id: template, placeholder_mappings: { B: "Own.A" } });
  assertEquals(problems.map(({ message }) => message.match(/[A-Z]{1,5}\b/)?.[0] !== undefined), [true, true]);
  assertEquals(paths(problems), ["placeholders.A", "placeholders.LIMIT"]);
});

systemTest(
  "an inactive template, a missing plant node and a missing binding are reported together",
  {},
  async (on) => {
    const { client } = on;
    const template = await on.template({ rules: [{}] });
    await client.ok("POST", "/api/plant-model", { floc_id: "E", name: "Works", node_type: "enterprise" });
    const draft = { template_id: template, instance_name: "Far", plant_node_floc_id: "E" };
    const { id } = (await client.ok("POST", "/api/instances", draft)).data;
    await client.ok("PUT", `/api/templates/${template}`, { is_active: false });
    const inUse = await client.delete("/api/plant-model/E");
    assertEquals([inUse.status, inUse.body.details.error_code], [403, "RESOURCE_IN_USE"]);
    assertEquals(paths(await refusedDeployment(on, id)), ["placeholders.VALUE", "template_id"]);
    await client.ok("PUT", `/api/templates/${template}`, { is_active: true, rules: [] });
    const none = await refusedDeployment(on, id);
    assertEquals(none.map(({ path, message }) => [path, /rule/.test(message)])[0], ["template_id", true]);
  },
);

systemTest("a stream that vanished is a problem, and is broken in the discovery", {}, async (on) => {
  const { client } = on;
  await on.streams.make("number", "Own.A");
  await on.configure();
  const template = await on.template({ rules: [{ conditions: [aboveLimit] }] });
  const draft = { template_id: template, instance_name: "Gone", placeholder_mappings: { VALUE: "Own.A" } };
  const { id } = (await client.ok("POST", "/api/instances", draft)).data;
  await on.streams.remove("Own.A");
  const found = (await client.ok("POST", "/api/discover-assets")).data;
  assertEquals([found.removed, found.broken_instances], [1, [id]]);
  assertEquals(paths(await refusedDeployment(on, id)), ["placeholders.VALUE"]);
});

systemTest("a stream of another type is a problem", {}, async (on) => {
  await on.streams.make("text", "Own.State");
  await on.configure();
  const template = await on.template({ rules: [{}] });
  const given = {
    template_id: template,
    instance_name: "Wrong",
    placeholder_mappings: { VALUE: "Own.State" },
  };
  const { status, body } = await on.client.post("/api/instances", given);
  if (status === 201) assertEquals(paths(await refusedDeployment(on, body.data.id)), ["placeholders.VALUE"]);
  else assertEquals([status, body.details.error_code], [400, "VALIDATION_FAILED"]);
});

systemTest("an unknown instance is not found", { configuration: null }, async (on) => {
  for (const action of ["deploy", "undeploy"]) {
    const { status, body } = await on.client.post(`/api/instances/4711/${action}`);
    assertEquals([status, body.details.error_code], [404, "NOT_FOUND"]);
  }
});
