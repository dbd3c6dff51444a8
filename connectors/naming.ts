import { LISTED_LIMITS } from "../domain/asset/limits.ts";
import type { FoundAsset, FoundStream } from "../domain/asset/types.ts";
import { UNASSIGNED_ASSET } from "../domain/asset/unassigned.ts";
import { hasAtMost } from "../domain/shared/text.ts";

/** Makes names unique by appending the id in brackets to equal ones. Keeps the order. */
export function uniqueNames(items: readonly { name: string; id: string }[]): string[] {
  const names = items.map((item) => item.name);
  // A name with brackets can equal another plain name; since ids differ, a few rounds suffice.
  for (let round = 0; round < 3; round++) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length) break;
    items.forEach((item, index) => {
      const name = names[index]!;
      if ((counts.get(name) ?? 0) > 1) names[index] = `${name} (${item.id})`;
    });
  }
  return names;
}

/** The asset of a stream that no asset lists: its dotted name without the last part. */
export function assetOfName(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? UNASSIGNED_ASSET : name.slice(0, dot);
}

/** Orders texts independently of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Why a stream cannot be taken with its id and name. */
export function nameProblem({ stream_id, name }: { stream_id: string; name: string }): string | undefined {
  if (name.startsWith("SYS.")) return 'Names that start with "SYS." are reserved for system tags';
  if (!hasAtMost(stream_id, LISTED_LIMITS.id)) return `Ids take at most ${LISTED_LIMITS.id} characters`;
  if (!hasAtMost(name, LISTED_LIMITS.name)) return `Names take at most ${LISTED_LIMITS.name} characters`;
  const isWhole = stream_id.isWellFormed() && name.isWellFormed();
  return isWhole ? undefined : "Its id or name contains half of a Unicode character";
}

/** The assets, and those that only streams name, in order. */
export function withDerivedAssets(
  assets: readonly FoundAsset[],
  streams: readonly FoundStream[],
): FoundAsset[] {
  const all = new Map(assets.map((asset) => [asset.asset_id, asset]));
  for (const { asset_id } of streams) {
    if (!all.has(asset_id)) all.set(asset_id, { asset_id, display_name: asset_id });
  }
  return [...all.values()].sort((a, b) => compareText(a.asset_id, b.asset_id));
}
