import type { Schemas } from "../../api/client.ts";

export type Package = Schemas["Package"];
