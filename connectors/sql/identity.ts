import type { StreamAddress, StreamContinuity } from "../../domain/asset/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { collectedId } from "../collected/identity.ts";
import type { Capabilities } from "../source.ts";

export const SQL_KIND = "sql";

export const SQL_CAPABILITIES: Capabilities = {
  history: true,
  feed: false,
  types: true,
  assets: true,
  sampled: true,
};

/** Where a stream is: `name` is what the name column has; null where there is no such column. */
export interface SqlAddress extends StreamAddress {
  readonly name: string | null;
  /** The value column; null: the layout has only one for a stream. */
  readonly column: string | null;
  /** Of an Ignition historian: the driver that `name`, the path of the tag, belongs to. */
  readonly driver?: number;
  readonly type: DataType;
}

/** Tells streams apart as no two names and columns do alike. */
export function sqlId({ name, column, driver }: Pick<SqlAddress, "name" | "column" | "driver">): string {
  const parts = [driver === undefined ? null : String(driver), name, column].filter((part) => part !== null);
  return collectedId(parts.map((part) => part.replace(/[\\|]/g, "\\$&")).join("|"));
}

export const sqlContinuity: StreamContinuity = {
  sourceId: (address) => sqlId(address as SqlAddress),
  goOn: (stored, found) =>
    stored.data_type === found.data_type &&
      sqlId(stored.source as SqlAddress) === sqlId(found.source as SqlAddress)
      ? found.source
      : null,
};
