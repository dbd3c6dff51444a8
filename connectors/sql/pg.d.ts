/** The part of the package pg that the connector uses. */
import type { Socket } from "node:net";

interface Tls {
  ca?: string;
  servername?: string;
  minVersion?: "TLSv1.2";
}

interface ConnectionOptions {
  ssl: Tls | false;
  stream?: () => Socket;
}

export interface ClientOptions extends ConnectionOptions {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  application_name: string;
}

interface Asked {
  text: string;
  values: readonly unknown[];
  rowMode: "array";
  types: { getTypeParser: () => (text: string) => string };
}

interface Answer {
  rows: (string | null)[][];
  fields: { name: string; dataTypeID: number }[];
}

declare namespace pg {
  class Client {
    constructor(options: ClientOptions);
    readonly processID: number;
    readonly secretKey: number;
    connect(): Promise<unknown>;
    query(asked: Asked): Promise<Answer>;
    query(text: string): Promise<unknown>;
    end(): Promise<void>;
    on(event: "error" | "end", listen: (error?: Error) => void): this;
  }

  /** The protocol by itself, which can cancel the query of another connection. */
  class Connection {
    constructor(options: ConnectionOptions);
    connect(port: number, host: string): void;
    requestSsl(): void;
    cancel(processId: number, secretKey: number): void;
    on(event: "connect" | "sslconnect" | "end", listen: () => void): this;
    on(event: "error", listen: (error: Error) => void): this;
  }
}

export default pg;
