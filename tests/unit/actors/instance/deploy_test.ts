import { Partitions } from "../../../../actors/evaluation/partitions.ts";
import { assert, assertEquals } from "@std/assert";
import type { CommandInput } from "../../../../actors/instance/command.ts";
import { planDeployment } from "../../../../actors/instance/deploy.ts";
import type { InstanceRecord } from "../../../../domain/instance/types.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import type { TemplateRecord } from "../../../../domain/template/types.ts";
import { openShard } from "../../../support/restored_shard.ts";
import { templateRule } from "../../../support/templates.ts";
import { BY } from "../../storage/support.ts";

const NOW_MS = Date.UTC(2026, 0, 31);

function deployedAt(watermarkMs: number): { at: number; date: string | null } {
  const { shard } = openShard(ticksFromMs(watermarkMs));
  const context = { shard: 0, random: () => 0.5 } as unknown as CommandInput["context"];
  const conditions = [{ stream: "SYS.TIME.HOUR", operator: "greater_than", value: 1 } as const];
  const template = {
    id: 1,
    version: 1,
    is_active: true,
    placeholders: [],
    rules: [templateRule(conditions)],
  };
  const record = { id: 1, template_id: 1, bindings: {}, deployment: 0, is_deployed: false };
  const planned = planDeployment({
    record: {
      v: 1,
      plant_node_floc_id: null,
      recent_activations: {},
      ...record,
    } as unknown as InstanceRecord,
    template: template as unknown as TemplateRecord,
    streams: { byId: () => undefined, byName: () => undefined },
    nodeExists: true,
    source: 1,
    sourceMaxAgeSeconds: 0,
    correctionHorizonHours: 0,
  }, { shard, partitions: new Partitions(), by: BY, nowMs: NOW_MS, context });
  assert("deployment" in planned, JSON.stringify(planned));
  const { instance, record: after } = planned.deployment;
  return { at: instance.deployedAt, date: after.deployment_date };
}

Deno.test("planDeployment() begins where the command was received, and never before the watermark", () => {
  const taken = { at: ticksFromMs(NOW_MS), date: "2026-01-31T00:00:00.000Z" };
  for (const watermarkMs of [NOW_MS - 60_000, NOW_MS - 1]) assertEquals(deployedAt(watermarkMs), taken);
  assertEquals(deployedAt(NOW_MS), { at: ticksFromMs(NOW_MS + 1), date: "2026-01-31T00:00:00.001Z" });
  assertEquals(deployedAt(NOW_MS + 2_400).date, "2026-01-31T00:00:02.401Z");
});
