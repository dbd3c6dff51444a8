import { told } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { useConsole } from "../shell/console.ts";
import type { Instance } from "./instance_words.ts";

/** What engineers do to one instance; each tells how it went. */
export interface InstanceActions {
  mayChange: boolean;
  /** Why it could not be; undefined: it is deployed. */
  deploy(instance: Named): Promise<ApiProblem | undefined>;
  /** True when it is undeployed; asked for first, because its active events are closed. */
  undeploy(instance: Named): Promise<boolean>;
  /** True when it is gone. A deployed one is undeployed first, when the person says so. */
  remove(instance: Instance): Promise<boolean>;
}

type Named = Pick<Instance, "id" | "instance_name">;

export function useInstanceActions(): InstanceActions {
  const { api, session, asking, toasts } = useConsole();
  const path = ({ id }: Named) => ({ params: { path: { id } } });
  const undeployNow = (instance: Named) => told(api.POST("/api/instances/{id}/undeploy", path(instance)));

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
    const sure = await asking.confirm(isDeployed ? removalOfDeployed(instance) : removal(instance));
    if (!sure) return false;
    return done(async () => {
      if (isDeployed) await undeployNow(instance);
      return await told(api.DELETE("/api/instances/{id}", path(instance)));
    });
  }

  return {
    mayChange: session.may("PUT /api/instances/:id"),
    async deploy(instance) {
      try {
        toasts.done((await told(api.POST("/api/instances/{id}/deploy", path(instance)))).message);
        return undefined;
      } catch (error) {
        return problemOf(error);
      }
    },
    async undeploy(instance) {
      const sure = await asking.confirm({
        title: "Undeploy this instance?",
        text: `"${instance.instance_name}" is judged no more, and its active events are closed.`,
        action: "Undeploy",
        danger: true,
      });
      return sure && await done(() => undeployNow(instance));
    },
    remove: (instance) => removeNow(instance, instance.is_deployed),
  };
}

function removal({ instance_name }: Named) {
  return {
    title: "Delete this instance?",
    text: `"${instance_name}" is removed for good. Its events stay in the history.`,
    ...{ action: "Delete instance", danger: true },
  };
}

function removalOfDeployed({ instance_name }: Named) {
  return {
    title: "It is in use",
    text: `"${instance_name}" is deployed, and what is deployed cannot be deleted. ` +
      "Undeploying it closes its active events; its history stays.",
    ...{ action: "Undeploy and delete", danger: true },
  };
}
