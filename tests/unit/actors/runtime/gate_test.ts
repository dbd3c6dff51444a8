import { assertEquals } from "@std/assert";
import { FairGate, type GateMode } from "../../../../actors/runtime/gate.ts";

/** Requests entry in the given order and records which entries are granted. */
class Crowd {
  readonly gate = new FairGate();
  readonly entered: string[] = [];

  async arrive(name: string, mode: GateMode): Promise<void> {
    await this.gate.enter(mode);
    this.entered.push(name);
  }
}

async function rest(): Promise<void> {
  for (let tick = 0; tick < 10; tick++) await undefined;
}

Deno.test("FairGate lets an uncontended caller in without waiting", () => {
  const gate = new FairGate();
  assertEquals(gate.enter("shared"), undefined);
  assertEquals(gate.enter("shared"), undefined);
  gate.leave("shared");
  gate.leave("shared");
  assertEquals(gate.enter("exclusive"), undefined);
  assertEquals(gate.enter("none"), undefined);
});

Deno.test("FairGate lets arrivals wait behind those who wait, both ways", async () => {
  const crowd = new Crowd();
  const order: [string, GateMode][] = [
    ["s1", "shared"],
    ["s2", "shared"],
    ["x1", "exclusive"],
    ["s3", "shared"],
    ["s4", "shared"],
    ["x2", "exclusive"],
    ["s5", "shared"],
  ];
  for (const [name, mode] of order) void crowd.arrive(name, mode);
  await rest();
  assertEquals(crowd.entered, ["s1", "s2"]);
  crowd.gate.leave("shared");
  await rest();
  assertEquals(crowd.entered, ["s1", "s2"]);
  crowd.gate.leave("shared");
  await rest();
  assertEquals(crowd.entered, ["s1", "s2", "x1"]);
  crowd.gate.leave("exclusive");
  await rest();
  assertEquals(crowd.entered, ["s1", "s2", "x1", "s3", "s4"]);
  crowd.gate.leave("shared");
  crowd.gate.leave("shared");
  await rest();
  assertEquals(crowd.entered.at(-1), "x2");
  crowd.gate.leave("exclusive");
  await rest();
  assertEquals(crowd.entered.at(-1), "s5");
});
