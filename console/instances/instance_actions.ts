import { type Schemas, unwrap } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { useMayAt } from "../parts/areas.ts";
import { countText } from "../parts/numbers.ts";
import { useConsole } from "../shell/console.ts";
import type { Instance } from "./instance_text.ts";
import { warningText } from "./warning_text.ts";

/** What engineers do with one instance; each action displays its result as a toast. */
export interface InstanceActions {
  /** Whether the user may change instances, at least in some area. */
  mayChange: boolean;
  mayChangeThis(instance: Pick<Instance, "plant_node_floc_id">): boolean;
  /** The problem that prevented it; undefined if it is deployed. */
  deploy(instance: Named): Promise<ApiProblem | undefined>;
  /** True if it was undeployed; needs confirmation, because its active events are closed. */
  undeploy(instance: Named): Promise<boolean>;
  /** True if it was deleted; a deployed one is undeployed first, after confirmation. */
  remove(instance: Instance): Promise<boolean>;
}

type Named = Pick<Instance, "id" | "instance_name">;

export function useInstanceActions(): InstanceActions {
  const { api, session, dialogs, toasts } = useConsole();
  const mayAt = useMayAt();
  const path = ({ id }: Named) => ({ params: { path: { id } } });
  const undeployNow = (instance: Named) => unwrap(api.POST("/api/instances/{id}/undeploy", path(instance)));

  async function done(act: () => Promise<{ message: string }>): Promise<boolean> {
    try {
      toasts.done((await act()).message);
      return true;
    } catch (error) {
      toasts.problem(problemOf(error).message);
      return false;
    }
  }

  async function removeNow(instance: Named, isDeployed: boolean): Promise<boolean> {
    const isConfirmed = await dialogs.confirm(isDeployed ? removalOfDeployed(instance) : removal(instance));
    if (!isConfirmed) return false;
    return done(async () => {
      if (isDeployed) await undeployNow(instance);
      return await unwrap(api.DELETE("/api/instances/{id}", path(instance)));
    });
  }

  return {
    mayChange: session.may("PUT /api/instances/:id"),
    mayChangeThis: ({ plant_node_floc_id }) => mayAt("PUT /api/instances/:id", plant_node_floc_id),
    async deploy(instance) {
      try {
        const answer = await unwrap(api.POST("/api/instances/{id}/deploy", path(instance)));
        toasts.done(answer.message);
        const { warnings } = answer.instance;
        if (warnings.length > 0) toasts.problem(warningsText(warnings));
        return undefined;
      } catch (error) {
        return problemOf(error);
      }
    },
    async undeploy(instance) {
      const isConfirmed = await dialogs.confirm({
        title: "Undeploy this instance?",
        text: `“${instance.instance_name}” is no longer evaluated, and its active events are closed.`,
        action: "Undeploy",
        danger: true,
      });
      return isConfirmed && await done(() => undeployNow(instance));
    },
    remove: (instance) => removeNow(instance, instance.is_deployed),
  };
}

/** More than one would cover the instance's page, which lists them. */
function warningsText([first, ...more]: Schemas["DeployedInstance"]["warnings"]): string {
  return more.length === 0
    ? warningText(first)
    : `${countText(more.length + 1, "warning")}; the instance's page lists them`;
}

function removal({ instance_name }: Named) {
  return {
    title: "Delete this instance?",
    text: `“${instance_name}” is deleted permanently. Its events stay in the history.`,
    action: "Delete instance",
    danger: true,
  };
}

function removalOfDeployed({ instance_name }: Named) {
  return {
    title: "The instance is deployed",
    text: `“${instance_name}” must be undeployed before it is deleted. ` +
      "Undeploying closes its active events; its history stays.",
    action: "Undeploy and delete",
    danger: true,
  };
}
