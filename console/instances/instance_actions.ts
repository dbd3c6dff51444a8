import { type Schemas, unwrap } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { useMayAt } from "../parts/areas.ts";
import { useActions } from "../parts/actions.ts";
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
  const { api, session, toasts } = useConsole();
  const actions = useActions();
  const mayAt = useMayAt();
  const path = ({ id }: Named) => ({ params: { path: { id } } });
  const undeployNow = (instance: Named) => unwrap(api.POST("/api/instances/{id}/undeploy", path(instance)));

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
    undeploy: (instance) =>
      actions.confirmed({
        title: "Undeploy this instance?",
        text: `“${instance.instance_name}” is no longer evaluated, and its active events are closed.`,
        action: "Undeploy",
      }, () => undeployNow(instance)),
    remove: (instance) =>
      actions.confirmed(instance.is_deployed ? removalOfDeployed(instance) : removal(instance), async () => {
        if (instance.is_deployed) await undeployNow(instance);
        return await unwrap(api.DELETE("/api/instances/{id}", path(instance)));
      }),
  };
}

/** All of them would cover the instance's page. Those of windows, which it does not list, come first. */
function warningsText([first, ...more]: Schemas["DeployedInstance"]["warnings"]): string {
  const rest = more.length === 0 ? "" : ` (and ${countText(more.length, "more warning")})`;
  return `${warningText(first!)}${rest}`;
}

function removal({ instance_name }: Named) {
  return {
    title: "Delete this instance?",
    text: `“${instance_name}” is deleted permanently. Its events stay in the history.`,
    action: "Delete instance",
  };
}

function removalOfDeployed({ instance_name }: Named) {
  return {
    title: "The instance is deployed",
    text: `“${instance_name}” must be undeployed before it is deleted. ` +
      "Undeploying closes its active events; its history stays.",
    action: "Undeploy and delete",
  };
}
