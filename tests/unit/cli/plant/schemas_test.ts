import { assert, assertEquals } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import { plantSchema } from "../../../../cli/plant/schemas.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(plantSchema());

function problems(text: string): string[] {
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

Deno.test("the schema has names in place of ids, and references in place of secrets", () => {
  assertEquals(
    problems(`
templates:
  - { package: Utilities, name: T, category: health, rules: [] }
instances:
  - template: { package: Utilities, name: T }
    instance_name: I
    plant_node_floc_id: L1
    placeholders: [{ placeholder_name: P, stream_name: Line 1.P, stream_id: "7" }]
    is_deployed: true
patterns:
  - template: { package: Utilities, name: T }
    instance_name: Pump *
    plant_node_floc_id: null
    placeholders: { P: Line1.*.P, LIMIT: 4 }
    exclude: [Pump 7]
    is_deployed: true
teams: [{ name: A, users: [anna] }]
users: [{ username: anna, role: viewer, grants: [{ role: engineer, areas: [Filling] }] }]
ai_providers:
  - { display_name: L, provider_type: ollama, model_name: m, assistant_type: null, api_key: { file: key } }
contact_points:
  - { name: M, config: { kind: mqtt, host: h, topic: t }, secrets: { password: { env: P } } }
sources: [{ kind: http_push, name: M, config: {} }]
notification_policies:
  - name: N
    match: { areas: [Filling], templates: [{ package: Utilities, name: T }] }
    steps: [{ after_minutes: 0, to: [{ kind: team, name: A }] }]
plant_settings: { holidays: [] }
packages:
`),
    [],
  );
  const wrong = [
    ["teams: [{ name: A, user_ids: [1] }]", "/teams/0"],
    ["templates: [{ package_id: 1, name: T, category: health }]", "/templates/0"],
    ["users: [{ username: anna, role: viewer, password: plain }]", "/users/0/password"],
    ["instances: [{ template: T, instance_name: I }]", "/instances/0/template"],
    ["patterns: [{ template: T, instance_name: '*', placeholders: {} }]", "/patterns/0/template"],
    ["patterns: [{ template_id: 1, instance_name: '*', placeholders: {}, dry_run: true }]", "/patterns/0"],
    ["sources: [{ kind: carrier_pigeon, name: M, config: {} }]", "/sources/0/kind"],
    ["colours: []", ""],
  ];
  for (const [text, path] of wrong) {
    assert(problems(text!).some((problem) => problem.startsWith(`${path} `)), `${text}: ${problems(text!)}`);
  }
});
