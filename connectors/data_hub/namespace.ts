import type { DataHubSettings } from "./settings.ts";
import { namespaceBase } from "./vendor_host.ts";
import type { WireAnswer } from "../exchange.ts";
import { connectionFailed, refusedStatus } from "../source_failure.ts";
import type { Api, ApiRequest } from "./http.ts";
import { parseWire } from "../wire.ts";
import { namespaceAnswer } from "./wire.ts";

/** Calls below the namespace, on the host of its data. */
export interface Namespace {
  request(request: Omit<ApiRequest, "base">): Promise<WireAnswer>;
  /** Reads the namespace itself. */
  read(): Promise<WireAnswer>;
}

export interface NamespaceOptions {
  api: Api;
  /** Configured base URL, without a slash at its end. */
  base: string;
  settings: Pick<DataHubSettings, "tenantId" | "namespaceId">;
}

export function createNamespace({ api, base, settings }: NamespaceOptions): Namespace {
  const { tenantId, namespaceId } = settings;
  const path = ["api", "v1", "Tenants", tenantId, "Namespaces", namespaceId];
  let dataBase: Promise<string> | undefined;

  async function read(): Promise<WireAnswer> {
    try {
      return await api({ base, path, work: "session" });
    } catch (error) {
      if (refusedStatus(error) !== 404) throw error;
      const where = `${namespaceId} of tenant ${tenantId} does not exist at ${new URL(base).host}`;
      throw connectionFailed(`The namespace ${where}; are both ids and the region right?`);
    }
  }

  async function findBase(): Promise<string> {
    const answer = await read();
    return namespaceBase(base, parseWire(namespaceAnswer, answer.body, "the namespace").Self);
  }

  return {
    read,
    async request(request) {
      dataBase ??= findBase().catch((error) => {
        dataBase = undefined;
        throw error;
      });
      return await api({ ...request, base: await dataBase, path: [...path, ...request.path] });
    },
  };
}
