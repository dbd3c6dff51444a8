type Payload = Record<string, unknown> & { grantId?: string; uid?: string };

/** What `oidc-provider` remembers, over its restarts too. */
export function oidcAdapter() {
  const models = new Map<string, Map<string, Payload>>();
  return (name: string) => {
    const stored = models.get(name) ?? new Map<string, Payload>();
    models.set(name, stored);
    const found = (is: (payload: Payload) => boolean) => Promise.resolve(stored.values().find(is));
    return {
      upsert: (id: string, payload: Payload) => Promise.resolve(void stored.set(id, payload)),
      find: (id: string) => Promise.resolve(stored.get(id)),
      findByUid: (uid: string) => found((payload) => payload.uid === uid),
      findByUserCode: () => Promise.resolve(undefined),
      consume(id: string) {
        const consumed = Math.floor(Date.now() / 1000);
        stored.set(id, { ...stored.get(id), consumed });
        return Promise.resolve();
      },
      destroy: (id: string) => Promise.resolve(void stored.delete(id)),
      revokeByGrantId(grantId: string) {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
        return Promise.resolve();
      },
    };
  };
}
