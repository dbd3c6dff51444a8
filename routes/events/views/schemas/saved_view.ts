import { savedView as view } from "../../../../domain/saved_view/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const savedViewExample = {
  name: "Critical events",
  path: "/events?severity=critical",
  is_shared: true,
};

export const savedView = shown("SavedView", view, {
  id: 5,
  ...savedViewExample,
  is_own: false,
  created_by: "anna",
  created_at: "2026-01-31T08:15:02.123Z",
});
