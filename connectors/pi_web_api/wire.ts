import { z } from "zod";

const text = z.string().nullish();

/** The members of answers that are used, as AVEVA's PI Web API Reference has them. */
const items = <T extends z.ZodType>(item: T) => z.object({ Items: z.array(item) });

const version = z.object({ FullVersion: text });
export const versionsAnswer = z.record(z.string(), version);
export const userAnswer = z.object({ Name: text });

export const dataServers = items(
  z.object({ WebId: z.string(), Name: z.string(), ServerVersion: text }),
);
export const named = items(z.object({ WebId: z.string(), Name: z.string() }));

export const pointWire = z.object({
  WebId: z.string(),
  Id: z.number(),
  Name: z.string(),
  PointType: z.string(),
  DigitalSetName: text,
  EngineeringUnits: text,
});
export const points = items(pointWire);
export type PointWire = z.infer<typeof pointWire>;

export const attributeWire = z.object({
  WebId: z.string(),
  Path: z.string(),
  Type: z.string(),
  TypeQualifier: text,
  DefaultUnitsNameAbbreviation: text,
  DataReferencePlugIn: text,
});
export const attributes = items(attributeWire);
export type AttributeWire = z.infer<typeof attributeWire>;

/** Values are read one by one, as there are many. */
export const values = items(z.unknown());

/** An error within an answer that is otherwise good. */
const exception = z.object({ Errors: z.array(z.string()).nullish() }).nullish();

export const registrations = items(z.object({
  Source: z.string(),
  LatestMarker: text,
  Status: text,
  Exception: exception,
}));

export const updates = items(z.object({
  RequestedMarker: z.string(),
  LatestMarker: text,
  Events: z.array(z.record(z.string(), z.unknown())).nullish(),
  Exception: exception,
}));

export const batchAnswer = z.record(z.string(), z.object({ Status: z.number(), Content: z.unknown() }));

/** What a good status may hide: an error that came up while the answer was written. */
export const webException = z.object({ WebException: z.object({ StatusCode: z.number() }).loose() });
