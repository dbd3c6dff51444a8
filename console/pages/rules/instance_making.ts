import { type Api, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { runBulk, whenAllowed } from "../../instances/bulk_run.ts";
import { countText } from "../../parts/numbers.ts";
import type { InstancesPlan } from "./planned_instances.ts";
import type { Template } from "./template_reading.ts";

interface MakingOptions {
  template: Template;
  plan: InstancesPlan;
  /** The names of planned instances that were left out. */
  left: ReadonlySet<string>;
  /** The plant node of a single instance. */
  node: string | null;
  deploys: boolean;
  /** Waits for the rate limit, which bulk calls share with backtests. */
  pause(ms: number): Promise<void>;
}

/** What was made of a plan. */
export interface Making {
  made: readonly { id: number; instance_name: string }[];
  /** What was not made or not deployed, and why; empty if all was. */
  problem: string;
}

/** Makes the planned instances of a template that was just saved, and deploys them. */
export async function makeInstances(api: Api, options: MakingOptions): Promise<Making> {
  const isOne = options.plan.instances.length === 1 && options.plan.others.length === 0;
  const { made, problem } = await (isOne ? makeOne : makeMany)(api, options).catch((error): Making => (
    { made: [], problem: `No instance was created: ${problemOf(error).message}` }
  ));
  if (made.length === 0 || !options.deploys) return { made, problem };
  const notDeployed = await deploy(api, { made, pause: options.pause }).catch((error) =>
    `Not deployed: ${problemOf(error).message}`
  );
  return { made, problem: [problem, notDeployed].filter(Boolean).join(". ") };
}

async function makeOne(api: Api, { template, plan, node }: MakingOptions): Promise<Making> {
  const { instance_name, placeholders } = plan;
  const { data } = await unwrap(api.POST("/api/instances", {
    body: {
      template_id: template.id,
      instance_name,
      plant_node_floc_id: node,
      placeholder_mappings: placeholders,
    },
  }));
  return { made: [data], problem: "" };
}

async function makeMany(api: Api, { template, plan, left, pause }: MakingOptions): Promise<Making> {
  const { instance_name, placeholders, others } = plan;
  const body = {
    template_id: template.id,
    instance_name,
    placeholders,
    exclude: [...others, ...left],
    dry_run: false,
  };
  const { items } =
    (await whenAllowed(() => unwrap(api.POST("/api/instances/bulk", { body })), { pause })).data;
  const made = items.flatMap(({ instance_id: id, instance_name, status }) =>
    status === "created" && id !== undefined ? [{ id, instance_name }] : []
  );
  const [first, ...more] = items.filter(({ status }) => status !== "created");
  if (first === undefined) return { made, problem: "" };
  const why = first.problems?.[0]?.message ?? "it exists already";
  return { made, problem: notDone("created", { name: first.instance_name, why, more: more.length }) };
}

async function deploy(
  api: Api,
  { made, pause }: Pick<Making, "made"> & Pick<MakingOptions, "pause">,
): Promise<string> {
  const [only, another] = made;
  if (only === undefined) return "";
  if (another === undefined) {
    await unwrap(api.POST("/api/instances/{id}/deploy", { params: { path: { id: only.id } } }));
    return "";
  }
  const failed: { name: string; why: string }[] = [];
  const names = new Map(made.map(({ id, instance_name }) => [id, instance_name]));
  await runBulk({
    ids: [...names.keys()],
    send: async (instance_ids) =>
      (await unwrap(api.POST("/api/instances/bulk-deploy", { body: { instance_ids } }))).data.items,
    take: (items) =>
      failed.push(
        ...items.flatMap(({ id, status, problems }) =>
          status !== "failed"
            ? []
            : [{ name: names.get(id) ?? `#${id}`, why: problems?.[0]?.message ?? "rejected by the server" }]
        ),
      ),
    isStopped: () => false,
    pause,
  });
  const [first, ...more] = failed;
  return first === undefined ? "" : notDone("deployed", { ...first, more: more.length });
}

function notDone(
  what: "created" | "deployed",
  { name, why, more }: { name: string; why: string; more: number },
) {
  const others = more === 0 ? "" : `; nor ${more === 1 ? "was" : "were"} ${countText(more, "more instance")}`;
  return `“${name}” was not ${what}: ${why}${others}`;
}
