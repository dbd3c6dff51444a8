import { numberText } from "../../parts/numbers.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import type { ListedTemplate } from "./package_type.ts";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";

type Template = ListedTemplate;

interface TemplateTableProps {
  templates: readonly Template[];
  /** Given if templates of several packages are shown. */
  packages: readonly { id: number; name: string }[] | undefined;
  open(id: number): void;
}

export function TemplateTable({ templates, packages, open }: TemplateTableProps) {
  return (
    <VirtualTable
      label="Templates"
      columns={columnsOf(packages)}
      rows={templates}
      onOpen={({ id }) => open(id)}
    />
  );
}

function columnsOf(packages: TemplateTableProps["packages"]): readonly Column<Template>[] {
  const names = new Map(packages?.map(({ id, name }) => [id, name]));
  const byText = (textOf: (one: Template) => string) => (a: Template, b: Template) =>
    textOf(a).localeCompare(textOf(b));
  return [
    {
      key: "name",
      title: "Template",
      width: "minmax(0, 3fr)",
      compare: byText(({ name }) => name),
      cell: ({ id, name, color, is_active }) => (
        <span class="rules-template-name">
          <span class="rules-color" style={{ background: color }} aria-hidden="true" />
          <a href={`/rules/${id}`}>{name}</a>
          {!is_active && <span class="muted">inactive</span>}
        </span>
      ),
    },
    ...packages === undefined ? [] : [{
      key: "package",
      title: "Package",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      cell: ({ package_id }: Template) => names.get(package_id) ?? "",
      compare: byText(({ package_id }) => names.get(package_id) ?? ""),
    }],
    {
      key: "category",
      title: "Category",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ category }) => category,
      compare: byText(({ category }) => category),
    },
    {
      key: "rules",
      title: "Rules",
      width: "140px",
      narrowWidth: "132px",
      cell: ({ severities }) => <Severities severities={severities} />,
      compare: (a, b) => a.rules_count - b.rules_count,
    },
    {
      key: "instances",
      title: "Deployed",
      width: "100px",
      narrowWidth: "56px",
      align: "end",
      cell: ({ deployed_count, instances_count }) =>
        `${numberText(deployed_count)} of ${numberText(instances_count)}`,
      compare: (a, b) => a.instances_count - b.instances_count,
    },
  ];
}

/** The number of rules by severity, with glyphs. */
function Severities({ severities }: Pick<Template, "severities">) {
  if (Object.values(severities).every((count) => count === 0)) return <span class="muted">none</span>;
  return (
    <span class="rules-severities">
      {SEVERITIES.map(({ name }) => {
        const count = severities[name];
        return count > 0 && (
          <span key={name}>
            <SeverityGlyph severity={name} />
            {count}
          </span>
        );
      })}
    </span>
  );
}
