import { type Section, SectionTabs } from "../../parts/section_tabs.tsx";

const SECTIONS: readonly Section[] = [
  { path: "/settings", label: "Data source", needs: "GET /api/configuration" },
  { path: "/settings/plant", label: "Plant", needs: "GET /api/plant-settings" },
  { path: "/settings/users", label: "Users", needs: "GET /api/users" },
  { path: "/settings/keys", label: "API keys", needs: "GET /api/keys" },
  { path: "/settings/screens", label: "Screens", needs: "GET /api/screens" },
  { path: "/settings/areas", label: "Areas", needs: "GET /api/areas" },
  { path: "/settings/sign-in", label: "Sign-in", needs: "GET /api/identity-providers" },
  { path: "/settings/audit", label: "Audit log", needs: "GET /api/audit-log" },
  { path: "/settings/about", label: "About and health", needs: "GET /api/configuration" },
  { path: "/settings/profile", label: "Your profile", needs: "POST /api/auth/password" },
];

export function SettingsSections() {
  return <SectionTabs label="Settings" sections={SECTIONS} />;
}
