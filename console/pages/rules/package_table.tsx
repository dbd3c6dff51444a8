import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import type { Package } from "./package_type.ts";
import { numberText } from "../../parts/numbers.ts";

interface PackageRow {
  id: number | null;
  name: string;
  templates: number;
}

interface PackageTableProps {
  packages: readonly Package[];
  chosen: number | null;
  go(id: number | null): void;
}

/** The packages, after a row for all of them. */
export function PackageTable({ packages, chosen, go }: PackageTableProps) {
  const rows: PackageRow[] = [
    {
      id: null,
      name: "All packages",
      templates: packages.reduce((sum, { templates_count }) => sum + templates_count, 0),
    },
    ...packages.map(({ id, name, templates_count: templates }) => ({ id, name, templates })),
  ];
  const columns: readonly Column<PackageRow>[] = [
    {
      key: "name",
      title: "Package",
      width: "minmax(0, 1fr)",
      cell: ({ id, name }) =>
        id === chosen
          ? <strong aria-current="true">{name}</strong>
          : <a href={id === null ? "/rules" : `/rules?package=${id}`}>{name}</a>,
    },
    {
      key: "templates",
      title: "Templates",
      width: "72px",
      align: "end",
      cell: ({ templates }) => numberText(templates),
    },
  ];
  return (
    <div class="rules-packages">
      <VirtualTable
        label="Packages"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id ?? "all"}
        onOpen={({ id }) => go(id)}
        classOf={({ id }) => id === chosen ? "rules-chosen" : ""}
      />
    </div>
  );
}
