import type { Simulator } from "../../simulator/data_hub/server.ts";
import type { AndonClient, Json } from "./andon_client.ts";

/** Connects Andon to a simulator and discovers its streams. */
export async function connect(client: AndonClient, simulator: Simulator, extra: Json = {}): Promise<void> {
  await client.ok("POST", "/api/configuration", {
    region: "simulator",
    base_url: simulator.baseUrl,
    tenant_id: simulator.tenantId,
    namespace_id: simulator.namespaceId,
    client_id: simulator.clientId,
    client_secret: simulator.clientSecret,
    poll_seconds: 1,
    wait_seconds: 1,
    ...extra,
  });
  await client.ok("POST", "/api/discover-assets");
}

/** A template of one rule over one placeholder: `<VALUE> greater_than limit`. */
export async function limitTemplate(client: AndonClient, rule: Json = {}): Promise<number> {
  const unique = crypto.randomUUID().slice(0, 8);
  const made = await client.ok("POST", "/api/packages", { name: `Package ${unique}`, description: "" });
  const answer = await client.ok("POST", "/api/templates", {
    name: `Limit ${unique}`,
    description: "",
    category: "production",
    color: "#2f6feb",
    package_id: made.data.id,
    placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
    rules: [{
      rule_id: "high",
      rule_name: "High",
      conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 80 }],
      event_name: "<VALUE>.High",
      event_description: "",
      ...rule,
    }],
  });
  return answer.template.id;
}

/** An instance on one stream, deployed. */
export async function deployOn(client: AndonClient, templateId: number, stream: string): Promise<number> {
  const made = await client.ok("POST", "/api/instances", {
    template_id: templateId,
    instance_name: `On ${stream}`,
    placeholder_mappings: { VALUE: stream },
  });
  await client.ok("POST", `/api/instances/${made.data.id}/deploy`);
  return made.data.id;
}

/** Writes samples of a stream of the tests' own, through the simulator's protocol as any client would. */
export async function writer(simulator: Simulator): Promise<SampleWriter> {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: simulator.clientId,
    client_secret: simulator.clientSecret,
  });
  const answer = await fetch(`${simulator.baseUrl}/identity/connect/token`, { method: "POST", body: form });
  const { access_token } = await answer.json();
  const root =
    `${simulator.baseUrl}/api/v1/Tenants/${simulator.tenantId}/Namespaces/${simulator.namespaceId}`;
  return new SampleWriter(root, access_token);
}

export class SampleWriter {
  constructor(private readonly root: string, private readonly token: string) {}

  /** A stream of numbers, `Timestamp` and `Value`. */
  async stream(id: string): Promise<void> {
    await this.#send("POST", `/Types/Test.Number`, {
      Id: "Test.Number",
      SdsTypeCode: 1,
      Properties: [
        { Id: "Timestamp", IsKey: true, SdsType: { Id: "DateTime", SdsTypeCode: 16 } },
        { Id: "Value", SdsType: { Id: "Double", SdsTypeCode: 14 } },
      ],
    });
    await this.#send("POST", `/Streams/${id}`, { Id: id, Name: id, TypeId: "Test.Number" });
  }

  /** Samples by their source time. */
  async write(id: string, samples: { time: string; value: number }[]): Promise<void> {
    const events = samples.map(({ time, value }) => ({ Timestamp: time, Value: value }));
    await this.#send("PUT", `/Streams/${id}/Data`, events);
  }

  async #send(method: string, path: string, body: unknown): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    const answer = await fetch(this.root + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  }
}
