import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { keys } from "../../storage/keys.ts";
import { openStorage } from "../../storage/open.ts";
import { storedEvents } from "../support/stored_events.ts";
import { BY, eventRecord, instanceDraft, random, templateDraft } from "../unit/storage/support.ts";

const options = (path: string) => ({ path, now: Date.now, random, secretsKey: new Uint8Array(32).fill(3) });

async function inDirectory(test: (path: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir();
  try {
    await test(`${directory}/data/andon.kv`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("a file store keeps everything when it is reopened", () =>
  inDirectory(async (path) => {
    const first = await openStorage(options(path));
    const one = await first.packages.create({ name: "P", description: "" }, BY);
    const template = await first.templates.create(templateDraft(one.id), BY);
    await first.plant.create({ floc_id: "E", name: "E", node_type: "enterprise", parent_id: null }, BY);
    const instance = await first.instances.create(instanceDraft(template.id, "one", "E"), BY);
    const active = eventRecord({ id: 1 }), closed = eventRecord({ id: 2, is_active: false });
    for (const event of [active, closed]) await first.store.commit(storedEvents(event), 1);
    await first.close();
    const second = await openStorage(options(path));
    assertEquals(second.id, first.id);
    assertEquals(second.packages.list(), [one]);
    assertEquals(second.templates.list({ has_instances: true }), [template]);
    assertEquals(second.instances.list({ template_id: template.id }), [instance]);
    assertEquals(second.plant.tree().map((tree) => tree.id), ["E"]);
    assertEquals(second.events.active(), [active]);
    assertEquals((await second.events.list({}, { limit: 9, offset: 0 })).total, 2);
    assertEquals((await second.audit.list({ limit: 9, offset: 0 })).total, 4);
    const two = await second.packages.create({ name: "Q", description: "" }, BY);
    assert(two.id > one.id);
    await second.close();
  }));

const HOLDER = (module: string, path: string) => `
  import { openStorage } from ${JSON.stringify(module)};
  const random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes));
  await openStorage({ path: ${
  JSON.stringify(path)
}, now: Date.now, random, secretsKey: new Uint8Array(32).fill(3) });
  console.log("open");
  setInterval(() => {}, 1000);
`;

/** Another process that locks the store until it is killed. */
async function startHolder(path: string): Promise<Deno.ChildProcess> {
  const module = new URL("../../storage/open.ts", import.meta.url).href;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const script = `${path}.holder.ts`;
  await Deno.mkdir(script.slice(0, script.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(script, HOLDER(module, path));
  const args = ["run", "-A", "--no-check", "--config", config, script];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assertStringIncludes((await reader.read()).value ?? "", "open");
  await reader.cancel();
  return child;
}

Deno.test("a store in use refuses a second process, and opens at once when the first one dies", () =>
  inDirectory(async (path) => {
    const holder = await startHolder(path);
    try {
      await assertRejects(() => openStorage(options(path)), Error, path);
    } finally {
      holder.kill("SIGKILL");
      await holder.status;
    }
    const storage = await openStorage(options(path));
    await storage.close();
  }));

Deno.test("a store cannot be opened twice in one process, and is free after closing", () =>
  inDirectory(async (path) => {
    const first = await openStorage(options(path));
    await assertRejects(() => openStorage(options(path)), Error, "in use");
    await first.close();
    await (await openStorage(options(path))).close();
  }));

Deno.test("an opening that fails leaves the store free", () =>
  inDirectory(async (path) => {
    await (await openStorage(options(path))).close();
    await assertRejects(() => openStorage({ ...options(path), secretsKey: new Uint8Array(32) }), Error);
    await (await openStorage(options(path))).close();
  }));

Deno.test("acknowledged writes survive a kill in the middle of writing", () =>
  inDirectory(async (path) => {
    const module = new URL("../../storage/open.ts", import.meta.url).href;
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const script = `${path}.writer.ts`;
    await Deno.mkdir(script.slice(0, script.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(
      script,
      HOLDER(module, path).replace("await openStorage", "const storage = await openStorage") + `
      const encoder = new TextEncoder();
      for (let lane = 0; lane < 16; lane++) {
        (async () => {
          for (let i = 0;; i++) {
            const mutations = [{ type: "set", key: ["w", lane, i], value: i }, { type: "sum", key: ["n"], value: 1 }];
            const { ok } = await storage.store.commit({ mutations }, lane % 3);
            if (ok) Deno.stdout.writeSync(encoder.encode(lane + " " + i + "\\n"));
          }
        })();
      }`,
    );
    const args = ["run", "-A", "--no-check", "--config", config, script];
    const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "null" }).spawn();
    let output = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      output += text;
      if (output.length > 40_000) break;
    }
    child.kill("SIGKILL");
    await child.status;
    const acknowledged = output.split("\n").slice(1, -1).map((line) => line.split(" ").map(Number));
    assert(acknowledged.length > 1_000);
    const storage = await openStorage(options(path));
    const found = await storage.store.getMany(acknowledged.map(([lane, i]) => ["w", lane, i]));
    assertEquals(found.filter((entry) => entry === undefined).length, 0);
    const written = (await storage.store.list({ prefix: ["w"] })).length;
    assertEquals((await storage.store.get<number>(["n"]))?.value, written);
    assert(await storage.store.get(keys.meta("schema")) !== undefined);
    await storage.close();
  }));
