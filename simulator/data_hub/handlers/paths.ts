/** Path prefixes of a tenant and of a namespace. The version is a parameter: `v1` and `v1-preview` behave alike. */
export const TENANT = "api/{version}/Tenants/{tenant}";
export const NS = `${TENANT}/Namespaces/{namespace}`;
