import { Download } from "lucide";
import { type CsvFormat, excelCsv, PLAIN_CSV } from "./csv.ts";
import { Icon } from "./icon.tsx";
import { Menu, type MenuItem } from "./menu.tsx";

interface ExportMenuProps {
  /** Saves the table. */
  save(format: CsvFormat): void;
  /** The table is being read. */
  isBusy?: boolean;
  /** Further ways to export. */
  more?: readonly MenuItem[];
}

/** Exports a table: for programs, or for the reader's spreadsheet. */
export function ExportMenu({ save, isBusy = false, more = [] }: ExportMenuProps) {
  const busy = isBusy ? { disabledReason: "The last export is not finished" } : {};
  return (
    <Menu
      label="Export"
      items={[
        { label: "CSV", run: () => save(PLAIN_CSV), ...busy },
        { label: "CSV for Excel", run: () => save(excelCsv(navigator.language)), ...busy },
        ...more,
      ]}
    >
      <Icon node={Download} />
      Export
    </Menu>
  );
}
