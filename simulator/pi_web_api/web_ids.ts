/** Web ids by id alone, `webIdType=IDOnly`: the kind of object, its server, its number. */
export function pointId(server: string, id: number): string {
  return `I1DP${encoded(server)}${encoded(id)}`;
}

export function attributeId(server: string, id: number): string {
  return `I1AbE${encoded(server)}${encoded(id)}`;
}

export function serverId(kind: "DS" | "RS" | "RD", name: string): string {
  return `I1${kind}${encoded(name)}`;
}

function encoded(part: string | number): string {
  const bytes = typeof part === "string"
    ? new TextEncoder().encode(part)
    : new Uint8Array(new Int32Array([part]).buffer);
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
