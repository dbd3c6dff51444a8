import type { Schemas } from "../../api/client.ts";

export type Package = Schemas["PackageBrief"];
export type ListedTemplate = Schemas["TemplateBrief"];
