import { assertEquals } from "@std/assert";
import { namespaceBase } from "../../../../connectors/data_hub/vendor_host.ts";

const BASE = "https://uswe.datahub.connect.aveva.com";

Deno.test("namespaceBase() accepts another host only if it is the vendor's, over https", () => {
  const there = "https://euno.datahub.connect.aveva.com";
  assertEquals(namespaceBase(BASE, `${there}/api/v1/tenants/t/namespaces/n`), there);
  assertEquals(namespaceBase(BASE, "https://dat-b.osisoft.com/api"), "https://dat-b.osisoft.com");
  const others = [
    "https://evil.example/api",
    "https://connect.aveva.com.evil.example",
    "https://xconnect.aveva.com",
    "http://euno.datahub.connect.aveva.com",
    "https://euno.datahub.connect.aveva.com:8443",
    "https://euno.datahub.connect.aveva.com@evil.example/",
    "not a url",
    "",
    null,
    undefined,
  ];
  for (const self of others) assertEquals(namespaceBase(BASE, self), BASE, String(self));
});

Deno.test("namespaceBase() keeps the configured base with its path for the same host", () => {
  assertEquals(
    namespaceBase("http://127.0.0.1:8080/hub", "http://127.0.0.1:8080/api"),
    "http://127.0.0.1:8080/hub",
  );
});
