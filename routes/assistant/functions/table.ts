import { getAlarmStatistics } from "./alarm_statistics.ts";
import { runBacktest } from "./backtest.ts";
import { getCoverage } from "./coverage.ts";
import type { PlantFunction } from "./define.ts";
import { getActiveEvents, getEvent, searchEvents } from "./events.ts";
import { explain } from "./explain.ts";
import {
  findStreams,
  getPlantSubtree,
  getTemplate,
  listAssets,
  listInstances,
  listTemplates,
} from "./plant.ts";
import { proposeRuleTemplate } from "./propose.ts";
import { getRulesOnStream, getStreamHistory, getStreamValue } from "./streams.ts";

/** The functions that models and MCP clients may call. Each calls the API with the permissions of its user. */
export const FUNCTIONS: readonly PlantFunction[] = [
  getActiveEvents,
  searchEvents,
  getEvent,
  explain,
  listInstances,
  listTemplates,
  getTemplate,
  listAssets,
  findStreams,
  getStreamValue,
  getStreamHistory,
  getPlantSubtree,
  getRulesOnStream,
  getAlarmStatistics,
  getCoverage,
  runBacktest,
  proposeRuleTemplate,
];
