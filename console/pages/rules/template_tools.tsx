import { Ellipsis } from "lucide";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { useConsole } from "../../shell/console.ts";
import { useGo } from "../../shell/guarded_navigation.ts";
import { versionsAddress } from "./rules_address.ts";
import type { TemplateReading } from "./template_reading.ts";
import { countText } from "../../parts/numbers.ts";
import { namesText } from "../../parts/names_text.ts";

/** The actions for a stored template. */
export function TemplateTools({ read, isDirty }: { read: TemplateReading; isDirty: boolean }) {
  const { api, dialogs, toasts } = useConsole();
  const { route } = useLocation();
  const go = useGo();
  const { template, instances } = read;
  if (template === undefined) return null;
  const deployed = instances.filter(({ is_deployed }) => is_deployed);

  async function remove({ id, name, package_id }: NonNullable<typeof template>): Promise<void> {
    const names = instances.map(({ instance_name }) => instance_name);
    const also = names.length === 0
      ? ""
      : ` Its ${countText(names.length, "undeployed instance")} will be deleted too: ${namesText(names)}.`;
    const isConfirmed = await dialogs.confirm({
      title: "Delete this template?",
      text: `“${name}” is deleted permanently.${also} Past events stay in the history.`,
      action: "Delete template",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      toasts.done((await unwrap(api.DELETE("/api/templates/{id}", { params: { path: { id } } }))).message);
      route(`/rules?package=${package_id}`);
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  const isOffered = !isDirty && template.is_active && template.allow_instances && template.rules_count > 0;
  return (
    <>
      {isOffered && <a class="button" href={`/instances/new?template=${template.id}`}>Create instance</a>}
      <Menu
        label={`More actions for ${template.name}`}
        items={[
          { label: "Versions", run: () => go(versionsAddress(template.id)) },
          { label: "Copy", run: () => go(`/rules/new?copy=${template.id}`) },
          {
            label: "Delete",
            disabledReason: deployed.length > 0 ? "in use" : undefined,
            run: () => void remove(template),
          },
        ]}
      >
        <Icon node={Ellipsis} />
      </Menu>
    </>
  );
}
