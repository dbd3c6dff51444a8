import { answer, notFound } from "../http/answers.ts";
import { type Route, route } from "../http/router.ts";
import type { JsonObject } from "../sds_types.ts";
import { PLANT_DATE } from "../stream_catalog.ts";
import type { Call } from "../world.ts";
import { NS, TENANT } from "./paths.ts";

const REGION = "Simulator";

export const tenantRoutes: Route<Call>[] = [
  route("GET", TENANT, (call) => answer(200, tenant(call))),
  route("HEAD", TENANT, () => ({ status: 204, body: null })),
  route("GET", `${TENANT}/Regions`, (call) => {
    const region = {
      Id: REGION,
      Name: REGION,
      AdministrativeEndpointsWritable: true,
      BaseAddress: call.url.origin,
    };
    return answer(200, [region]);
  }),
  route("GET", `${TENANT}/Namespaces`, (call) => answer(200, [namespace(call)])),
  route("GET", NS, (call) => answer(200, namespace(call))),
];

function tenant(call: Call): JsonObject {
  return {
    Id: call.world.identity.tenantId,
    CompanyName: "Meadowbrook Dairies",
    State: 1,
    Created: PLANT_DATE,
    LastUpdated: PLANT_DATE,
    Alias: "meadowbrook",
    Features: [],
  };
}

/** `Self` names the address that the client used; a fault can name another one. */
function namespace(call: Call): JsonObject {
  const wrong = call.world.faults.inForce("wrong_region", call.nowMs).find(({ spec }) =>
    spec.form === "self"
  );
  const base = wrong?.spec.base_url.replace(/\/+$/, "") ?? call.url.origin;
  const { tenantId, namespaceId } = call.world.identity;
  return {
    Id: namespaceId,
    Region: REGION,
    Self: `${base}/api/v1/tenants/${tenantId}/namespaces/${namespaceId}`,
    Description: "Simulated plant",
    State: 1,
    RegionId: REGION,
    InstanceId: namespaceId,
    Name: "Plant",
  };
}

/** Throws 404 for another tenant or namespace than the simulator's. */
export function checkTenantAndNamespace(call: Call, params: { tenant?: string; namespace?: string }): void {
  const { tenantId, namespaceId } = call.world.identity;
  const differs = (id: string | undefined, own: string) => {
    return id !== undefined && id.toLowerCase() !== own.toLowerCase();
  };
  if (differs(params.tenant, tenantId)) throw notFound("Tenant", params.tenant ?? "");
  if (differs(params.namespace, namespaceId)) throw notFound("Namespace", params.namespace ?? "");
}
