import { assert, assertEquals } from "@std/assert";
import type { GenerationPointer } from "../../actors/evaluation/contract.ts";
import { msFromTicks } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { eventually } from "../support/eventually.ts";
import { systemTest } from "../support/running_system.ts";

const HOUR_SECONDS = 3_600;

systemTest(
  "catch_up reads what the source has, evaluates it and stores it, between two rounds",
  {},
  async (on) => {
    const { plant, storage } = on.andon;
    await on.streams.make("number", "Own.A");
    await on.configure();
    const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
    await on.configure({ poll_seconds: HOUR_SECONDS });
    await eventually("the source is read once more", () => plant.sourceStatus().state === "connected");
    const beforeMs = Date.now();
    await on.streams.write("Own.A", [new Date(beforeMs).toISOString(), 90]);
    await plant.source.ask({ type: "catch_up" });
    const pointer = await storage.store.get<GenerationPointer>(keys.generation());
    assert(plant.sourceStatus().watermark_ms! > beforeMs, "the watermark has passed the sample");
    assert(msFromTicks(pointer!.value.watermark) >= beforeMs, "what was evaluated is stored");
    assertEquals((await on.events(instance)).length, 1);
  },
);
