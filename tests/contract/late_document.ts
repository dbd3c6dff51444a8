/** Prints the OpenAPI document, made from schemas that exist before the package that makes it extends zod. */
import "../../domain/access/schema.ts";
import "../../domain/event/schema.ts";
import "../../domain/notification_policy/schema.ts";
import "../../domain/template/schema.ts";

const { testApp } = await import("./support.ts");
{
  await using app = await testApp();
  console.log(JSON.stringify((await app.call("GET /api/openapi.json")).body));
}
Deno.exit();
