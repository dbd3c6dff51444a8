import {
  Activity,
  Bell,
  Bot,
  ChartLine,
  ClipboardClock,
  EyeOff,
  Factory,
  Gauge,
  type IconNode,
  LayoutDashboard,
  ListChecks,
  Megaphone,
  Plug,
  Settings,
} from "lucide";

/** The navigation's icons. */
export const NAV_ICONS = {
  overview: LayoutDashboard,
  wall: Bell,
  events: Activity,
  shift: ClipboardClock,
  hidden: EyeOff,
  plant: Factory,
  explore: ChartLine,
  rules: ListChecks,
  instances: Plug,
  quality: Gauge,
  notifications: Megaphone,
  assistant: Bot,
  settings: Settings,
} satisfies Record<string, IconNode>;

export type NavIcon = keyof typeof NAV_ICONS;
