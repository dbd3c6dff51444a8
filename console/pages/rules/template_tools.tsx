import { Ellipsis } from "lucide";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
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
  const { api } = useConsole();
  const actions = useActions();
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
    const isDone = await actions.confirmed({
      title: "Delete this template?",
      text: `“${name}” is deleted permanently.${also} Past events stay in the history.`,
      action: "Delete template",
    }, () => unwrap(api.DELETE("/api/templates/{id}", { params: { path: { id } } })));
    if (isDone) route(`/rules?package=${package_id}`);
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
