import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import { cutText } from "../../domain/shared/text.ts";

/** A path as the id of an asset, without its last parts. Separator null: / if the path has one, else a dot. */
export function assetOfPath(path: string, separator: string | null, without = 0): string {
  const parts = path.trim().split(separator ?? (path.includes("/") ? "/" : ".")).map((part) => part.trim());
  const asset = parts.slice(0, parts.length - without).filter((part) => part !== "").join(".");
  return cutText(asset, LISTED_LIMITS.id);
}
