import { assertEquals } from "@std/assert";
import { startSimulator } from "../../connectors/simulator/server.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type EventRow, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const configuration = { source_lost_seconds: 1 };

async function lostEvents(on: RunningSystem): Promise<EventRow[]> {
  const { data } = await on.client.ok("GET", "/api/rule-events/history?category=source");
  return data;
}
