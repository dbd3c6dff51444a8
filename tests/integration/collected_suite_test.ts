import { COLLECTED_SERVER } from "../support/collected_harness.ts";
import { sourceSuite } from "../support/source_suite.ts";

sourceSuite(COLLECTED_SERVER);
