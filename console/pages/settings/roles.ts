import type { Role } from "../../../domain/access/types.ts";

/** What each role adds to the ones before it. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  viewer: "Sees everything of the plant, changes nothing",
  operator: "Acknowledges, shelves, closes and notes events; asks the assistant",
  engineer: "Builds packages, templates and instances; edits the plant; discovers assets",
  admin: "Users, keys, providers, data source and audit log besides",
};
