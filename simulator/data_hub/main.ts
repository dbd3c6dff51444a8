import { type Simulator, type SimulatorOptions, startSimulator } from "./server.ts";

/** Starts a standalone simulator and prints one JSON line with its addresses and credentials. */
export async function runSimulator(options: SimulatorOptions & { port: number }): Promise<Simulator> {
  const simulator = await startSimulator(options);
  console.log(JSON.stringify({
    base_url: simulator.baseUrl,
    tenant_id: simulator.tenantId,
    namespace_id: simulator.namespaceId,
    client_id: simulator.clientId,
    client_secret: simulator.clientSecret,
    control_url: simulator.controlUrl,
    control_token: simulator.controlToken,
  }));
  return simulator;
}
