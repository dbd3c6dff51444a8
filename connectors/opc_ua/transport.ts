import { ClientTCP_transport } from "node-opcua-transport";
import type { IClientTransportFactory } from "node-opcua-transport";

/** The allowed addresses of a server; throws when there are none. */
export type AddressesOf = (host: string, port: number) => Promise<string[]>;

const DEFAULT_PORT = 4840;

/** Connects only to addresses that were checked; the name is not looked up again. */
export class CheckedTransports implements IClientTransportFactory {
  /** A name may stand for several addresses, of which some may be down. */
  tries = 0;

  constructor(readonly addressesOf: AddressesOf) {}

  create(): CheckedTransport {
    return new CheckedTransport(this);
  }
}

class CheckedTransport extends ClientTCP_transport {
  constructor(private readonly transports: CheckedTransports) {
    super();
  }

  override connect(endpointUrl: string, done: (error?: Error) => void): void {
    const url = new URL(endpointUrl), port = Number(url.port || DEFAULT_PORT);
    this.transports.addressesOf(url.hostname.replace(/^\[|\]$/g, ""), port).then((addresses) => {
      const address = addresses[this.transports.tries % addresses.length]!;
      const host = address.includes(":") ? `[${address}]` : address;
      super.connect(`opc.tcp://${host}:${port}${url.pathname}`, (error) => {
        if (error) this.transports.tries++;
        done(error ?? undefined);
      });
      // The server is told the address that was entered, which it may compare with its own.
      this.endpointUrl = endpointUrl;
    }).catch(done);
  }
}
