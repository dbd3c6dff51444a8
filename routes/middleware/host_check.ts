import { Refusal } from "../../domain/shared/refusal.ts";
import { hostName, isLoopbackHost } from "../client.ts";
import type { WebSettings } from "../deps.ts";
import type { AppContext } from "../env.ts";

/** If PUBLIC_URL or ALLOWED_HOSTS is set, a request's Host must be one of them or loopback. */
export function hostCheck(settings: WebSettings): (c: AppContext) => void {
  const allowed = allowedHosts(settings);
  return (c) => {
    const { host } = c.get("client");
    if (allowed.size > 0 && !isLoopbackHost(host) && !allowed.has(host) && !allowed.has(hostName(host))) {
      throw new Refusal(
        "FORBIDDEN",
        `Host "${host}" is not served here; add it to ALLOWED_HOSTS or PUBLIC_URL`,
      );
    }
  };
}

/** Host names with or without a port. Without one, any port matches. */
function allowedHosts({ publicUrl, allowedHosts }: WebSettings): Set<string> {
  const names = allowedHosts.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (publicUrl !== null) names.push(hostName(new URL(publicUrl).host));
  return new Set(names.map((name) => /:\d+$/.test(name) ? name : hostName(name)));
}
