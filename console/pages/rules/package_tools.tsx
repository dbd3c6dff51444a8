import { useSignal } from "@preact/signals";
import { Ellipsis } from "lucide";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import { useConsole } from "../../shell/console.ts";
import { PackageDialog } from "./package_dialog.tsx";
import type { Package } from "./package_type.ts";
import { countText } from "../../parts/numbers.ts";

/** The menu of actions for a package. */
export function PackageTools({ chosen, reload }: { chosen: Package; reload(): void }) {
  const { session } = useConsole();
  const isRenaming = useSignal(false);
  const { exported, remove } = usePackageActions(chosen, reload);
  const inUse = chosen.templates_count > 0
    ? `has ${countText(chosen.templates_count, "template")}`
    : undefined;
  const items: MenuItem[] = [
    { label: "Export", run: () => void exported(false) },
    { label: "Export with instances", run: () => void exported(true) },
    ...session.may("PUT /api/packages/:package_id")
      ? [{ label: "Rename", run: () => isRenaming.value = true }]
      : [],
    ...session.may("DELETE /api/packages/:package_id")
      ? [{ label: "Delete", disabledReason: inUse, run: () => void remove() }]
      : [],
  ];
  return (
    <>
      <Menu label={`More actions for ${chosen.name}`} items={items}>
        <Icon node={Ellipsis} />
      </Menu>
      {isRenaming.value && (
        <PackageDialog
          stored={chosen}
          onDone={reload}
          onClose={() => isRenaming.value = false}
        />
      )}
    </>
  );
}

function usePackageActions({ id, name }: Package, reload: () => void) {
  const { api, toasts } = useConsole();
  const actions = useActions();
  const { route } = useLocation();
  const params = { path: { package_id: id } };
  return {
    async exported(instances: boolean): Promise<void> {
      try {
        const query = { instances: instances ? true : undefined };
        const { data } = await unwrap(
          api.GET("/api/packages/{package_id}/export", { params: { ...params, query } }),
        );
        const file = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "package"}.andon.json`;
        download(file, { text: JSON.stringify(data, null, 2), type: "application/json" });
        toasts.done(`Exported as ${file}`);
      } catch (error) {
        toasts.problem(problemOf(error).message);
      }
    },
    async remove(): Promise<void> {
      if (
        !await actions.confirmed({
          title: "Delete this package?",
          text: `“${name}” has no templates and is deleted permanently.`,
          action: "Delete package",
        }, () => unwrap(api.DELETE("/api/packages/{package_id}", { params })))
      ) return;
      route("/rules");
      reload();
    },
  };
}
