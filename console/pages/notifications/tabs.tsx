import { type Section, SectionTabs } from "../../parts/section_tabs.tsx";

/** The pages of the notifications, one line each; `/notifications` opens the first that the role may open. */
export const NOTIFICATION_TABS: readonly Section[] = [
  { path: "/notifications/on-call", label: "On call", needs: "GET /api/rosters" },
  { path: "/notifications/policies", label: "Policies", needs: "GET /api/notification-policies" },
  { path: "/notifications/contact-points", label: "Contact points", needs: "GET /api/contact-points" },
  { path: "/notifications/heartbeats", label: "Heartbeats", needs: "GET /api/heartbeats" },
  { path: "/notifications/log", label: "Log", needs: "GET /api/notification-log" },
];

export function NotificationTabs() {
  return <SectionTabs label="Notifications" sections={NOTIFICATION_TABS} />;
}
