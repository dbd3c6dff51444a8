import type { Role } from "../../../domain/access/types.ts";

/** The permissions that each role adds to the previous ones. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  viewer: "Views everything, changes nothing",
  operator: "Acknowledges, shelves, closes and comments on events; uses the assistant",
  engineer: "Creates packages, templates and instances; edits the plant model; runs discovery",
  admin: "Also manages users, keys, providers and the data source; reads the audit log",
};
