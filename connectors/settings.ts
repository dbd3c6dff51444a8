import { z } from "zod";
import type { StreamContinuity } from "../domain/asset/types.ts";
import { onAnyObject, storedFields } from "../domain/shared/schema.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import type { SourceConfig, SourceForm, SourceReading, SourceSecrets } from "../domain/source/types.ts";
import type { Capabilities, ConnectOptions, DataSource, SourceIdentity } from "./source.ts";

/** A kind of data source: one folder of connectors/, and one line of the table in connectors/sources.ts. */
export interface Connector extends SourceForm, StreamContinuity {
  readonly shape: z.ZodRawShape;
  /** What is wrong with settings as a whole. */
  readonly issues: (given: SourceConfig) => Issue[];
  /** The settings as people give them, with their defaults. */
  readonly given: z.ZodType<SourceConfig>;
  /** The settings as they are stored. */
  readonly stored: z.ZodType<SourceConfig>;
  /** What a test of the connection finds out, in the kind's own terms. */
  readonly tested: z.ZodRawShape;
  /** For the API's document. */
  readonly example: SourceExample;
  readonly capabilities: Capabilities;
  /** How this kind is read unless a source's settings say otherwise. */
  readonly defaults: Partial<SourceReading>;
  /** It stores what arrives on the disk of this process. */
  readonly needsDisk: boolean;
  /** What settings of this kind make of how it is read. */
  readonly reading: (config: SourceConfig, stored: SourceReading) => SourceReading;
  /** Where secrets go to. Those that were entered for one receiver are never sent to another. */
  readonly receiver: (config: SourceConfig) => string;
  readonly identity: (config: SourceConfig) => SourceIdentity;
  /** Sends no request yet. Throws CONNECTION_FAILED for invalid settings. */
  readonly connect: (options: ConnectOptions) => Promise<DataSource>;
}

export interface SourceExample {
  config: SourceConfig;
  secrets: SourceSecrets;
  tested: Readonly<Record<string, unknown>>;
}

/** The same with the settings that only this kind has. */
interface ConnectorOf<Config> extends SourceForm<Config>, StreamContinuity {
  tested?: z.ZodRawShape;
  example: SourceExample & { config: Config };
  capabilities: Capabilities;
  defaults?: Partial<SourceReading>;
  needsDisk?: boolean;
  /** What is wrong with settings as a whole; any of them may be missing or of another type. */
  issues?: (given: { readonly [Name in keyof Config]?: unknown }) => Issue[];
  reading?: (config: Config, stored: SourceReading) => SourceReading;
  receiver: (config: Config) => string;
  identity: (config: Config) => SourceIdentity;
  connect: (options: ConnectOptions<Config>) => Promise<DataSource>;
}

/** A connector that gets only settings which fit its schema, whatever it is asked with. */
export function connector<Shape extends z.ZodRawShape>(
  shape: Shape,
  { issues = () => [], tested = {}, defaults = {}, needsDisk = false, ...own }: NoInfer<
    ConnectorOf<z.infer<z.ZodObject<Shape>>>
  >,
): Connector {
  type Config = z.infer<z.ZodObject<Shape>>;
  const stored = z.strictObject(storedFields(shape));
  const read = (config: SourceConfig) => stored.parse(config) as Config;
  return {
    ...own,
    shape,
    tested,
    issues: (given) => issues(given as Partial<Config>),
    defaults,
    needsDisk,
    given: z.strictObject(shape).superRefine((config, context) => {
      for (const { path, message } of issues(config as Config)) {
        context.addIssue({ code: "custom", path: path.split("."), message });
      }
    }, { when: onAnyObject }) as z.ZodType<SourceConfig>,
    stored: stored as z.ZodType<SourceConfig>,
    reading: (config, given) => own.reading?.(read(config), given) ?? given,
    receiver: (config) => own.receiver(read(config)),
    identity: (config) => own.identity(read(config)),
    connect: (options) =>
      own.connect({ ...options, settings: { ...options.settings, config: read(options.settings.config) } }),
  };
}
