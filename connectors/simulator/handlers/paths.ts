/** The prefix of everything in a namespace. The version is a parameter: `v1` and `v1-preview` answer alike. */
export const TENANT = "api/{version}/Tenants/{tenant}";
export const NS = `${TENANT}/Namespaces/{namespace}`;
