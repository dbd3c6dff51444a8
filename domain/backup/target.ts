/** Where scheduled backups are kept. A method throws an Error with a sentence for the operator. */
export interface BackupTarget extends AsyncDisposable {
  /** The names of the files there, also of ones that are not Andon's. */
  names(): Promise<string[]>;
  /** Stores a local file under a name that is not taken: whole, or not at all. */
  store(file: string, name: string): Promise<void>;
  /** Writes a stored file to a local one that does not exist. */
  fetch(name: string, file: string): Promise<void>;
  storeText(name: string, text: string): Promise<void>;
  /** Undefined: there is no such file. */
  text(name: string): Promise<string | undefined>;
  /** Nothing happens if there is no such file. */
  remove(name: string): Promise<void>;
}

/** A folder, or a part of a bucket behind the protocol of Amazon S3. */
export type BackupPlace =
  | { kind: "folder"; path: string }
  | {
    kind: "bucket";
    /** Origin of the server. */
    endpoint: string;
    region: string;
    bucket: string;
    /** Before the names: empty, or it ends with a slash. */
    prefix: string;
    keyId: string;
    secret: string;
  };
