import { useConsole } from "../../shell/console.ts";
import { versionsAddress } from "./rules_address.ts";
import type { TemplateReading } from "./template_reading.ts";

/** The package, version and last change of a template. */
export function TemplateSubtitle({ read: { template, packages } }: { read: TemplateReading }) {
  const { time } = useConsole();
  if (template === undefined) return <a href="/rules">All rules</a>;
  const of = packages.find(({ id }) => id === template.package_id);
  return (
    <>
      <a href={`/rules?package=${template.package_id}`}>{of?.name ?? "Package"}</a>
      {" · "}
      <a href={versionsAddress(template.id)}>version {template.version}</a>
      {`, ${time.full(Date.parse(template.updated_at))}`}
      {!template.is_active && " · inactive"}
    </>
  );
}
