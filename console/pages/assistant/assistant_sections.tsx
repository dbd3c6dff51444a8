import { type Section, SectionTabs } from "../../parts/section_tabs.tsx";

const SECTIONS: readonly Section[] = [
  { path: "/assistant", label: "Chat", needs: "POST /api/ai-providers/:provider_id/conversation" },
  { path: "/assistant/providers", label: "Providers", needs: "PUT /api/ai-providers/:provider_id" },
  { path: "/assistant/types", label: "Assistant types", needs: "PUT /api/assistant-types/:id" },
  { path: "/assistant/logs", label: "Logs and usage", needs: "GET /api/conversation-logs/:provider_id" },
];

export function AssistantSections() {
  return <SectionTabs label="Assistant" sections={SECTIONS} />;
}
