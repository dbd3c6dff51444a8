import { Buffer } from "node:buffer";
import { OPCUACertificateManager } from "node-opcua-certificate-manager";
import {
  crypto_utils,
  DataType,
  DataValue,
  setDebugLogger,
  setErrorLogger,
  setWarningLogger,
  type StatusCode,
  StatusCodes,
  Variant,
} from "node-opcua-client";
import { OPCUAServer, type OPCUAServerOptions } from "node-opcua-server";
import { type Ms, msFromTicks, type Ticks, TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import { freePort } from "./free_port.ts";

export const PLANT_URI = "http://plant.example/";

// deno-lint-ignore no-explicit-any -- the library's variables, of which the tests use a part
type Variable = any;

/** What the library's types leave out. */
type Namespace = Record<"addVariable" | "addAnalogDataItem", (options: object) => Variable>;

interface ServerSession {
  publishEngine: { subscriptions: { id: number }[] };
  deleteSubscription(id: number): Promise<unknown>;
}

export interface OpcUaServerOptions {
  port?: number;
  /** Accepts only certificates that were trusted. */
  isStrict?: boolean;
  users?: Readonly<Record<string, string>>;
  allowAnonymous?: boolean;
  /** Namespaces that come before the plant's, so that its index is another one. */
  otherNamespaces?: string[];
  options?: OPCUAServerOptions;
  /** Makes its variables before somebody can connect. */
  fill?(server: OpcUaServer): void;
}

/** A server of node-opcua on a loopback port, with a plant of its own. */
export class OpcUaServer implements AsyncDisposable {
  readonly variables = new Map<string, Variable>();

  private constructor(
    readonly server: OPCUAServer,
    readonly port: number,
    readonly folder: string,
    readonly index: number,
  ) {}

  static async start(
    { port, isStrict = false, users, allowAnonymous = true, otherNamespaces = [], options, fill }:
      OpcUaServerOptions = {},
  ): Promise<OpcUaServer> {
    for (const set of [setDebugLogger, setErrorLogger, setWarningLogger]) set(() => {});
    const folder = await Deno.makeTempDir({ prefix: "opc_ua_server" });
    const manager = (name: string) =>
      new OPCUACertificateManager({
        rootFolder: `${folder}/${name}`,
        automaticallyAcceptUnknownCertificate: !isStrict,
        disableFileWatchers: true,
      });
    const at = port ?? freePort();
    const server = new OPCUAServer({
      port: at,
      host: "127.0.0.1",
      hostname: "127.0.0.1",
      allowAnonymous,
      // Then every change is sent, not what is found now and then.
      serverCapabilities: { minSupportedSampleRate: 0 },
      serverCertificateManager: manager("server"),
      userCertificateManager: manager("users"),
      userManager: { isValidUser: (user: string, password: string) => users?.[user] === password },
      ...options,
    } as OPCUAServerOptions);
    await server.initialize();
    const space = server.engine.addressSpace!;
    for (const uri of otherNamespaces) space.registerNamespace(uri);
    const own = space.registerNamespace(PLANT_URI);
    const running = new OpcUaServer(server, at, folder, own.index);
    fill?.(running);
    await server.start();
    return running;
  }

  get url(): string {
    return `opc.tcp://127.0.0.1:${this.port}`;
  }

  get space() {
    return this.server.engine.addressSpace!;
  }

  /** `nsu=http://plant.example/;s=Line1.Temp` */
  id(name: string): string {
    return `nsu=${PLANT_URI};s=${name}`;
  }

  folderAt(name: string, parent?: string): void {
    const above = parent === undefined ? this.space.rootFolder.objects : this.variables.get(parent);
    const made = this.space.getNamespace(this.index).addFolder(above, {
      browseName: name.split(".").at(-1)!,
      nodeId: `s=${name}`,
    });
    this.variables.set(name, made);
  }

  /** A variable below the folder that its name begins with, or below the root. */
  variable(
    name: string,
    dataType: DataType,
    { value, unit }: { value?: unknown; unit?: object } = {},
  ): Variable {
    const above = this.variables.get(name.split(".").slice(0, -1).join("."));
    const namespace = this.space.getNamespace(this.index) as unknown as Namespace;
    const options = {
      organizedBy: above ?? this.space.rootFolder.objects,
      browseName: above === undefined ? name : name.split(".").at(-1)!,
      nodeId: `s=${name}`,
      dataType: DataType[dataType],
      minimumSamplingInterval: 0,
      ...value !== undefined && { value: { dataType, arrayType: "Scalar", value } },
    };
    const made = unit === undefined ? namespace.addVariable(options) : namespace.addAnalogDataItem({
      ...options,
      engineeringUnitsRange: { low: 0, high: 200 },
      engineeringUnits: unit,
    });
    this.variables.set(name, made);
    return made;
  }

  /** One that waits for its first value. */
  variableWithoutValue(name: string, dataType: DataType): void {
    this.variable(name, dataType);
    this.write(name, undefined, { dataType: DataType.Null, status: StatusCodes.BadWaitingForInitialData });
  }

  write(
    name: string,
    value: unknown,
    { at = Date.now(), ticks = ticksFromMs(at), status = StatusCodes.Good, dataType = DataType.Double }: {
      at?: Ms;
      /** Instead of `at`, to 100 ns. */
      ticks?: Ticks;
      status?: StatusCode;
      dataType?: DataType;
    } = {},
  ): void {
    const sourceTimestamp = new Date(Math.floor(msFromTicks(ticks)));
    const sourcePicoseconds = (ticks % TICKS_PER_MS) * 100_000;
    this.variables.get(name)._internal_set_dataValue(
      new DataValue({
        value: new Variant({ dataType, value }),
        statusCode: status,
        sourceTimestamp,
        sourcePicoseconds,
      }),
    );
  }

  /** Of Andon, or of a user. */
  async trust(pem: string, of: "clients" | "users" = "clients"): Promise<void> {
    const { serverCertificateManager, userCertificateManager } = this.server;
    await (of === "clients" ? serverCertificateManager : userCertificateManager).trustCertificate(
      Buffer.from(crypto_utils.convertPEMtoDER(pem)) as never,
    );
  }

  /** Ends the subscriptions of all sessions, which go on. */
  async forgetSubscriptions(): Promise<void> {
    const { _sessions } = this.server.engine as unknown as { _sessions: Record<string, ServerSession> };
    for (const session of Object.values(_sessions)) {
      for (const { id } of session.publishEngine.subscriptions) await session.deleteSubscription(id);
    }
  }

  /** Ends without a word to its clients. */
  async stop(): Promise<void> {
    await this.server.shutdown(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await Deno.remove(this.folder, { recursive: true });
  }
}
