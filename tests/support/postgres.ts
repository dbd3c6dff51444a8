// @ts-types="../../connectors/sql/pg.d.ts"
import pg from "pg";
import { freePort } from "./free_port.ts";

const TLS = new URL("tls/", import.meta.url);
/** Debian has it where nobody's PATH leads, a folder for each version. */
const FOLDERS = "/usr/lib/postgresql";
/** The server refuses to run as root. */
const NOBODY = 65_534;
const SUPERUSER = { user: "postgres", password: "the superuser's" };

/** The folder of its programs: POSTGRES_BIN if set, else the newest that Debian has installed; undefined: there is none. */
export function findPostgres(): string | undefined {
  const named = Deno.env.get("POSTGRES_BIN") ?? "";
  if (named !== "") return named;
  try {
    const versions = [...Deno.readDirSync(FOLDERS)].map(({ name }) => Number(name)).sort((a, b) => a - b);
    return versions.map((version) => `${FOLDERS}/${version}/bin`).findLast((folder) => {
      try {
        return Deno.statSync(`${folder}/initdb`).isFile;
      } catch {
        return false;
      }
    });
  } catch {
    return undefined;
  }
}

/** Registers a test that needs PostgreSQL; without it the test is left out with a message. */
export function postgresTest(fact: string, body: (server: Postgres) => Promise<void>): void {
  if (findPostgres() === undefined) tellMissing(fact);
  Deno.test({ name: fact, ignore: findPostgres() === undefined, fn: () => body(Postgres.shared()) });
}

export function tellMissing(fact: string): void {
  console.log(
    `Left out for want of PostgreSQL: "${fact}". To have it: apt-get install postgresql, or POSTGRES_BIN=<its folder>`,
  );
}

/** A PostgreSQL server of a test file, on loopback, with TLS, over a folder that is removed with it. */
export class Postgres {
  static #shared: Postgres | undefined;
  readonly port = freePort();
  #databases = 0;

  private constructor(private readonly bin: string, private readonly folder: string) {}

  /** The one of this file. It is no child of the test that happens to need it first, and ends with the file. */
  static shared(): Postgres {
    const bin = findPostgres();
    if (bin === undefined) throw new Error("There is no PostgreSQL");
    if (Postgres.#shared === undefined) {
      const server = new Postgres(bin, Deno.makeTempDirSync({ prefix: "andon_postgres_" }));
      globalThis.addEventListener("unload", () => server.#stop());
      server.#start();
      Postgres.#shared = server;
    }
    return Postgres.#shared;
  }

  #start(): void {
    this.#own(this.folder);
    const file = (name: string, text: string) => {
      const path = `${this.folder}/${name}`;
      Deno.writeTextFileSync(path, text, { mode: 0o600 });
      this.#own(path);
      return path;
    };
    const data = `${this.folder}/data`, password = file("password", SUPERUSER.password);
    for (const name of ["cert", "key"]) {
      file(`${name}.pem`, Deno.readTextFileSync(new URL(`localhost.${name}.pem`, TLS)));
    }
    this.#run("initdb", [
      ...["-D", data, "-U", SUPERUSER.user, "--pwfile", password],
      ...["-A", "scram-sha-256", "--no-sync", "-E", "UTF8", "--locale=C"],
    ]);
    const settings = {
      port: this.port,
      // The certificate is for the first one only.
      listen_addresses: "127.0.0.1,127.0.0.2",
      unix_socket_directories: this.folder,
      fsync: "off",
      ssl: "on",
      ssl_cert_file: `${this.folder}/cert.pem`,
      ssl_key_file: `${this.folder}/key.pem`,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    Deno.writeTextFileSync(`${data}/postgresql.conf`, lines.join(""), { append: true });
    this.#run("pg_ctl", ["start", "-w", "-D", data, "-l", `${this.folder}/log`]);
  }

  #own(path: string): void {
    if (Deno.uid() === 0) Deno.chownSync(path, NOBODY, NOBODY);
  }

  #run(program: string, args: string[]): void {
    const { success, stdout, stderr } = new Deno.Command(`${this.bin}/${program}`, {
      args,
      cwd: this.folder,
      env: { LC_ALL: "C" },
      ...Deno.uid() === 0 ? { uid: NOBODY, gid: NOBODY } : {},
    }).outputSync();
    if (success) return;
    throw new Error([stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n"));
  }

  #stop(): void {
    this.#run("pg_ctl", ["stop", "-w", "-m", "immediate", "-D", `${this.folder}/data`]);
    Deno.removeSync(this.folder, { recursive: true });
  }

  get superuser() {
    return SUPERUSER;
  }

  /** The certificate that signs the server's. */
  get ca(): string {
    return Deno.readTextFileSync(new URL("localhost.cert.pem", TLS));
  }

  /** A database of its own for a test, and a session as its owner. */
  async database(): Promise<Database> {
    const name = `plant${++this.#databases}`;
    const admin = await this.#session("postgres");
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    return new Database(name, await this.#session(name));
  }

  async #session(database: string): Promise<pg.Client> {
    const client = new pg.Client({
      ...SUPERUSER,
      ...{ host: "127.0.0.1", port: this.port, database, ssl: false, application_name: "test" },
    });
    await client.connect();
    return client;
  }
}

export class Database implements AsyncDisposable {
  constructor(readonly name: string, private readonly session: pg.Client) {}

  /** Rows as texts. */
  async sql(text: string, values: readonly unknown[] = []): Promise<(string | null)[][]> {
    const types = { getTypeParser: () => (told: string) => told };
    return (await this.session.query({ text, values, rowMode: "array", types })).rows;
  }

  /** Several statements. */
  async run(text: string): Promise<void> {
    await this.session.query(text);
  }

  /** A user that may log in, and read the tables that there are. */
  async reader(name: string, password: string): Promise<void> {
    const role = `${name}_${this.name}`;
    await this.run(
      `CREATE ROLE ${role} LOGIN PASSWORD '${
        password.replaceAll("'", "''")
      }'; GRANT USAGE ON SCHEMA public TO ${role};` +
        `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.end();
  }
}
