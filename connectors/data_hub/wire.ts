import { z } from "zod";

const text = z.string().nullish();

export const discoveryDocument = z.object({ token_endpoint: z.string() });

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(1e8).default(3600),
});

/** The OAuth `error` code of an identity service's answer. */
export function tokenError(body: unknown): string | undefined {
  const parsed = z.object({ error: z.string().min(1) }).safeParse(body);
  return parsed.success ? parsed.data.error : undefined;
}

const state = z.union([z.number(), z.string()]).nullish();

export const tenantAnswer = z.object({ Id: text, CompanyName: text, Alias: text, State: state });

export const namespaceAnswer = z.object({
  Id: text,
  Description: text,
  Region: text,
  RegionId: text,
  Self: text,
  State: state,
});

/** A type code or the number of an enumeration member: a number, digits, or the vendor's name. */
const code = z.union([z.number(), z.string()]).nullish();

export interface SdsTypeWire {
  Id?: string | null;
  Name?: string | null;
  SdsTypeCode?: number | string | null;
  BaseType?: SdsTypeWire | null;
  Properties?: SdsPropertyWire[] | null;
}

export interface SdsPropertyWire {
  Id: string;
  Name?: string | null;
  IsKey?: boolean | null;
  SdsType?: SdsTypeWire | null;
  Value?: unknown;
  Uom?: string | null;
  IsQuality?: boolean | null;
}

const sdsProperty: z.ZodType<SdsPropertyWire> = z.lazy(() =>
  z.preprocess(
    withQuality,
    z.object({
      Id: z.string(),
      Name: text,
      IsKey: z.boolean().nullish(),
      SdsType: sdsType.nullish(),
      Value: z.unknown().optional(),
      Uom: text,
      IsQuality: z.boolean().nullish(),
    }),
  )
);

/** OMF spells the flag `isquality`. */
function withQuality(property: unknown): unknown {
  if (typeof property !== "object" || property === null || "IsQuality" in property) return property;
  const spelled = Object.entries(property).find(([name]) => name.toLowerCase() === "isquality");
  return spelled === undefined ? property : { ...property, IsQuality: spelled[1] };
}

export const sdsType: z.ZodType<SdsTypeWire> = z.lazy(() =>
  z.object({
    Id: text,
    Name: text,
    SdsTypeCode: code,
    BaseType: sdsType.nullish(),
    Properties: z.array(sdsProperty).nullish(),
  })
);

export const sdsStream = z.object({
  Id: z.string().min(1),
  TypeId: z.string(),
  Name: text,
  PropertyOverrides: z.array(z.object({ SdsTypePropertyId: text, Uom: text })).nullish(),
  ModifiedDate: text,
});
export type SdsStreamWire = z.infer<typeof sdsStream>;

export const assetWire = z.object({
  Id: z.string().min(1),
  Name: text,
  StreamReferences: z.array(z.object({ Name: text, StreamId: text })).nullish(),
  ModifiedDate: text,
});
export type AssetWire = z.infer<typeof assetWire>;

const partError = z.object({ StreamId: text, Error: text, Reason: text, StatusCode: z.number().nullish() });

/** Streams with inline types, and the errors of the others (207). */
export const resolvedStreams = z.object({
  Data: z.array(sdsStream.partial({ TypeId: true }).extend({ Type: sdsType.nullish() })).nullish(),
  ChildErrors: z.array(partError).nullish(),
});

/** A page of a window: an object as documented, or an array from services without paging. */
export const windowPage = z.union([
  z.array(z.unknown()).transform((events) => ({ Results: events, ContinuationToken: null })),
  z.object({ Results: z.array(z.unknown()), ContinuationToken: text }),
]);

/** The data of an asset's streams by its names for them; failed streams are listed in `Errors`. */
export const assetData = z.object({ Results: z.record(z.string(), z.array(z.unknown())).nullish() });

/** Reads camelCase and PascalCase: the Change Broker writes the first and documents the second. */
function camel<T extends z.ZodType>(schema: T) {
  return z.preprocess(lowerFirst, schema);
}

function lowerFirst(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name.charAt(0).toLowerCase() + name.slice(1), of]),
  );
}

export const signup = camel(z.object({
  id: z.string().min(1),
  name: text,
  signupState: text,
  bookmark: text,
  owner: camel(z.object({ objectId: text })).nullish(),
}));
export type SignupWire = z.infer<typeof signup>;

export const signupList = camel(z.object({ signups: z.array(signup) }));

export const resourceList = camel(
  z.object({
    resources: z.array(camel(z.object({ resourceId: z.string(), isAccessible: z.boolean().nullish() }))),
  }),
);

export const resourceProblems = camel(z.object({
  invalidResourcesToRemove: z.array(z.string()).nullish(),
  failedResourceIds: z.array(z.string()).nullish(),
}));

/** Only the outer object: feed_page.ts reads the items, for speed. */
export const updatesPage = camel(z.object({ data: z.array(z.unknown()).nullish(), bookmark: text }));
