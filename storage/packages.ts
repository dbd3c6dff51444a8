import type { PackageRecord } from "../domain/template/types.ts";
import { type NamedRecord, NamedRecords } from "./named_records.ts";
import { nouns } from "./nouns.ts";

type PackageDraft = Pick<PackageRecord, "name" | "description">;

/** Template packages. Each counts its templates, so that one that is created meanwhile is never orphaned. */
export class Packages extends NamedRecords<PackageRecord, PackageDraft> {
  protected readonly noun = nouns.package;

  protected made(draft: PackageDraft, { v, id, ...created }: NamedRecord): PackageRecord {
    return { v, id, ...draft, ...created };
  }
}
