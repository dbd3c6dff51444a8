import { SOURCE_SERVERS } from "../support/source_houses.ts";
import { sourceSuite } from "../support/source_suite.ts";

for (const server of SOURCE_SERVERS) sourceSuite(server);
