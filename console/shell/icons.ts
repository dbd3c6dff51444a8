import {
  Activity,
  Bell,
  Bot,
  ChartLine,
  ClipboardClock,
  Factory,
  Gauge,
  type IconNode,
  LayoutDashboard,
  ListChecks,
  Megaphone,
  Plug,
  Settings,
} from "lucide";
import type { PageEntry } from "./page_table.ts";

type IconName = NonNullable<PageEntry["nav"]>["icon"];

/** The navigation's icons. */
export const NAV_ICONS: Readonly<Record<IconName, IconNode>> = {
  overview: LayoutDashboard,
  wall: Bell,
  events: Activity,
  shift: ClipboardClock,
  plant: Factory,
  explore: ChartLine,
  rules: ListChecks,
  instances: Plug,
  quality: Gauge,
  notifications: Megaphone,
  assistant: Bot,
  settings: Settings,
};
