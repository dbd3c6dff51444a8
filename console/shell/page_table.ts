import type { ComponentType } from "preact";
import type { Call } from "../session/may.ts";

/** The default export of a page's file. Address parameters are properties: `/events/:id` gives `id`. */
export type PageComponent = ComponentType<{ id?: string }>;

export interface PageEntry {
  /** A pattern: `/events/:id`. The server answers it with the console's HTML document. */
  path: string;
  /** The document's title until the page sets its own. */
  title: string;
  /** Open to roles that may make this call. */
  needs: Call;
  load(): Promise<{ default: PageComponent }>;
  /** Its link in the navigation; undefined for pages reached from other pages. */
  nav?: {
    label: string;
    icon:
      | "overview"
      | "wall"
      | "events"
      | "shift"
      | "plant"
      | "explore"
      | "rules"
      | "instances"
      | "quality"
      | "notifications"
      | "assistant"
      | "settings";
    /** The second key of its shortcut: `g w`. */
    key: string;
  };
}

/** All pages in navigation order; see docs/console.md. */
export const PAGES: readonly PageEntry[] = [
  {
    path: "/",
    title: "Overview",
    needs: "GET /api/rule-events/active",
    load: () => import("../pages/overview/overview_page.tsx"),
    nav: { label: "Overview", icon: "overview", key: "o" },
  },
  {
    path: "/wall",
    title: "Event wall",
    needs: "GET /api/event-wall-data",
    load: () => import("../pages/wall/wall_page.tsx"),
    nav: { label: "Event wall", icon: "wall", key: "w" },
  },
  {
    path: "/shift",
    title: "Since I came on",
    needs: "GET /api/comments",
    load: () => import("../pages/shift/shift_page.tsx"),
    nav: { label: "Since I came on", icon: "shift", key: "c" },
  },
  {
    path: "/shelved",
    title: "Shelved",
    needs: "GET /api/shelves",
    load: () => import("../pages/shelved/shelved_page.tsx"),
  },
  {
    path: "/events",
    title: "Events",
    needs: "GET /api/rule-events/history",
    load: () => import("../pages/events/events_page.tsx"),
    nav: { label: "Events", icon: "events", key: "e" },
  },
  {
    path: "/events/:id",
    title: "Event",
    needs: "GET /api/rule-events/:id",
    load: () => import("../pages/events/event_page.tsx"),
  },
  {
    path: "/plant",
    title: "Plant",
    needs: "GET /api/plant-model",
    load: () => import("../pages/plant/plant_page.tsx"),
    nav: { label: "Plant", icon: "plant", key: "p" },
  },
  {
    path: "/plant/streams",
    title: "Streams",
    needs: "GET /api/monitored-assets",
    load: () => import("../pages/plant/streams_page.tsx"),
  },
  {
    path: "/plant/streams/:id",
    title: "Stream",
    needs: "GET /api/streams/:id",
    load: () => import("../pages/plant/stream_page.tsx"),
  },
  {
    path: "/explore",
    title: "Explore",
    needs: "GET /api/trends",
    load: () => import("../pages/explore/explore_page.tsx"),
    nav: { label: "Explore", icon: "explore", key: "x" },
  },
  {
    path: "/rules",
    title: "Rules",
    needs: "GET /api/packages",
    load: () => import("../pages/rules/rules_page.tsx"),
    nav: { label: "Rules", icon: "rules", key: "r" },
  },
  {
    path: "/rules/import",
    title: "Import a package",
    needs: "POST /api/packages/import",
    load: () => import("../pages/rules/import_page.tsx"),
  },
  {
    path: "/rules/:id",
    title: "Template",
    needs: "GET /api/templates/:id",
    load: () => import("../pages/rules/template_page.tsx"),
  },
  {
    path: "/rules/:id/versions",
    title: "Versions",
    needs: "GET /api/templates/:id/versions",
    load: () => import("../pages/rules/versions_page.tsx"),
  },
  {
    path: "/instances",
    title: "Instances",
    needs: "GET /api/instances",
    load: () => import("../pages/instances/instances_page.tsx"),
    nav: { label: "Instances", icon: "instances", key: "i" },
  },
  {
    path: "/instances/new",
    title: "New instance",
    needs: "POST /api/instances",
    load: () => import("../pages/instances/new_page.tsx"),
  },
  {
    path: "/instances/bulk",
    title: "Instances from a pattern",
    needs: "POST /api/instances/bulk",
    load: () => import("../pages/instances/pattern_page.tsx"),
  },
  {
    path: "/instances/:id",
    title: "Instance",
    needs: "GET /api/instances/:id",
    load: () => import("../pages/instances/instance_page.tsx"),
  },
  {
    path: "/quality",
    title: "Alarm quality",
    needs: "GET /api/alarm-statistics",
    load: () => import("../pages/quality/quality_page.tsx"),
    nav: { label: "Alarm quality", icon: "quality", key: "q" },
  },
  {
    path: "/notifications",
    title: "Notifications",
    needs: "GET /api/contact-points",
    load: () => import("../pages/notifications/notifications_page.tsx"),
    nav: { label: "Notifications", icon: "notifications", key: "n" },
  },
  {
    path: "/notifications/on-call",
    title: "On call",
    needs: "GET /api/rosters",
    load: () => import("../pages/notifications/on_call_page.tsx"),
  },
  {
    path: "/notifications/policies",
    title: "Policies",
    needs: "GET /api/notification-policies",
    load: () => import("../pages/notifications/policies_page.tsx"),
  },
  {
    path: "/notifications/contact-points",
    title: "Contact points",
    needs: "GET /api/contact-points",
    load: () => import("../pages/notifications/contact_points_page.tsx"),
  },
  {
    path: "/notifications/heartbeats",
    title: "Heartbeats",
    needs: "GET /api/heartbeats",
    load: () => import("../pages/notifications/heartbeats_page.tsx"),
  },
  {
    path: "/notifications/log",
    title: "Notification log",
    needs: "GET /api/notification-log",
    load: () => import("../pages/notifications/log_page.tsx"),
  },
  {
    path: "/assistant",
    title: "Assistant",
    needs: "POST /api/ai-providers/:provider_id/conversation",
    load: () => import("../pages/assistant/chat_page.tsx"),
    nav: { label: "Assistant", icon: "assistant", key: "a" },
  },
  {
    path: "/assistant/providers",
    title: "Providers",
    needs: "PUT /api/ai-providers/:provider_id",
    load: () => import("../pages/assistant/providers_page.tsx"),
  },
  {
    path: "/assistant/types",
    title: "Assistant types",
    needs: "PUT /api/assistant-types/:id",
    load: () => import("../pages/assistant/types_page.tsx"),
  },
  {
    path: "/assistant/logs",
    title: "Logs and usage",
    needs: "GET /api/conversation-logs/:provider_id",
    load: () => import("../pages/assistant/logs_page.tsx"),
  },
  {
    path: "/settings",
    title: "Data source",
    needs: "GET /api/configuration",
    load: () => import("../pages/settings/source_page.tsx"),
    nav: { label: "Settings", icon: "settings", key: "s" },
  },
  {
    path: "/settings/users",
    title: "Users",
    needs: "GET /api/users",
    load: () => import("../pages/settings/users_page.tsx"),
  },
  {
    path: "/settings/keys",
    title: "API keys",
    needs: "GET /api/keys",
    load: () => import("../pages/settings/keys_page.tsx"),
  },
  {
    path: "/settings/screens",
    title: "Screens",
    needs: "GET /api/screens",
    load: () => import("../pages/settings/screens_page.tsx"),
  },
  {
    path: "/settings/areas",
    title: "Areas",
    needs: "GET /api/areas",
    load: () => import("../pages/settings/areas_page.tsx"),
  },
  {
    path: "/settings/sign-in",
    title: "Sign-in",
    needs: "GET /api/identity-providers",
    load: () => import("../pages/settings/identity_providers_page.tsx"),
  },
  {
    path: "/settings/audit",
    title: "Audit log",
    needs: "GET /api/audit-log",
    load: () => import("../pages/settings/audit_page.tsx"),
  },
  {
    path: "/settings/plant",
    title: "Plant settings",
    needs: "GET /api/plant-settings",
    load: () => import("../pages/settings/plant_settings_page.tsx"),
  },
  {
    path: "/settings/about",
    title: "About and health",
    needs: "GET /api/configuration",
    load: () => import("../pages/settings/about_page.tsx"),
  },
  {
    path: "/settings/profile",
    title: "Your profile",
    needs: "POST /api/auth/password",
    load: () => import("../pages/settings/profile_page.tsx"),
  },
];
