/**
 * The client process of rows/push_fanout.ts: opens connections to the push channel and to a plain TCP server,
 * and prints a line each time all connections of one kind have received the next message.
 */
interface Task {
  kind: "push" | "raw";
  port: number;
  clients: number;
  /** Bytes of each message. */
  bytes: number;
  headers: string[];
}

const FIRST = new TextEncoder().encode('{"subscribe":["event_created"]}');

async function run({ kind, port, clients, bytes, headers }: Task): Promise<void> {
  const received = new Map<number, number>();
  for (let i = 0; i < clients; i++) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay(true);
    if (kind === "push") await shakeHands(connection, headers);
    follow(connection, bytes, (message) => {
      const count = (received.get(message) ?? 0) + 1;
      received.set(message, count);
      if (count === clients) console.log(`${kind} ${message}`);
    });
  }
  console.log(`${kind} 0`);
}

async function shakeHands(connection: Deno.TcpConn, headers: string[]): Promise<void> {
  await connection.write(new TextEncoder().encode(`${headers.join("\r\n")}\r\n\r\n`));
  await connection.read(new Uint8Array(4_096));
  await connection.write(new Uint8Array([0x81, 0x80 | FIRST.length, 0, 0, 0, 0, ...FIRST]));
}

async function follow(
  connection: Deno.TcpConn,
  bytes: number,
  onMessage: (message: number) => void,
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  let total = 0;
  let counted = 0;
  for (let count = await connection.read(buffer); count !== null; count = await connection.read(buffer)) {
    total += count;
    while (total >= (counted + 1) * bytes) onMessage(++counted);
  }
}

const tasks: Task[] = JSON.parse(Deno.args[0]!);
await Promise.all(tasks.map(run));
