import { assertEquals } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
