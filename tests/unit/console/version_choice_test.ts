import { assertEquals } from "@std/assert";
import {
  chosenVersion,
  comparedWith,
  eventsOf,
  type TemplateVersion,
  type UpgradeTrial,
  versionDifference,
} from "../../../console/pages/rules/version_choice.ts";
import { versionsAddress } from "../../../console/pages/rules/rules_address.ts";
import { template } from "./support.ts";

function version(
  number: number,
  status: TemplateVersion["status"],
  released: string | null = null,
): TemplateVersion {
  const { name, description, category, color, rules, placeholders } = template();
  return {
    template_id: 1,
    version: number,
    status,
    note: "",
    name,
    description,
    category,
    color,
    rules,
    placeholders,
    rules_count: 1,
    placeholders_count: 2,
    deployed_instances: 0,
    created_at: "2026-01-31T08:00:00.000Z",
    created_by: "anna",
    released_at: released,
    released_by: released === null ? null : "anna",
  };
}

const DRAFT = version(5, "draft"), OLDER_DRAFT = version(4, "draft");
const CURRENT = version(1, "current", "2026-01-31T12:00:00.000Z");
const LATER = version(2, "superseded", "2026-01-31T11:00:00.000Z");
const EARLIER = version(3, "superseded", "2026-01-31T10:00:00.000Z");
const ALL = [DRAFT, OLDER_DRAFT, EARLIER, LATER, CURRENT];

Deno.test("chosenVersion() is the requested version, else the newest draft, else the current one", () => {
  assertEquals(chosenVersion(ALL, "2"), LATER);
  assertEquals(chosenVersion(ALL, undefined), DRAFT);
  assertEquals(chosenVersion(ALL, "99"), DRAFT);
  assertEquals(chosenVersion([EARLIER, CURRENT], ""), CURRENT);
});

Deno.test("comparedWith() is the current version, and for that one the version released before it", () => {
  const against = (chosen: TemplateVersion, requested?: string) => comparedWith(ALL, { chosen, requested });
  assertEquals([against(DRAFT), against(EARLIER), against(CURRENT)], [CURRENT, CURRENT, LATER]);
  assertEquals([against(DRAFT, "3"), against(DRAFT, "5"), against(DRAFT, "9")], [EARLIER, CURRENT, CURRENT]);
  assertEquals(comparedWith([CURRENT], { chosen: CURRENT, requested: undefined }), undefined);
});

Deno.test("versionDifference() omits the switches, which versions do not hold", () => {
  assertEquals(versionDifference(CURRENT, DRAFT), []);
  const renamed = { ...DRAFT, name: "Other" };
  assertEquals(versionDifference(CURRENT, renamed).map(({ what }) => what), ["Name"]);
});

Deno.test("eventsOf() sums the events that would stay open and be closed", () => {
  const items = [{ kept: 1, superseded: 2 }, null, { kept: 0, superseded: 3 }].map((events) => ({ events }));
  assertEquals(eventsOf({ items } as UpgradeTrial), { kept: 1, superseded: 5 });
});

Deno.test("versionsAddress() holds the shown version and the compared one", () => {
  assertEquals(versionsAddress(3), "/rules/3/versions");
  assertEquals(versionsAddress(3, { version: 2, against: 1 }), "/rules/3/versions?version=2&against=1");
});
