import { z } from "zod";
import { choice } from "../../domain/shared/form_field.ts";
import { limitedText, lineText, nameText } from "../../domain/shared/schema.ts";
import { invalid, type Issue } from "../../domain/shared/refusal.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { SourceForm, SourceSettings } from "../../domain/source/types.ts";
import { parseRegion } from "./region.ts";
import { regionBaseUrl } from "./region_host.ts";
import { type Region, REGIONS } from "./region_names.ts";

const REGION_TEXT = "Must be one of us-west, eu-west, australia, japan, simulator";

const REGION_HELP =
  "us-west, eu-west, australia, japan or simulator, or as the vendor spells it (`WestUS`, `North Europe` …); " +
  "case, spaces, `-` and `_` do not matter";

const region = limitedText({ max: TEXT_LIMITS.name }).transform((text, context): Region => {
  const found = parseRegion(text);
  if (found !== undefined) return found;
  context.addIssue({ code: "custom", message: REGION_TEXT });
  return z.NEVER;
}).pipe(z.enum(REGIONS)).describe(REGION_HELP);

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
}

/** How a Data Hub is reached, beside its secret. */
export const DATA_HUB_SHAPE = {
  client_id: nameText(),
  region,
  tenant_id: nameText(),
  namespace_id: nameText(),
  base_url: lineText({ max: TEXT_LIMITS.description })
    .refine(isHttpUrl, "Must be an http or https address without user, query and fragment").nullable()
    .default(null),
};

export type DataHubConfig = z.infer<z.ZodObject<typeof DATA_HUB_SHAPE>>;

export const DATA_HUB_FORM: SourceForm<DataHubConfig> = {
  label: "AVEVA Data Hub",
  about: "Streams in AVEVA Data Hub (CONNECT data services), read by a client of its own",
  fields: {
    region: choice("Region", {
      "us-west": "US West",
      "eu-west": "EU West",
      australia: "Australia",
      japan: "Japan",
      simulator: "Simulator",
    }, "eu-west"),
    base_url: {
      input: "text",
      label: "Address",
      hint: "Empty: default of the region",
      isOptional: true,
      isHalf: true,
    },
    tenant_id: { input: "text", label: "Tenant ID", isHalf: true },
    namespace_id: { input: "text", label: "Namespace ID", isHalf: true },
    client_id: { input: "text", label: "Client ID", isHalf: true },
  },
  secrets: { client_secret: { label: "Client secret" } },
  place: ["tenant_id", "namespace_id"],
};

/** As the client of Data Hub needs it. */
export interface DataHubSettings extends Omit<SourceSettings, "id" | "name" | "config" | "secrets"> {
  region: Region;
  baseUrl: string;
  tenantId: string;
  namespaceId: string;
  clientId: string;
  clientSecret: string;
}

export function dataHubSettings(
  { config, secrets, ...reading }: SourceSettings<DataHubConfig>,
): DataHubSettings {
  const { region, tenant_id: tenantId, namespace_id: namespaceId, client_id: clientId } = config;
  const baseUrl = baseUrlOf(config), { client_secret: clientSecret = "" } = secrets;
  return { ...reading, region, baseUrl, tenantId, namespaceId, clientId, clientSecret };
}

export function baseUrlOf(config: DataHubConfig): string {
  const url = config.base_url ?? regionBaseUrl(config.region);
  if (url === null) throw invalid("base_url", noAddress(config.region));
  return url;
}

/** The simulator has no address of its own. */
export function addressIssues(
  { base_url = null, region }: { base_url?: unknown; region?: unknown },
): Issue[] {
  if (base_url !== null || region !== "simulator") return [];
  return [{ path: "base_url", message: noAddress("simulator") }];
}

function noAddress(region: Region): string {
  return `The region ${region} has no default address; enter one`;
}
