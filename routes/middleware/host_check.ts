import { Refusal } from "../../domain/shared/refusal.ts";
import { hostName, isLoopbackHost } from "../client.ts";
import type { WebSettings } from "../deps.ts";
import type { AppContext } from "../env.ts";

/** Once PUBLIC_URL or ALLOWED_HOSTS is set, a request's Host must be theirs or loopback. */
export function hostCheck(settings: WebSettings): (c: AppContext) => void {
  const allowed = allowedHosts(settings);
  return (c) => {
    const { host } = c.get("client");
    if (allowed.size > 0 && !isLoopbackHost(host) && !allowed.has(host) && !allowed.has(hostName(host))) {
      throw new Refusal(
        "FORBIDDEN",
        `Host "${host}" is not served here; name it in ALLOWED_HOSTS or PUBLIC_URL`,
      );
    }
  };
}

/** Names, each with or without a port: without one, any port fits. */
function allowedHosts({ publicUrl, allowedHosts }: WebSettings): Set<string> {
  const names = allowedHosts.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (publicUrl !== null) names.push(hostName(new URL(publicUrl).host));
  return new Set(names.map((name) => /:\d+$/.test(name) ? name : hostName(name)));
}
