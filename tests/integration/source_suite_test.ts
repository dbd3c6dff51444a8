import { SOURCE_SERVERS } from "../support/source_harnesses.ts";
import { sourceSuite } from "../support/source_suite.ts";

for (const server of SOURCE_SERVERS) sourceSuite(server);
