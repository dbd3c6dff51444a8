import { assertEquals } from "@std/assert";
import { AddressBook } from "../../../../connectors/data_hub/address_book.ts";
import type { DataHubAddress, DataHubStream } from "../../../../connectors/data_hub/stream_address.ts";
import { sourceStream, streamSource } from "../../../support/data_hub_client.ts";

const LISTED: Partial<DataHubAddress> = { typeId: "T", isOnlyValue: true, unit: null };
const RENAMED: Partial<DataHubAddress> = { ...LISTED, typeId: "T2", valueProperty: "Measurement" };

const stored = sourceStream(1, LISTED);
const rediscovered = sourceStream(1, { ...RENAMED, former: [streamSource(LISTED)] });

class TestBook extends AddressBook {
  constructor() {
    super(() => 0);
  }

  list(listed: Partial<DataHubAddress>): void {
    this.requested("s1", 0);
    this.learn("s1", [streamSource(listed)], { atMs: 0, tells: false });
  }

  readsAsBad(stream: DataHubStream, since: number): void {
    this.keep([{ stream, since, mayCount: false }], () => false);
  }

  told(): unknown[] {
    return this.takeMisfits().map(({ stream, since, isKnown }) => [stream.id, since, isKnown]);
  }
}

Deno.test("what was read as bad by the old address is read again once the new one is stored", () => {
  const book = new TestBook();
  book.list(LISTED);
  book.readsAsBad(stored, 5);
  assertEquals(book.told(), [[1, 5, false]]);
  assertEquals(book.addressOf(rediscovered).former?.length, 1);
  assertEquals(book.told(), [[1, 5, true]]);
  book.list(RENAMED);
  assertEquals(book.told(), [], "only once");
});

Deno.test("so it is when the source could not be asked about the stream", () => {
  const book = new TestBook();
  book.readsAsBad(stored, 5);
  assertEquals(book.told(), [[1, 5, false]]);
  assertEquals(book.addressOf(rediscovered), rediscovered.source);
  assertEquals(book.told(), [[1, 5, true]]);
});

Deno.test("what was completed by the old address is read again once the new one is stored", () => {
  const book = new TestBook();
  book.list(LISTED);
  assertEquals(book.accepts(stored, { doubt: "omitted", time: 7 }), true);
  book.readsAsBad(stored, 9);
  book.told();
  book.addressOf(rediscovered);
  assertEquals(book.told(), [[1, 7, true]]);
});

Deno.test("a change that has not been taken is told, though its listing is read again", () => {
  const book = new TestBook();
  book.readsAsBad(stored, 5);
  book.list(RENAMED);
  book.list(RENAMED);
  assertEquals(book.told(), [[1, 5, true]]);
  book.list(RENAMED);
  assertEquals(book.told(), []);
});

Deno.test("a change that has not been taken is told beside later samples that do not fit", () => {
  const book = new TestBook();
  book.readsAsBad(stored, 5);
  book.list(RENAMED);
  book.readsAsBad(stored, 8);
  assertEquals(book.told(), [[1, 5, true]]);
  book.list(LISTED);
  assertEquals(book.told(), [[1, 8, true]]);
});
