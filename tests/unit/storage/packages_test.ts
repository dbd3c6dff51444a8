import { assertEquals, assertRejects } from "@std/assert";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { BY, interleaving, invalidAt, refusalOf, refusedAs, templateDraft, testStorage } from "./support.ts";

Deno.test("packages are created, renamed and removed, each with its audit entry and frame", async () => {
  await using test = await testStorage();
  const { packages, audit, store } = test.storage;
  const frames: unknown[] = [];
  store.onPublished((committed) => frames.push(...committed.frames));
  const made = await packages.create({ name: "Pumps", description: "" }, BY);
  assertEquals(made, {
    v: 1,
    id: 1,
    name: "Pumps",
    description: "",
    created_at: "2026-01-31T08:15:02.123Z",
    created_by: "anna",
  });
  const renamed = await packages.update(1, { name: "All pumps" }, BY);
  assertEquals(packages.list(), [renamed]);
  await packages.remove(1, BY);
  assertEquals([packages.list(), packages.get(1)], [[], undefined]);
  const { rows, total } = await audit.list({ limit: 10, offset: 0 });
  assertEquals(total, 3);
  assertEquals(rows.map((row) => [row.action, row.who, row.resource_type, row.resource_id]), [
    ["deleted", "anna", "package", "1"],
    ["updated", "anna", "package", "1"],
    ["created", "anna", "package", "1"],
  ]);
  assertEquals([rows[1].before, rows[1].after], [made, renamed]);
  const frame = {
    kind: "resource_changed",
    at: "2026-01-31T08:15:02.123Z",
    data: { type: "package", id: 1 },
  };
  assertEquals(frames, [frame, frame, frame]);
});

Deno.test("a package's name is unique, even when many request it at the same time", async () => {
  await using test = await testStorage();
  const { packages } = test.storage;
  const draft = { name: "Pumps", description: "" };
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => packages.create(draft, BY)));
  assertEquals(results.filter((result) => result.status === "fulfilled").length, 1);
  const other = await packages.create({ name: "Fans", description: "" }, BY);
  assertEquals(await refusalOf(() => packages.create(draft, BY)), invalidAt("name"));
  assertEquals(await refusalOf(() => packages.update(other.id, { name: "Pumps" }, BY)), invalidAt("name"));
  await packages.update(other.id, { name: "Fans" }, BY);
  assertEquals(packages.list().length, 2);
});

Deno.test("a package's name that another one gets between the check and the commit is refused", async () => {
  const made = () => test.storage.packages.create({ name: "Pumps", description: "" }, BY);
  const { wrap, arm } = interleaving("package_by_name", made);
  await using test = await testStorage({ wrap });
  const { packages } = test.storage;
  arm();
  assertEquals(await refusalOf(made), invalidAt("name"));
  assertEquals(packages.list().map(({ name }) => name), ["Pumps"]);
});

Deno.test("a package with templates is in use", async () => {
  await using test = await testStorage();
  const { packages, templates } = test.storage;
  const { id } = await packages.create({ name: "Pumps", description: "" }, BY);
  const template = await templates.create(templateDraft(id), BY);
  const refusal = await assertRejects(() => packages.remove(id, BY), Refusal, "Overheating");
  assertEquals(refusal.code, "RESOURCE_IN_USE");
  assertEquals(refusal.details.used_by, [{ type: "template", id: template.id, name: "Overheating" }]);
  await templates.remove(template.id, BY);
  await packages.remove(id, BY);
});

Deno.test("a package is never removed under a template that is being created", async () => {
  await using test = await testStorage();
  const { packages, templates } = test.storage;
  for (let round = 0; round < 30; round++) {
    const { id } = await packages.create({ name: `P${round}`, description: "" }, BY);
    await Promise.allSettled([
      templates.create(templateDraft(id), BY),
      packages.remove(id, BY),
      templates.create(templateDraft(id, { name: "Second" }), BY),
    ]);
    const orphans = templates.list({}).filter((template) => packages.get(template.package_id) === undefined);
    assertEquals(orphans, []);
  }
});

Deno.test("an unknown package is not found", async () => {
  await using test = await testStorage();
  const { packages } = test.storage;
  assertEquals(await refusalOf(() => packages.update(9, {}, BY)), refusedAs("NOT_FOUND"));
  assertEquals(await refusalOf(() => packages.remove(9, BY)), refusedAs("NOT_FOUND"));
});
