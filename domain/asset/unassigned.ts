/** The asset of streams whose names lead to none. */
export const UNASSIGNED_ASSET = "Unassigned";
