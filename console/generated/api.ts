/** Written by "deno task openapi". */
export interface paths {
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signed in; the session comes as a cookie
         * @description The body may hold 4 KiB. Wrong passwords are counted by user name and by address. After five within 5 minutes, the next attempt is checked 1 s after the last one, then 2 s, 4 s and at most 8 s, one at a time; others are RATE_LIMITED, and their password is not checked. A browser that the user has signed in with has a count of its own: a sign-in sets the cookie `andon_device_<user id>` for 400 days, and 20 devices of a user are remembered. Two passwords are checked at once, one of them from unknown devices; behind them wait 50 attempts from known devices, which come first, 15 under names and from addresses without a recent wrong password, and 5 others. For a user with a second factor, and for one who must set one up, a right password answers AUTHENTICATION_REQUIRED with `details.second_factor` and sets a cookie for the next step: see `/api/auth/login/code`.
         *
         *     Needs no sign-in.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signed out
         * @description `provider_logout` is where a browser also ends the session at the identity provider that the user signed in at; null: there is none.
         *
         *     Needs the role viewer.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Your password is changed, and all your sessions have ended
         * @description Needs the role viewer.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ways to sign in
         * @description What the sign-in page offers. A browser begins a sign-in at an identity provider with `/auth/oidc/{id}/begin?next=<path>`, which leads to the provider's page and from there back to that path.
         *
         *     Needs no sign-in.
         */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user; `data` is null without a session
         * @description Needs no sign-in.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * The signed-in user
         * @description Changes what users may change of themselves; FORBIDDEN for an API key.
         *
         *     Needs the role viewer.
         */
        put: operations["changeOwnProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users who have a display name
         * @description The display names of users, for the user names in events, versions and the audit log.
         *
         *     Needs the role viewer.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signed in; the session comes as a cookie
         * @description The second step after `/api/auth/login`, in the browser or client that got its cookie. The body may hold 4 KiB. The step may be taken within 5 minutes, and 5 times; then the sign-in begins again. Each one-time code (RFC 6238, at most 30 s early or late) and each recovery code is accepted once. Wrong codes are counted by user name and by address, those from known devices apart: after five within an hour, the next attempt is checked 10 s after the last one, then 20 s, 40 s and at most 300 s; others are RATE_LIMITED.
         *
         *     Needs no sign-in.
         */
        post: operations["confirmSignInByCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The options, as `PublicKeyCredential.parseRequestOptionsFromJSON()` takes them
         * @description The options for `navigator.credentials.get()`, and a cookie: of the user whose password was right in this browser, or else for a sign-in with a passkey alone. They are good for one answer within 5 minutes.
         *
         *     Needs no sign-in.
         */
        post: operations["beginSignInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signed in; the session comes as a cookie
         * @description The authenticator's answer to the options; binary values are base64url. The body may hold 4 KiB. It is the second step after `/api/auth/login`, or a whole sign-in if the authenticator has verified the person by a PIN or a biometric feature.
         *
         *     Needs no sign-in.
         */
        post: operations["signInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your second factors
         * @description Needs the role viewer.
         */
        get: operations["getOwnSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/code/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new secret for an authenticator app
         * @description For a user with a session, or at a sign-in that was answered with `details.second_factor: set_up`, which may take 30 minutes. The body may hold 4 KiB. The secret is good for 10 minutes.
         *
         *     Needs no sign-in.
         */
        post: operations["beginCodeFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One-time codes are set up
         * @description For a user with a session, or at a sign-in that was answered with `details.second_factor: set_up`, which may take 30 minutes. The body may hold 4 KiB. A right code stores the secret, in place of an older one; at a sign-in it opens the session.
         *
         *     Needs no sign-in.
         */
        post: operations["addCodeFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The options, as `PublicKeyCredential.parseCreationOptionsFromJSON()` takes them
         * @description For a user with a session, or at a sign-in that was answered with `details.second_factor: set_up`, which may take 30 minutes. The body may hold 4 KiB. The options are good for one answer within 10 minutes. Andon must be open under a host name, over https or as localhost.
         *
         *     Needs no sign-in.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The passkey is added
         * @description For a user with a session, or at a sign-in that was answered with `details.second_factor: set_up`, which may take 30 minutes. The body may hold 4 KiB. A user has 10 passkeys at most. Binary values are base64url; the browser's further fields are left out. At a sign-in it opens the session.
         *
         *     Needs no sign-in.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 10 new recovery codes, shown only in this answer
         * @description A wrong password answers 403 and slows the next attempt down.
         *
         *     Needs the role viewer.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factors/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removed
         * @description A wrong password answers 403 and slows the next attempt down. The last factor of a user who must have one stays: FORBIDDEN.
         *
         *     Needs the role viewer.
         */
        post: operations["removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users, without their passwords
         * @description Needs the role admin.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * The new user
         * @description Needs the role admin.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user
         * @description Needs the role admin.
         */
        get: operations["getUser"];
        /**
         * The changed user
         * @description A change of password, role or is_active ends the user's sessions immediately; changed grants count from the next request on. `end_keys` also ends the user's API keys, at most 50 at once; without it they go on working. The last active admin cannot be disabled or demoted: RESOURCE_IN_USE.
         *
         *     Needs the role admin.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Deleted
         * @description Ends the user's sessions and, unless `keep_keys` is true, the user's API keys; the message says how many. RESOURCE_IN_USE for the last active admin, and if more than 50 keys would end.
         *
         *     Needs the role admin.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removed
         * @description Removes the user's passkeys, code generator and recovery codes, and ends the user's sessions.
         *
         *     Needs the role admin.
         */
        delete: operations["resetSecondFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your sessions, the newest first
         * @description `last_used_at` is exact to 5 minutes. Without a session (API keys) the list is empty.
         *
         *     Needs the role viewer.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ended; its connections close within 2 s
         * @description Needs the role viewer.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions of the user, the newest first
         * @description Needs the role admin.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /**
         * All sessions of the user have ended
         * @description Needs the role admin.
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ended; its connections close within 2 s
         * @description Needs the role admin.
         */
        delete: operations["endUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens/pairing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this browser is as a wall screen
         * @description By the credential in the cookie. Once the screen is paired, its cookie is kept for 400 days from each answer.
         *
         *     Needs no sign-in.
         */
        get: operations["getScreenPairing"];
        put?: never;
        /**
         * The code to show; for a screen that is paired, its start page
         * @description The answer has the code, its cookie the credential, without which the code is worth nothing. A code is valid for 10 minutes and can be entered once; a restart forgets it. 20 codes of one address (an IPv6 /64) and 200 in all can wait, beyond that 429; a browser's new code replaces its old one.
         *
         *     Needs no sign-in.
         */
        post: operations["beginScreenPairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The wall screens by name
         * @description Needs the role admin.
         */
        get: operations["listScreens"];
        put?: never;
        /**
         * The browser that shows the code is this screen from now on
         * @description There are 200 screens at most. After 10 wrong codes within 10 minutes, the same administrator gets 429.
         *
         *     Needs the role admin.
         */
        post: operations["pairScreen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The screen
         * @description Needs the role admin.
         */
        get: operations["getScreen"];
        /**
         * The changed screen
         * @description A screen opens a changed start page immediately, and shows changed areas.
         *
         *     Needs the role admin.
         */
        put: operations["updateScreen"];
        post?: never;
        /**
         * Ended; its connections close within 2 s
         * @description Needs the role admin.
         */
        delete: operations["endScreen"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API keys, without the keys themselves
         * @description Needs the role admin.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * The new API key. Only this answer has the key itself, as `key`
         * @description Clients send the key as `Authorization: Bearer andon_…`. The audit log records its actions under `key:<name>`. The key belongs to the user who creates it, or to the owner of the key that creates it. Without `expires_at` it expires after 365 days; with null it does not expire.
         *
         *     Needs the role admin.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API key's record
         * @description Needs the role admin.
         */
        get: operations["getApiKey"];
        /**
         * The API key's changed record
         * @description Needs the role admin.
         */
        put: operations["updateApiKey"];
        post?: never;
        /**
         * Deleted; the key is no longer accepted
         * @description Needs the role admin.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The identity providers, without their secrets
         * @description Needs the role admin.
         */
        get: operations["listIdentityProviders"];
        put?: never;
        /**
         * The new identity provider
         * @description At most 5, each with an issuer of its own. Its users are known by issuer and subject, are created at their first sign-in, and are never matched to a local user. The role of each is that of the groups at every sign-in.
         *
         *     Needs the role admin.
         */
        post: operations["createIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity-providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The identity provider, without its secret
         * @description Needs the role admin.
         */
        get: operations["getIdentityProvider"];
        /**
         * The changed identity provider
         * @description A change of `issuer` without a `client_secret` clears the stored secret: it is never sent to an issuer that it was not entered for. While it is inactive, or after a change of issuer, the sessions of its users are not accepted. Changed `grants` act with the next request, without ending a session of somebody who still has a role. After a change of `groups_claim` sessions only read until the provider has named the groups, which Andon asks for within a minute.
         *
         *     Needs the role admin.
         */
        put: operations["updateIdentityProvider"];
        post?: never;
        /**
         * Deleted
         * @description The sessions of its users end. The users stay, and sign in again at a provider of the same issuer.
         *
         *     Needs the role admin.
         */
        delete: operations["deleteIdentityProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity-providers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What works and what does not
         * @description Reads the provider's configuration and keys, and asks it whether it accepts the client, the redirect address and the claims, without signing anybody in.
         *
         *     Needs the role admin.
         */
        post: operations["testIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact-points/fallback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether somebody is called
         * @description The contact point that is told when nobody else is, and whether its last test passed.
         *
         *     Needs the role viewer.
         */
        get: operations["getFallbackState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact-points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contact points, without their secrets
         * @description Needs the role viewer.
         */
        get: operations["listContactPoints"];
        put?: never;
        /**
         * The new contact point
         * @description At most 100, each with a name of its own. Connections go only to addresses that OUTBOUND_ALLOW permits.
         *
         *     Needs the role admin.
         */
        post: operations["createContactPoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact-points/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the receiver said
         * @description Sends a message for real with settings that are not stored.
         *
         *     Needs the role admin.
         */
        post: operations["testUnsavedContactPoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact-points/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contact point, without its secrets
         * @description Needs the role viewer.
         */
        get: operations["getContactPoint"];
        /**
         * The changed contact point
         * @description With another receiver the secrets must be entered again: they are never sent to a host that they were not entered for. Changed settings or secrets clear `last_test`.
         *
         *     Needs the role admin.
         */
        put: operations["updateContactPoint"];
        post?: never;
        /**
         * Deleted
         * @description Needs the role admin.
         */
        delete: operations["deleteContactPoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact-points/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the receiver said
         * @description Sends a message for real. The result is kept as `last_test`, unless it went to the address of a person.
         *
         *     Needs the role admin.
         */
        post: operations["testContactPoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The configuration, without its secret
         * @description Needs the role viewer.
         */
        get: operations["getConfiguration"];
        put?: never;
        /**
         * The saved configuration
         * @description Needs the role admin.
         */
        post: operations["saveConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/test-connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The answer of the data source
         * @description Without a body, tests the stored configuration. A body holds settings to test without storing them; omitted ones are as stored. That needs the role admin. The stored secret is used only with the stored address, region and tenant; otherwise `client_secret` is required.
         *
         *     Needs the role engineer.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discover-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The assets and streams that the data source lists
         * @description Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["discoverAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitored-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The monitored assets with their streams
         * @description Needs the role viewer.
         */
        get: operations["listMonitoredAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The streams bound by deployed instances
         * @description Needs the role viewer.
         */
        get: operations["listActiveStreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The system tags and their current values
         * @description Needs the role viewer.
         */
        get: operations["listSystemTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packages/{package_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The document
         * @description The package as one JSON document: its templates with rules and placeholders, and with instances=true its instances. Ids, deployments and events are not part of it.
         *
         *     Needs the role viewer.
         */
        get: operations["exportPackage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packages/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each part of the document, and the number of items of each status
         * @description Applies a document item by item: the package, its templates and its instances are matched by name, and are created, updated or left unchanged. An item that cannot be applied fails alone (a template with deployed instances: TEMPLATE_IN_USE), and the others continue. New instances are not deployed; unknown streams are problems of their item. With dry_run nothing is written and the answer is the difference. The body may hold 32 MiB, each template and instance 1 MiB. An item tells at most 100 changes and 100 problems; beyond 1,000 problems in all, each tells its first one.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["importPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The packages with their templates
         * @description Needs the role viewer.
         */
        get: operations["listPackages"];
        put?: never;
        /**
         * The new package
         * @description Needs the role engineer.
         */
        post: operations["createPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packages/{package_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The package
         * @description Needs the role viewer.
         */
        get: operations["getPackage"];
        /**
         * The changed package
         * @description Needs the role engineer.
         */
        put: operations["updatePackage"];
        post?: never;
        /**
         * Deleted
         * @description Needs the role engineer.
         */
        delete: operations["deletePackage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packages/{package_id}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The package's templates with their instances
         * @description Needs the role viewer.
         */
        get: operations["listPackageTemplates"];
        put?: never;
        /**
         * The new template, without rules
         * @description Needs the role engineer.
         */
        post: operations["createPackageTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The templates
         * @description Needs the role viewer.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * The new template
         * @description Needs the role engineer.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The template
         * @description Needs the role viewer.
         */
        get: operations["getTemplate"];
        /**
         * The changed template
         * @description Needs the role engineer.
         */
        put: operations["updateTemplate"];
        post?: never;
        /**
         * Deleted, with its undeployed instances
         * @description Needs the role engineer.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of the template
         * @description Needs the role viewer.
         */
        get: operations["listTemplateVersions"];
        put?: never;
        /**
         * The new draft
         * @description Adds a draft, with or without deployed instances; fields that the body leaves out are as in the current version. A template keeps 50 versions: the oldest superseded one that no deployed instance runs on, or ran on before an upgrade, is removed for a new one; if there is none, 400.
         *
         *     Needs the role engineer.
         */
        post: operations["addTemplateVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The version
         * @description Needs the role viewer.
         */
        get: operations["getTemplateVersion"];
        put?: never;
        post?: never;
        /**
         * Deleted
         * @description A draft, or a superseded version that no deployed instance needs.
         *
         *     Needs the role engineer.
         */
        delete: operations["deleteTemplateVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions/{version}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The version, now the current one
         * @description Makes a draft or a superseded version the current one, which new deployments use. Deployed instances keep their version until they are upgraded.
         *
         *     Needs the role engineer.
         */
        post: operations["releaseTemplateVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions/{version}/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each instance, the difference, and with dry_run a backtest
         * @description Upgrades deployed instances (`instance_ids`, at most 10,000) to the current version, each in one step: an instance always runs on one of the two versions. Rules without changes that affect their events or the texts in them continue: states, delays and open events with their ids. The events of the other rules are closed with the reason `superseded`; changed rules of the new version start as at a deployment. The past remains evaluated by the version that was deployed then, late samples too. Answers within 60 s.
         *
         *     With `dry_run` nothing changes, any version may be named, and the answer is the expected result, with a backtest of both versions over `from` to `to` (default: the last day) of the first 200 instances, within 120 s and the limits of a backtest. `backtest: false` leaves it out. If it fails, `backtest_problem` has the reason.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["upgradeInstances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The events that the template would have raised
         * @description Runs the live evaluator from `from` (default: a day before `to`) up to and including `to` (default: now) on the samples of the data source; values held at `from` count. Nothing is stored. `instance_ids` uses the bindings of stored instances, `placeholder_mappings` (or `placeholders`) gives other bindings; with neither, all instances of the template are evaluated.
         *
         *     `active_seconds` is the duration of the events, `blind_seconds` the time in which the truth of a rule was unknown; shares are of the time of all rules counted. `events` are in order of their start, at most 10,000; `series` has `points` buckets for each stream (0: none), at most 60,000 in all.
         *
         *     At most 366 days, 200 instances, 500 streams, 5,000,000 samples and 50,000,000 evaluations of a rule: beyond them 400. Two backtests run at once and eight wait: beyond that 503. The requests count against the share of `requests_per_minute` that trends have.
         *
         *     With `stream: true` the answer is `text/event-stream`: events `progress` `{judged_to, share, samples, events}`, last `done` `{message, data}` or `error` (the body of a failure). In the first 2 s failures are answered with their status code. Closing the stream ends the backtest. A backtest may take 120 s, or 15 minutes with `stream: true`; beyond that 503.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["backtestTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The events that the template would have raised
         * @description Runs the live evaluator from `from` (default: a day before `to`) up to and including `to` (default: now) on the samples of the data source; values held at `from` count. Nothing is stored. `instance_ids` uses the bindings of stored instances, `placeholder_mappings` (or `placeholders`) gives other bindings; with neither, all instances of the template are evaluated.
         *
         *     `active_seconds` is the duration of the events, `blind_seconds` the time in which the truth of a rule was unknown; shares are of the time of all rules counted. `events` are in order of their start, at most 10,000; `series` has `points` buckets for each stream (0: none), at most 60,000 in all.
         *
         *     At most 366 days, 200 instances, 500 streams, 5,000,000 samples and 50,000,000 evaluations of a rule: beyond them 400. Two backtests run at once and eight wait: beyond that 503. The requests count against the share of `requests_per_minute` that trends have.
         *
         *     With `stream: true` the answer is `text/event-stream`: events `progress` `{judged_to, share, samples, events}`, last `done` `{message, data}` or `error` (the body of a failure). In the first 2 s failures are answered with their status code. Closing the stream ends the backtest. A backtest may take 120 s, or 15 minutes with `stream: true`; beyond that 503.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["backtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/template-instances/{template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The template's instances
         * @description Needs the role viewer.
         */
        get: operations["listTemplateInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/template-instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The new instance
         * @description Needs the role engineer.
         */
        post: operations["createTemplateInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each instance, and the number of items of each status
         * @description Creates an instance of a template for each match of patterns over the discovered streams. In a pattern * stands for one or more characters within one dotted part of a stream's name; streams of one instance match the same text with their *, which replaces * in instance_name and plant_node_floc_id, in order. All patterns with * have the same number of *; a text without * is the same stream or constant for all instances. Instances that have one of the names in exclude, or use one of the streams in it, are left out; an entry that matches none is a 400. At most 10000 instances, matches of a pattern, and entries of exclude, in one request; 20000 instances before exclude. With dry_run nothing is created. Each item has a status: created, would_create, exists (the template has an instance of that name), ambiguous (several streams match), missing (a required placeholder has no stream), failed.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["createInstances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/bulk-deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each instance, and the number of deployed ones
         * @description Takes instance_ids (at most 10000) or template_id. Answers when all are done, within 60 s, with one item for each instance: `deployed`, `already`, or `failed` with its problems.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["deployInstances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/bulk-undeploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each instance, and the number of undeployed ones
         * @description Takes instance_ids (at most 10000) or template_id. Answers when all are done, within 60 s, with one item for each instance: `undeployed`, `already`, or `failed` with its problems. Closes the active events.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["undeployInstances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each instance, and the number of deleted ones
         * @description Deletes instances (at most 1000), one after the other. Answers when all are done, within 60 s, with one item for each instance: `deleted`, or `failed` with its problems. A deployed instance is not deleted; undeploy it first. Its events stay in the history.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["deleteInstances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The instances with their status
         * @description Needs the role viewer.
         */
        get: operations["listInstances"];
        put?: never;
        /**
         * The new instance
         * @description Needs the role engineer.
         */
        post: operations["createInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The instance
         * @description Needs the role viewer.
         */
        get: operations["getInstance"];
        /**
         * The changed instance
         * @description Needs the role engineer.
         */
        put: operations["updateInstance"];
        post?: never;
        /**
         * Deleted
         * @description Needs the role engineer.
         */
        delete: operations["deleteInstance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/{id}/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The deployed instance
         * @description Needs the role engineer.
         */
        post: operations["deployInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/{id}/undeploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The undeployed instance; its active events are closed
         * @description Needs the role engineer.
         */
        post: operations["undeployInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The coverage of the instance
         * @description The share of the time in which an instance could be evaluated, and the causes of the rest. The mean over its rules counts. Available since the instance was created, for its last 20 deployments.
         *
         *     Needs the role viewer.
         */
        get: operations["getInstanceCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The explanation of its rules
         * @description Explains each rule of an instance: its state, each condition with its samples, and what has to happen for another state, as fields and as a sentence.
         *
         *     Without `at`, and for a time that is not evaluated yet, the answer is the live state (`basis` live): everything up to the answer's `at` is evaluated, and later samples are `waiting`. A past time is evaluated again on the samples that the data source has: from the last state stored before it, so that the result equals the live one (replay). If none is stored within a day before it, or the instance was not deployed then, it is evaluated as if deployed at `judged_from` with its current rules and bindings (backtest). Without `at` an instance that is not deployed has no state (none).
         *
         *     `parts` are the rule's expression in the order of its text, each list before its own parts. Four explanations of a past time run at once and 16 wait, beyond that 503. Each may take 30 s. More than 500,000 samples in the five minutes before it: 400.
         *
         *     Needs the role viewer.
         */
        get: operations["explainInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/instances/{id}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The number of written events
         * @description Writes events with the flag `backfilled` for the past of a deployed instance: those that its rules would have raised from `from` to `to` (default and latest value: its deployment), by the live evaluator on the samples of the data source. Only events that began and ended in the span are written; those that began before it or are active at its end are only counted. An event with the same start as a stored one, or overlapping it, is not written, nor is one that a person deleted, so repeating a backfill adds nothing. No notification is sent. The events appear in lists, on event walls of that time and in the audit log, not in alarm statistics. Retention counts from their end. Active events do not change, and late samples do not correct backfilled events.
         *
         *     With `dry_run` nothing is written. At most 366 days, 10,000 events, 5,000,000 samples and 50,000,000 evaluations of a rule: beyond them 400, and nothing is written. It counts as a backtest: two run at once and eight wait, beyond that 503.
         *
         *     With `stream: true` the answer is `text/event-stream`: events `progress`, last `done` `{message, data}` or `error`, as for a backtest. Closing the stream ends the backfill; written events stay. A backfill may take 120 s, or 15 minutes with `stream: true`; beyond that 503.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["backfillInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The active events, newest start first
         * @description Needs the role viewer.
         */
        get: operations["listActiveRuleEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All events, newest start first
         * @description Needs the role viewer.
         */
        get: operations["listRuleEventHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of the last `hours` (default 24), and those still active
         * @description Needs the role viewer.
         */
        get: operations["listRuleEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The event
         * @description Needs the role viewer.
         */
        get: operations["getRuleEvent"];
        /**
         * The changed event
         * @description Needs the role operator.
         */
        put: operations["updateRuleEvent"];
        post?: never;
        /**
         * Deleted; the audit log keeps the full record
         * @description Needs the role engineer.
         */
        delete: operations["deleteRuleEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The closed event
         * @description Needs the role operator.
         */
        post: operations["closeRuleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/bulk-acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One item for each event, and the number of acknowledged ones
         * @description Acknowledges events (at most 1000), one after the other, and writes the comment as the note of each. Answers when all are done, within 60 s, with one item for each event: `acknowledged`, `already`, or `failed` with its problems.
         *
         *     Needs the role operator. Counts against the heavy rate limit too.
         */
        post: operations["acknowledgeRuleEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event with its first acknowledgement
         * @description Needs the role operator.
         */
        post: operations["acknowledgeRuleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/{id}/shelve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event; all events of its rule and instance are shelved for that time
         * @description Needs the role operator.
         */
        post: operations["shelveRuleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/{id}/unshelve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event; its rule and instance are no longer shelved
         * @description Needs the role operator.
         */
        post: operations["unshelveRuleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rule-events/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The comments on the event, oldest first
         * @description Needs the role viewer.
         */
        get: operations["listRuleEventComments"];
        put?: never;
        /**
         * The new comment, which is also the event's note; an event keeps 200 comments
         * @description Needs the role operator.
         */
        post: operations["commentRuleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shelves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is shelved, by whom, until when and why
         * @description The rules and instances that are shelved now, by the end of their shelving. `event` is the active event of the rule and instance, else the one through which they were shelved; null if that was deleted. POST /api/rule-events/{id}/unshelve of it ends the shelving.
         *
         *     Needs the role viewer.
         */
        get: operations["listShelves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The comments, newest first
         * @description The comments on all events, each with its event. An event is at the plant node that it recorded.
         *
         *     Needs the role viewer.
         */
        get: operations["listComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where data was missing
         * @description When the data source was lost, when Andon did not run, and which deployed instances lacked data for a minute or more in the rest of the time: the 100 with the longest time, and the number of all. `area` and `plant_node` limit the instances and their number; the rest is of the whole plant.
         *
         *     Needs the role viewer.
         */
        get: operations["getMissingData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/event-wall-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events that were active in the last `hours`, grouped, worst severity first
         * @description Defaults: `hours` 1, `layout` template. With `area` or `plant_node` all counts and the coverage are of that place; a closed event is at the plant node that it recorded. Shelved events are counted in `shelved` and left out of everything else. At most 5,000 events (the newest) are returned; beyond them `truncated` is true. Counts include all. More than 100,000 closed events in the span: 400. A timeline has 60 buckets and one lane for each template, and its `groups` is empty. `unacknowledged` does not depend on `hours`; see PUT /api/plant-settings.
         *
         *     Needs the role viewer.
         */
        get: operations["getEventWallData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alarm-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The number of events, their distribution, and advice that would reduce them
         * @description Statistics after ISA-18.2 and EEMUA 191 of the events that began (`activated_at`) in the last `hours`, without retracted and backfilled events. Rates are events per ten minutes, counted from full ten minutes on the clock. The average rate and the share of the time in flood divide by the time in which Andon ran (`running_seconds`): the span since its first start, without its stops. The average divides by at least ten minutes. Delays for critical and safety alarms (rules of severity critical or with a critical event in the span, and those of the category `safety`) are advised only with `critical=true`; each delay says what it costs in response time. A series has at most 500 points of `series.minutes` minutes each. At most 50 groups of each kind are returned, those with the most events; to get one of them in full, use it as a filter. An event belongs to the plant node that it was recorded with. More than 2,000,000 closed events in the span: 400. Answers about more than 744 hours may be a minute old.
         *
         *     Needs the role viewer.
         */
        get: operations["getAlarmStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alarm-statistics/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many events each change would have avoided
         * @description Tries changes of a rule on the past of one instance: longer delays and, where it has one comparison (above or below) of a stream with a number, deadbands as wide as its newest 1,000 events exceeded the limit. One backtest evaluates the stored rule and each change over the last `hours`, so `reduction` compares like with like, and the limits of a backtest apply to all of them together (400 beyond them). Two backtests run at once and eight wait (503 beyond that). Nothing is stored. A change of the template changes the rule for all its instances. `later_seconds` is what a change costs in response time. A delay of a rule that is critical, or whose template has the category `safety`, is advised only with `critical: true`.
         *
         *     With `stream: true` the answer is `text/event-stream` as for a backtest.
         *
         *     Needs the role engineer. Counts against the heavy rate limit too.
         */
        post: operations["tryAlarmAdvice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/context-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plant context of a conversation
         * @description Defaults: `events`, `24h`, 50 items. `time_filter` selects events that started in that time or are still active. Counts include all; `details` has at most `max_items` (of the plant model, the upper nodes first).
         *
         *     Needs the role viewer.
         */
        get: operations["getContextData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The providers, without their keys
         * @description Needs the role viewer.
         */
        get: operations["listAiProviders"];
        put?: never;
        /**
         * The new provider
         * @description `base_url` is required for `azure_openai` and `openai_compatible`; the other types have a fixed one. `api_key` is optional for `ollama`. With `share_plant_data: false` only the user's own text is sent.
         *
         *     Needs the role admin.
         */
        post: operations["createAiProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-providers/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The provider, without its key
         * @description Needs the role viewer.
         */
        get: operations["getAiProvider"];
        /**
         * The changed provider
         * @description A change of `base_url` or `provider_type` without an `api_key` clears the stored key: a key is never sent to a host that it was not entered for.
         *
         *     Needs the role admin.
         */
        put: operations["updateAiProvider"];
        post?: never;
        /**
         * Deleted
         * @description Its logs are removed within an hour.
         *
         *     Needs the role admin.
         */
        delete: operations["deleteAiProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-providers/{provider_id}/instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The instructions that the model gets first
         * @description The assistant type's text (if the type is active), an empty line, the provider's text. Andon's own rules come first: plant data are data, and events and streams are named by their ids.
         *
         *     Needs the role viewer.
         */
        get: operations["getAiProviderInstructions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-providers/{provider_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The model's answer
         * @description Needs the role admin.
         */
        post: operations["testAiProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-providers/{provider_id}/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The exchange: the message and its answer
         * @description With `stream: true` the answer is `text/event-stream`: events `token` `{text}`, `function_call` (as in `function_calls`), last `done` (the exchange) or, after the first word, `error` (the body of a failure). Before the first word, failures are answered with their status code. Closing the stream ends the turn.
         *
         *     Turns of one session run one after the other; four can wait. A model can call functions in 8 rounds, 32 in all. Earlier exchanges are sent with the message, newest first, as many whole ones as the model's window holds; context takes a quarter of the window at most. `evidence` lists the events and streams that the answer names and that exist, `unverified` those that do not. `proposals` are drafts of rule templates, checked as by POST /api/templates and not saved. The push channel sends the exchange to the owner's browsers as `ai_response`.
         *
         *     Needs the role operator.
         */
        post: operations["converse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversation-logs/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The messages and answers
         * @description Administrators get all entries, all others their own. A request searches at most 20,000 entries: narrow a larger search with `from` and `to`, or name a `session_id`. Retention removes old entries.
         *
         *     Needs the role operator.
         */
        get: operations["listConversationLogs"];
        put?: never;
        post?: never;
        /**
         * Cleared
         * @description Removes the conversation entries and sessions of all users; the other logs stay until retention removes them.
         *
         *     Needs the role admin.
         */
        delete: operations["clearConversationLogs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/function-call-logs/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The function calls
         * @description Administrators get all entries, all others their own. A request searches at most 20,000 entries: narrow a larger search with `from` and `to`, or name a `session_id`. Retention removes old entries.
         *
         *     Needs the role operator.
         */
        get: operations["listFunctionCallLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-usage-logs/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The requests to the provider; `totals` of each UTC day ignore the filters
         * @description Administrators get all entries, all others their own. A request searches at most 20,000 entries: narrow a larger search with `from` and `to`, or name a `session_id`. Retention removes old entries.
         *
         *     Needs the role operator.
         */
        get: operations["listApiUsageLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/raw-logs/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The three logs as lines, in time order
         * @description Administrators get all entries, all others their own. A request searches at most 20,000 entries: narrow a larger search with `from` and `to`, or name a `session_id`. Retention removes old entries.
         *
         *     Needs the role operator.
         */
        get: operations["getRawLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistant-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The assistant types
         * @description Needs the role viewer.
         */
        get: operations["listAssistantTypes"];
        put?: never;
        /**
         * The new assistant type
         * @description `admin_password` is the signed-in admin's own. A wrong one answers 403 and slows the next attempt down.
         *
         *     Needs the role admin.
         */
        post: operations["createAssistantType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistant-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The assistant type
         * @description Needs the role viewer.
         */
        get: operations["getAssistantType"];
        /**
         * The changed assistant type
         * @description The text of an inactive type is sent to no model.
         *
         *     Needs the role admin.
         */
        put: operations["updateAssistantType"];
        post?: never;
        /**
         * Deleted
         * @description Needs the role admin.
         */
        delete: operations["deleteAssistantType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stream with its newest value, which is then kept up to date for 5 minutes
         * @description Needs the role viewer.
         */
        get: operations["getStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stream's trend
         * @description `from` and `to` are ISO 8601 times, UTC without a zone; default: the last hour; at most 366 days. Numbers: `points` (300) buckets of equal width, `min`, `max`, `first` and `last` of the samples that are not bad. Texts and booleans: the newest 2,000 `changes`. `held` is the value held at `from`. `gaps` are where no value is known: before the first sample, after a bad one, beyond the source's `max_age_seconds`. `basis` is `all` when every sample is read. Of a span beyond 8 hours the source chooses samples of each bucket, where it can: `extremes`, which hold the first, lowest, highest and last. Where it cannot, at most 200,000 samples are read, else up to 24 `parts`; `unread` names the others. `samples` and `count` count what is read.
         *
         *     Needs the role viewer.
         */
        get: operations["getStreamData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trends
         * @description The trends of up to 24 streams over one span, in the order asked, each as GET /api/streams/{id}/data answers it. A stream that cannot be read has an `error` in place of its `trend`. `basis` is `all` when every sample is read. Of a span beyond 8 hours the source chooses samples of each bucket, where it can: `extremes`, which hold the first, lowest, highest and last. Where it cannot, at most 200,000 samples are read, else up to 24 `parts`; `unread` names the others. `samples` and `count` count what is read.
         *
         *     Needs the role viewer.
         */
        get: operations["getTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plant-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The root nodes, each with its children
         * @description Needs the role viewer.
         */
        get: operations["getPlantModel"];
        put?: never;
        /**
         * The new node
         * @description Needs the role engineer.
         */
        post: operations["createPlantNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plant-model/{floc_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The node with its children
         * @description Needs the role viewer.
         */
        get: operations["getPlantNode"];
        /**
         * The changed node
         * @description Needs the role engineer.
         */
        put: operations["updatePlantNode"];
        post?: never;
        /**
         * Deleted
         * @description Needs the role engineer.
         */
        delete: operations["deletePlantNode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The areas of responsibility
         * @description Needs the role viewer.
         */
        get: operations["listAreas"];
        put?: never;
        /**
         * The new area
         * @description At most 200 areas, each with at most 200 plant nodes. What is below a node belongs to the area too; a plant node may belong to several areas. A plant node that an area names cannot be deleted.
         *
         *     Needs the role admin.
         */
        post: operations["createArea"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/areas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The area
         * @description Needs the role viewer.
         */
        get: operations["getArea"];
        /**
         * The changed area
         * @description Changed nodes count from the next request on.
         *
         *     Needs the role admin.
         */
        put: operations["updateArea"];
        post?: never;
        /**
         * Deleted
         * @description RESOURCE_IN_USE while a grant of a user, an API key or an identity provider, or a notification policy names it.
         *
         *     Needs the role admin.
         */
        delete: operations["deleteArea"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plant-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the plant has set for everybody
         * @description Needs the role viewer.
         */
        get: operations["getPlantSettings"];
        /**
         * The saved settings
         * @description `keep_unacknowledged` is on from the first start. Switching it off empties the event wall's `unacknowledged`; switching it on again keeps the events that clear from then on.
         *
         *     Needs the role admin.
         */
        put: operations["savePlantSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The policies in their order
         * @description In their order: an event goes to the first policy that it matches, and to the next ones too while they say `continue`. The last one takes every event that is left; without steps, the fallback contact point is told.
         *
         *     Needs the role viewer.
         */
        get: operations["listNotificationPolicies"];
        put?: never;
        /**
         * The new policy
         * @description It becomes the last one before "everything else". At most 200 policies, each with at most 10 steps of at most 50 recipients.
         *
         *     Needs the role engineer.
         */
        post: operations["createNotificationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-policies/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * The policies in their new order
         * @description Needs the role engineer.
         */
        put: operations["reorderNotificationPolicies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The policy
         * @description Needs the role viewer.
         */
        get: operations["getNotificationPolicy"];
        /**
         * The changed policy
         * @description Escalations under way go on with the changed steps. The last policy keeps an empty `match`.
         *
         *     Needs the role engineer.
         */
        put: operations["updateNotificationPolicy"];
        post?: never;
        /**
         * Deleted
         * @description Its escalations end; an event of which it has told nobody goes to the policies that are left. The last policy cannot be deleted.
         *
         *     Needs the role engineer.
         */
        delete: operations["deleteNotificationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-policies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Who would be told
         * @description Who would be told of an event, when, by which way, step by step, if nobody answered. It sends nothing. Looks 31 days ahead and shows at most about 500 messages; messages to others that use up a person's budget are not counted.
         *
         *     Needs the role engineer.
         */
        post: operations["previewNotificationPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/contact-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How you are reached
         * @description NOT_FOUND for an API key.
         *
         *     Needs the role viewer.
         */
        get: operations["getOwnContactAddresses"];
        /**
         * How you are reached
         * @description Quiet hours hold what is not critical until their end. The addresses are tried in their order: the next one when the one before fails for good.
         *
         *     Needs the role viewer.
         */
        put: operations["changeOwnContactAddresses"];
        /**
         * The new address
         * @description At most 10 addresses. No message goes to an address until it is confirmed. Mail addresses need a domain of the plant's `notification_mail_domains`, if that list is not empty.
         *
         *     Needs the role viewer.
         */
        post: operations["addOwnContactAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/contact-addresses/{address_id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent
         * @description Sends a code of six digits, which counts for 10 minutes and 5 tries, in place of the one before. A user gets a code a minute and 5 an hour at most.
         *
         *     Needs the role viewer.
         */
        post: operations["sendContactAddressCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/contact-addresses/{address_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The confirmed address
         * @description Needs the role viewer.
         */
        post: operations["confirmContactAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/contact-addresses/{address_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removed
         * @description Needs the role viewer.
         */
        delete: operations["removeOwnContactAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/contact-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the user is reached
         * @description Needs the role admin.
         */
        get: operations["getContactAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/contact-addresses/{address_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removed
         * @description Needs the role admin.
         */
        delete: operations["removeContactAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The teams
         * @description Needs the role viewer.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * The new team
         * @description At most 100 teams, each with at most 50 users.
         *
         *     Needs the role engineer.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The team
         * @description Needs the role viewer.
         */
        get: operations["getTeam"];
        /**
         * The changed team
         * @description Needs the role engineer.
         */
        put: operations["updateTeam"];
        post?: never;
        /**
         * Deleted
         * @description RESOURCE_IN_USE while a notification policy names it.
         *
         *     Needs the role engineer.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rosters, with who is on call now
         * @description Needs the role viewer.
         */
        get: operations["listRosters"];
        put?: never;
        /**
         * The new roster
         * @description At most 100 rosters, each with at most 10 layers of 50 users. The message names the holes of the coming 14 days.
         *
         *     Needs the role engineer.
         */
        post: operations["createRoster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The roster
         * @description Needs the role viewer.
         */
        get: operations["getRoster"];
        /**
         * The changed roster
         * @description The message names the holes of the coming 14 days. A deleted user may stay in a layer.
         *
         *     Needs the role engineer.
         */
        put: operations["updateRoster"];
        post?: never;
        /**
         * Deleted
         * @description With its overrides. RESOURCE_IN_USE while a notification policy names it.
         *
         *     Needs the role engineer.
         */
        delete: operations["deleteRoster"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters/{id}/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shifts of the span, in the order of time
         * @description The final schedule: layers, then overrides. The shifts cover the span without overlap, and the first and the last are cut at its ends. A shift ends at a handover, at the end of its layer's hours, and where a later layer or an override counts.
         *
         *     Needs the role viewer.
         */
        get: operations["listShifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters/{id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The overrides that have not ended, by ascending id
         * @description Needs the role viewer.
         */
        get: operations["listRosterOverrides"];
        put?: never;
        /**
         * The new override
         * @description At most 200 that have not ended, each of at most 60 days. A later one counts before an earlier one. Operators take a roster over themselves; to name somebody else takes the role engineer in the whole plant.
         *
         *     Needs the role operator.
         */
        post: operations["createRosterOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters/{id}/overrides/{override_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ended
         * @description One that has begun ends now. VALIDATION_FAILED for one that has ended already.
         *
         *     Needs the role operator.
         */
        delete: operations["endRosterOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters/{id}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The address
         * @description A new address for the caller's calendar program; it ends the one before.
         *
         *     Needs the role viewer.
         */
        post: operations["openRosterCalendar"];
        /**
         * Ended
         * @description Needs the role viewer.
         */
        delete: operations["closeRosterCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rosters/{id}/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * The addresses of all users have ended
         * @description Needs the role engineer.
         */
        delete: operations["closeRosterCalendars"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/rosters/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The roster as iCalendar
         * @description For calendar programs, which have no session: the shifts of the last 30 and the coming 180 days, holes too, in UTC. NOT_FOUND for a token that has ended, or whose user is disabled or deleted.
         *
         *     Needs no sign-in.
         */
        get: operations["getRosterCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All users, for teams, rosters and policies
         * @description Needs the role engineer.
         */
        get: operations["listNotificationPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's own views and the shared ones
         * @description Needs the role viewer.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * The new view; a person has at most 50 of their own, and 200 are shared
         * @description Needs the role viewer.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The view
         * @description Needs the role viewer.
         */
        get: operations["getSavedView"];
        /**
         * The changed view
         * @description Needs the role viewer.
         */
        put: operations["updateSavedView"];
        post?: never;
        /**
         * Deleted
         * @description Needs the role viewer.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changes and the refused requests, newest first
         * @description Needs the role admin.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit-log/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed head of the audit log
         * @description Needs the role admin.
         */
        get: operations["getAuditHead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit-log/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whole, or what does not fit
         * @description Compares every entry with the hash that was sealed, and the blocks with their chain and signatures. One verification runs at a time, for at most 120 s; a longer log is verified by `deno task audit verify`.
         *
         *     Needs the role admin. Counts against the heavy rate limit too.
         */
        get: operations["verifyAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/audit-log.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The log as JSON lines
         * @description The whole audit log with its proofs. The first line has the store's public key. Each block has a line with its hash and signature, followed by a line for each entry: `hash` is SHA-256 of the text of `entry`, the line's last field. `entry` is null when retention has removed it; `block` is null for entries that wait to be sealed.
         *
         *     Needs the role admin. Counts against the heavy rate limit too.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The push channel
         * @description A WebSocket of JSON text frames, `{seq, kind, at, data}`, with the session cookie (then an Origin of this site is needed) or an API key.
         *
         *     The kinds: `event_created` and `event_updated` carry the rule event (`deleted: true` when it was deleted); `stream_updated` an array of the newest samples, `{id, stream_name, value, timestamp, quality}`, at most one frame each 50 ms; `ai_response` the exchange, to its session's owner only; `resource_changed` `{type, id}`; `source_state` `{state, reason, error_code, watermark}`, first with the current state (`error_code`: the code of the failure in `reason`, `INVALID_CREDENTIALS` when the source refuses the credentials); `discovery_progress` `{streams, assets}`. Every client also gets `heartbeat` each 20 s, `resync` (missed frames are no longer available: read the data again and continue), `error` (`data` like the body of a failure).
         *
         *     The first message of the client is `{"subscribe": [kinds], "streams": [names], "after": seq}`, all optional; later ones change only the fields that they name. A stream that is named again is sent with its current value. Without a message within a second, the client gets all kinds but `stream_updated`. Without `streams`, `stream_updated` covers all. `seq` is an opaque text in the order of commits; `after` continues after that frame without loss while the log keeps it (10,000 frames or an hour), otherwise with a `resync`. A client that does not read gets a `resync` in place of more than 1,000 waiting frames, and only the newest value of a stream.
         *
         *     A message may hold 256 KiB, with all its fragments, and 2,000 stream names; 60 a minute are accepted. Closing codes: 1001 Andon is stopping, 1008 the session or key has ended, or too many messages, 1009 too large a message. Compression is not negotiated.
         *
         *     100 sockets of one user, 100 of one API key, 10 of one wall screen and 500 of one address (without those of screens) may be open, beyond that 429; 5,000 of all together, beyond that 503.
         *
         *     Needs the role viewer.
         */
        get: operations["openPushChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The live members of the cluster. Followers forward requests to the leader
         * @description Needs the role viewer.
         */
        get: operations["listProcesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process answers
         * @description Needs no sign-in.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Storage and actors are ready
         * @description Needs no sign-in.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The metrics of this process in Prometheus' text format, version 0.0.4
         * @description With METRICS_TOKEN set, needs it as bearer token; otherwise only the machine itself can read metrics.
         *
         *     Needs no sign-in.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document, without the envelope
         * @description Needs no sign-in.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    notification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message about events, sent to a contact point
         * @description With the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Verify the signature with the secret of the contact point, and ignore an id that you have seen: a message may come twice.
         */
        post: operations["receiveNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Notification: {
            /** @enum {string} */
            type: "notification.opened" | "notification.severity_raised" | "notification.escalated" | "notification.repeated" | "notification.re_alarm" | "notification.resolved" | "notification.corrected" | "notification.digest" | "notification.drill" | "notification.test";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** @description The same at each attempt; also `webhook-id`. A message with a known key is a repeat */
                key: string;
                /** @description The same from raised to resolved; null for several events */
                event_key: string | null;
                /** @enum {string} */
                reason: "opened" | "severity_raised" | "escalated" | "repeated" | "re_alarm" | "resolved" | "corrected" | "digest" | "drill" | "test";
                /** @enum {string} */
                severity: "info" | "warning" | "error" | "critical";
                /**
                 * @description `firing` until the last of its events is over
                 * @enum {string}
                 */
                status: "firing" | "resolved";
                title: string;
                text: string;
                /** @description The console's page; null without PUBLIC_URL */
                link: string | null;
                events: {
                    id: number;
                    /** @enum {string} */
                    severity: "info" | "warning" | "error" | "critical";
                    is_active: boolean;
                    /** Format: date-time */
                    start_time: string;
                    /** Format: date-time */
                    end_time: string | null;
                    /** @description The instance's name, or Andon */
                    template_instance: string;
                    category: string;
                    rule_id: string;
                    plant_node_floc_id: string | null;
                    /** Format: date-time */
                    acknowledged_at: string | null;
                    acknowledged_by: string | null;
                    revision: number;
                    flags: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
                    display_name: string;
                    event_description: string;
                    /** @description The path of the plant node: `North/Line 1/Pump 3` */
                    location: string | null;
                    link: string | null;
                }[];
            };
        };
        ValidationFailed: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "VALIDATION_FAILED";
                issues: components["schemas"]["Issue"][];
                matched?: number;
                limit?: number;
            };
        };
        Issue: {
            /** @description Dotted path of the field; empty for the whole body */
            path: string;
            message: string;
        };
        Forbidden: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "FORBIDDEN";
                /** @enum {string} */
                role_needed?: "viewer" | "operator" | "engineer" | "admin";
                /** @description Areas of responsibility: the role in one of them is enough; none: only in the whole plant */
                areas_needed?: {
                    id: number;
                    name: string;
                }[];
            };
        };
        PayloadTooLarge: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "PAYLOAD_TOO_LARGE";
                limit_bytes: number;
            };
        };
        RateLimited: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "RATE_LIMITED";
                retry_after_seconds: number;
                /** @enum {string} */
                scope: "default" | "ai" | "heavy" | "cross_site" | "sign_in" | "address_code" | "sockets" | "pairing";
            };
        };
        InternalError: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "INTERNAL_ERROR";
                request_id: string;
            };
        };
        Unavailable: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "UNAVAILABLE";
            };
        };
        AuthenticationRequired: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "AUTHENTICATION_REQUIRED";
                /**
                 * @description The password was right: the sign-in continues with a second factor, or with setting one up
                 * @enum {string}
                 */
                second_factor?: "verify" | "set_up";
                /** @description The second factors of the user; a recovery code replaces either */
                factors?: ("passkey" | "code")[];
            };
        };
        NotFound: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "NOT_FOUND";
            };
        };
        ForbiddenOrResourceInUse: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "FORBIDDEN" | "RESOURCE_IN_USE";
                /** @enum {string} */
                role_needed?: "viewer" | "operator" | "engineer" | "admin";
                /** @description Areas of responsibility: the role in one of them is enough; none: only in the whole plant */
                areas_needed?: {
                    id: number;
                    name: string;
                }[];
                used_by?: {
                    type: string;
                    id: number | string;
                    name: string;
                }[];
            };
        };
        ApiConfigMissing: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "API_CONFIG_MISSING";
            };
        };
        InvalidCredentialsOrValidationFailed: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "INVALID_CREDENTIALS" | "VALIDATION_FAILED";
                /** @description The cause, in words for a person */
                reason?: string;
                /** @description The HTTP status of the data source */
                status?: number;
                resource_ids?: string[];
                issues?: components["schemas"]["Issue"][];
                matched?: number;
                limit?: number;
            };
        };
        ConnectionFailedOrInternalError: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "CONNECTION_FAILED" | "INTERNAL_ERROR";
                /** @description The cause, in words for a person */
                reason?: string;
                /** @description The HTTP status of the data source */
                status?: number;
                resource_ids?: string[];
                request_id?: string;
            };
        };
        TemplateNotFound: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "TEMPLATE_NOT_FOUND";
            };
        };
        ForbiddenOrTemplateInUse: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "FORBIDDEN" | "TEMPLATE_IN_USE";
                /** @enum {string} */
                role_needed?: "viewer" | "operator" | "engineer" | "admin";
                /** @description Areas of responsibility: the role in one of them is enough; none: only in the whole plant */
                areas_needed?: {
                    id: number;
                    name: string;
                }[];
                template_id?: number;
                deployed_instances?: number;
            };
        };
        NotFoundOrTemplateNotFound: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "NOT_FOUND" | "TEMPLATE_NOT_FOUND";
            };
        };
        ApiConfigMissingOrTemplateNotFound: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "API_CONFIG_MISSING" | "TEMPLATE_NOT_FOUND";
            };
        };
        ForbiddenOrInstanceInUse: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "FORBIDDEN" | "INSTANCE_IN_USE";
                /** @enum {string} */
                role_needed?: "viewer" | "operator" | "engineer" | "admin";
                /** @description Areas of responsibility: the role in one of them is enough; none: only in the whole plant */
                areas_needed?: {
                    id: number;
                    name: string;
                }[];
                instance_id?: number;
            };
        };
        InstanceDeploymentFailed: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "INSTANCE_DEPLOYMENT_FAILED";
                problems: components["schemas"]["Issue"][];
            };
        };
        InstanceDeploymentFailedOrInvalidCredentialsOrValidationFailed: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "INSTANCE_DEPLOYMENT_FAILED" | "INVALID_CREDENTIALS" | "VALIDATION_FAILED";
                problems?: components["schemas"]["Issue"][];
                /** @description The cause, in words for a person */
                reason?: string;
                /** @description The HTTP status of the data source */
                status?: number;
                resource_ids?: string[];
                issues?: components["schemas"]["Issue"][];
                matched?: number;
                limit?: number;
            };
        };
        ApiConfigMissingOrNotFoundOrTemplateNotFound: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "API_CONFIG_MISSING" | "NOT_FOUND" | "TEMPLATE_NOT_FOUND";
            };
        };
        ApiConfigMissingOrNotFound: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "API_CONFIG_MISSING" | "NOT_FOUND";
            };
        };
        EventNotActiveOrValidationFailed: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "EVENT_NOT_ACTIVE" | "VALIDATION_FAILED";
                issues?: components["schemas"]["Issue"][];
                matched?: number;
                limit?: number;
            };
        };
        EventNotActive: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "EVENT_NOT_ACTIVE";
            };
        };
        AiProviderErrorOrConnectionFailedOrInternalError: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "AI_PROVIDER_ERROR" | "CONNECTION_FAILED" | "INTERNAL_ERROR";
                /** @description The cause, in words for a person */
                reason?: string;
                /** @description The HTTP status of the data source */
                status?: number;
                /** @description The wait that the provider asks for */
                retry_after_seconds?: number;
                resource_ids?: string[];
                request_id?: string;
            };
        };
        ProviderInactiveOrValidationFailed: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "PROVIDER_INACTIVE" | "VALIDATION_FAILED";
                issues?: components["schemas"]["Issue"][];
                matched?: number;
                limit?: number;
            };
        };
        AiProviderErrorOrConnectionFailedOrFunctionCallFailedOrInternalError: {
            /** @enum {boolean} */
            success: false;
            error: string;
            details: {
                /** @enum {string} */
                error_code: "AI_PROVIDER_ERROR" | "CONNECTION_FAILED" | "FUNCTION_CALL_FAILED" | "INTERNAL_ERROR";
                /** @description The cause, in words for a person */
                reason?: string;
                /** @description The HTTP status of the data source */
                status?: number;
                /** @description The wait that the provider asks for */
                retry_after_seconds?: number;
                resource_ids?: string[];
                request_id?: string;
            };
        };
        Session: {
            username: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "engineer" | "admin";
            grants: {
                /** @enum {string} */
                role: "viewer" | "operator" | "engineer" | "admin";
                area_ids: number[];
            }[];
            /** @description What people see in place of the user name; null: the user name */
            display_name: string | null;
            /** @description Present while the identity provider of the user cannot confirm the sign-in, or has not named the groups after a change of its claim: since when, and from when on the session may only read */
            unconfirmed?: {
                provider: string;
                /** Format: date-time */
                since: string;
                /** Format: date-time */
                reads_only_from: string;
            };
        };
        SignedOut: {
            provider_logout: string | null;
        };
        SignInOptions: {
            /**
             * @description The setting LOCAL_SIGN_IN: who may sign in with a user name and a password
             * @enum {string}
             */
            local_sign_in: "on" | "admins" | "off";
            /** @description Whether a user name and a password of an LDAP directory are accepted, whatever LOCAL_SIGN_IN is */
            directory_sign_in: boolean;
            /** @description Whether somebody can sign in with a passkey */
            passkeys: boolean;
            /** @description The active identity providers with the texts of their buttons */
            providers: {
                id: number;
                label: string;
            }[];
        };
        Person: {
            username: string;
            display_name: string;
        };
        Pagination: {
            limit: number;
            offset: number;
            total: number;
            has_next: boolean;
            has_prev: boolean;
        };
        PasskeyOptions: {
            /** @description WebAuthn's options as JSON */
            options: {
                [key: string]: unknown;
            };
        };
        SecondFactors: {
            /** @description The app that shows one-time codes */
            code: {
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                last_used_at: string | null;
            } | null;
            passkeys: {
                credential_id: string;
                name: string;
                /** @description The host name at which browsers offer it */
                host: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                last_used_at: string | null;
            }[];
            recovery_codes_left: number;
            /** @description False for an API key, and for a user of an identity provider, which asks for its own */
            is_available: boolean;
            /** @description By REQUIRE_SECOND_FACTOR: one factor must remain */
            is_required: boolean;
        };
        CodeSecret: {
            /** @description Base32, to be typed into the app */
            secret: string;
            /** @description The same for a QR code */
            address: string;
        };
        AddedFactor: {
            /** @description Made with the first factor and shown only in this answer; null: there were some already */
            recovery_codes: string[] | null;
        };
        User: {
            id: number;
            username: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "engineer" | "admin";
            grants: {
                /** @enum {string} */
                role: "viewer" | "operator" | "engineer" | "admin";
                area_ids: number[];
            }[];
            is_active: boolean;
            /** @description What people see in place of the user name; null: the user name */
            display_name: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The user of an identity provider, without a password here; null: a local user */
            identity: {
                provider_id: number;
                issuer: string;
                subject: string;
            } | null;
            /** @description The kinds of second factors that the user has set up */
            second_factors: ("passkey" | "code")[];
        };
        OpenSession: {
            /** @description Names the session; it is not its token */
            id: string;
            /** @description Browser and system, as far as known */
            device: string | null;
            user_agent: string | null;
            /** @description The IP address from which it began */
            address: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether this request belongs to it */
            is_current: boolean;
        };
        ScreenPairing: {
            /**
             * @description `none`: this browser shows no valid code; POST /api/screens/pairing gives it one. `waiting`: an administrator has not entered the code. `paired`: the browser is a wall screen
             * @enum {string}
             */
            status: "none" | "waiting" | "paired";
            /** @description The six digits to show while `waiting`; else null */
            code: string | null;
            /**
             * Format: date-time
             * @description Until when the code is valid; else null
             */
            expires_at: string | null;
            /** @description What the screen opens once `paired`; else null */
            start_page: string | null;
            /** @description The areas that its wall shows once `paired`; none: the whole plant */
            areas: number[];
        };
        Screen: {
            id: number;
            /** @description Such as `Line 3, above the filler`; unique */
            name: string;
            start_page: string;
            areas: number[];
            /** @description The IP address of its last use */
            address: string | null;
            /** @description Browser and system, as far as known */
            device: string | null;
            /**
             * Format: date-time
             * @description After a restart of Andon exact to 5 minutes
             */
            last_used_at: string;
            /** Format: date-time */
            created_at: string;
            created_by: string;
        };
        ApiKey: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "engineer" | "admin";
            grants: {
                /** @enum {string} */
                role: "viewer" | "operator" | "engineer" | "admin";
                area_ids: number[];
            }[];
            is_active: boolean;
            allowed_addresses: string[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** @description The user who owns the key; null: unknown or deleted */
            owner_id: number | null;
            /** @description The name of that user */
            owner: string | null;
        };
        NewApiKey: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "engineer" | "admin";
            grants: {
                /** @enum {string} */
                role: "viewer" | "operator" | "engineer" | "admin";
                area_ids: number[];
            }[];
            is_active: boolean;
            allowed_addresses: string[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** @description The user who owns the key; null: unknown or deleted */
            owner_id: number | null;
            /** @description The name of that user */
            owner: string | null;
            /** @description The key itself, shown only in this answer */
            key: string;
        };
        IdentityProvider: {
            id: number;
            ldap: {
                /** @description The DN under which people are searched */
                user_base: string;
                user_filter: string;
                group_base: string | null;
                ca: string | null;
            } | null;
            /** @description The part after `@` in the names of its users; unique */
            name: string;
            /** @description As the provider writes it in its tokens; one provider an issuer. Of a directory its address: `ldaps://host`, or `ldap://host` with StartTLS */
            issuer: string;
            audience: string | null;
            /** @description Of a directory: the DN of the account that searches; its password is the client_secret */
            client_id: string;
            scopes: string;
            username_claim: string;
            groups_claim: string;
            grants: {
                group: string;
                /** @enum {string} */
                role: "viewer" | "operator" | "engineer" | "admin";
                area_ids: number[] | null;
            }[];
            button_label: string | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            has_client_secret: boolean;
            /** @description To be registered at the provider */
            redirect_address: string;
            /** @description Where the provider leads browsers after a logout */
            after_logout_address: string;
            /** @description Where the provider sends logout tokens */
            backchannel_logout_address: string;
        };
        IdentityProviderTest: {
            /**
             * @description `unclear`: nothing failed, but only a sign-in shows everything
             * @enum {string}
             */
            status: "ok" | "failed" | "unclear";
            findings: {
                /** @enum {string} */
                check: "discovery" | "keys" | "client" | "redirect_address" | "claims" | "connection" | "people" | "groups";
                /** @enum {string} */
                status: "ok" | "failed" | "unclear";
                message: string;
            }[];
            redirect_address: string;
            /** Format: date-time */
            tested_at: string;
        };
        FallbackState: {
            /** @description True until a fallback contact point has passed its test */
            nobody_is_called: boolean;
            /** @description null: none is marked as fallback */
            contact_point: {
                id: number;
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When its last test passed; null: it has not
             */
            tested_at: string | null;
        };
        ContactPoint: {
            id: number;
            name: string;
            description: string;
            fallback: boolean;
            max_per_minute: number;
            /** @description null for viewers and operators */
            config: {
                /** @enum {string} */
                kind: "email";
                host: string;
                port: number;
                /** @enum {string} */
                tls: "starttls" | "tls" | "none";
                user: string | null;
                from: string;
                from_name: string;
                to: string[];
                ca: string | null;
            } | {
                /** @enum {string} */
                kind: "webhook";
                url: string;
                ca: string | null;
            } | {
                /** @enum {string} */
                kind: "teams";
            } | {
                /** @enum {string} */
                kind: "slack";
            } | {
                /** @enum {string} */
                kind: "http";
                /** @enum {string} */
                method: "POST" | "PUT" | "PATCH" | "GET";
                /** @description Takes placeholders in the path and the query, such as `{event_key}` or `{secret.token}` */
                url: string;
                headers: {
                    name: string;
                    value: string;
                }[];
                /** @enum {string} */
                content_type: "application/json" | "application/x-www-form-urlencoded" | "text/plain";
                body: string;
                to: string | null;
                ca: string | null;
            } | {
                /** @enum {string} */
                kind: "mqtt";
                host: string;
                port: number;
                tls: boolean;
                user: string | null;
                /** @description Takes placeholders, whose values stay within one level: `plant/alarms/{severity}` */
                topic: string;
                qos: number;
                retain: boolean;
                ca: string | null;
            } | null;
            /** @description Where it sends to, without secrets: `smtp.example.org:587`; null for viewers and operators */
            receiver: string | null;
            /** @description The names of the secrets that are stored */
            stored_secrets: string[];
            /** @description null: not tested since the settings changed */
            last_test: {
                /** Format: date-time */
                at: string;
                by: string;
                passed: boolean;
                /**
                 * @description `retry`: a message would be tried again; `failed`: it would not
                 * @enum {string}
                 */
                outcome: "accepted" | "delivered" | "retry" | "failed";
                /** @description The status code of HTTP or SMTP, or the reason code of MQTT; null: there was no answer */
                status: number | null;
                /** @description The receiver's own words, or what prevented the test; at most 2000 characters */
                words: string;
                latency_ms: number;
            } | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** @enum {string} */
            kind: "email" | "webhook" | "teams" | "slack" | "http" | "mqtt";
            /** @description Whether messages can go to the addresses of persons */
            takes_addresses: boolean;
        };
        ContactPointTest: {
            /** Format: date-time */
            at: string;
            by: string;
            passed: boolean;
            /**
             * @description `retry`: a message would be tried again; `failed`: it would not
             * @enum {string}
             */
            outcome: "accepted" | "delivered" | "retry" | "failed";
            /** @description The status code of HTTP or SMTP, or the reason code of MQTT; null: there was no answer */
            status: number | null;
            /** @description The receiver's own words, or what prevented the test; at most 2000 characters */
            words: string;
            latency_ms: number;
        };
        Configuration: {
            /** @enum {number} */
            id: 1;
            client_id: string;
            /** @enum {string} */
            region: "us-west" | "eu-west" | "australia" | "japan" | "simulator";
            tenant_id: string;
            namespace_id: string;
            base_url: string | null;
            wait_seconds: number | null;
            poll_seconds: number;
            /** @enum {string} */
            change_feed: "auto" | "off";
            max_age_seconds: number;
            source_lost_seconds: number;
            correction_horizon_hours: number;
            requests_per_minute: number;
            is_active: boolean;
            has_client_secret: boolean;
        };
        ConnectionTest: {
            /** @enum {string} */
            connection_status: "connected";
            tenant_info: {
                id: string;
                name: string;
                state: string;
            };
            namespace_info: {
                id: string;
                description: string;
                region: string;
                state: string;
            };
            latency_ms: number;
            /** Format: date-time */
            tested_at: string;
        };
        Discovery: {
            assets_discovered: number;
            streams_discovered: number;
            assets: components["schemas"]["Asset"][];
            /** @description New streams */
            added: number;
            removed: number;
            changed: number;
            /** @description Instances that are bound to a stream that is missing at the source */
            broken_instances: number[];
            unsupported: {
                stream_id: string;
                reason: string;
            }[];
        };
        Asset: {
            id: number;
            asset_id: string;
            display_name: string;
            /** @description False if it is missing at the source */
            is_active: boolean;
            streams: components["schemas"]["Stream"][];
        };
        Stream: {
            id: number;
            stream_id: string;
            stream_name: string;
            display_name: string;
            asset_id: string;
            /** @enum {string} */
            data_type: "NUM" | "STR" | "BOOL";
            uom: string | null;
            is_active: boolean;
            value: number | string | boolean | null;
            /** Format: date-time */
            timestamp: string | null;
            /** @enum {string|null} */
            quality: "good" | "uncertain" | "bad" | null;
        };
        BoundStream: {
            id: number;
            stream_id: string;
            stream_name: string;
            display_name: string;
            asset_id: string;
            /** @enum {string} */
            data_type: "NUM" | "STR" | "BOOL";
            uom: string | null;
            is_active: boolean;
            value: number | string | boolean | null;
            /** Format: date-time */
            timestamp: string | null;
            /** @enum {string|null} */
            quality: "good" | "uncertain" | "bad" | null;
            /** @description The number of deployed instances that are bound to it */
            instances: number;
        };
        SystemTag: {
            tag_name: string;
            description: string;
            /** @enum {string} */
            data_type: "NUM" | "STR" | "BOOL";
            value: number | string | boolean | null;
            /** Format: date-time */
            timestamp: string;
        };
        PackageDocument: {
            /** @enum {string} */
            format: "andon-package";
            /** @enum {number} */
            version: 1;
            /** Format: date-time */
            exported_at: string;
            package: {
                name: string;
                description: string;
            };
            templates: {
                name: string;
                description: string;
                category: string;
                color: string;
                is_active: boolean;
                allow_instances: boolean;
                rules: components["schemas"]["Rule"][];
                placeholders: components["schemas"]["Placeholder"][];
            }[];
            instances?: {
                /** @description The template's name within the package */
                template: string;
                instance_name: string;
                plant_node_floc_id: string | null;
                placeholders: components["schemas"]["Binding"][];
            }[];
        };
        Rule: {
            rule_id: string;
            rule_name: string;
            display_name: string | null;
            /** @description At most 50 comparisons in all, nested at most 5 deep */
            conditions: components["schemas"]["Condition"][];
            /** @enum {string} */
            logic: "all" | "any";
            event_name: string;
            event_description: string;
            /** @enum {string} */
            severity: "info" | "warning" | "error" | "critical";
            on_delay_seconds: number;
            off_delay_seconds: number;
            /** @description Together at most 162 KiB as JSON */
            enrichment: {
                [key: string]: string;
            };
            cause: string | null;
            consequence: string | null;
            action: string | null;
        };
        Condition: {
            stream: string;
            /** @enum {string} */
            operator: "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "equals" | "not_equals" | "between" | "outside" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_true" | "is_false" | "bit_set" | "bit_clear" | "deviation_above" | "changed" | "rate_above" | "rate_below" | "stale_for" | "flat_for" | "avg_above" | "avg_below" | "stddev_above" | "min_below" | "max_above" | "count_above";
            value?: number | string | boolean | (number | string | boolean)[];
            of?: string;
            limit?: number | string | boolean;
            window_seconds?: number;
            deadband?: number;
            tolerance?: number;
            ignore_case?: boolean;
            max_age_seconds?: number;
            accept_uncertain?: boolean;
        } | {
            all: components["schemas"]["Condition"][];
        } | {
            any: components["schemas"]["Condition"][];
        } | {
            not: components["schemas"]["Condition"];
        };
        Placeholder: {
            placeholder_name: string;
            /** @enum {string} */
            data_type: "NUM" | "STR" | "BOOL";
            description: string;
            is_required: boolean;
            default_value: number | string | boolean | null;
            max_age_seconds: number | null;
        };
        Binding: {
            placeholder_name: string;
            stream_name: string;
        } | {
            placeholder_name: string;
            value: number | string | boolean;
        };
        ImportResult: {
            /** @description Null if a dry run would create the package */
            package_id: number | null;
            items: {
                /** @enum {string} */
                type: "package" | "template" | "instance";
                name: string;
                /** @description An instance's template, by name */
                template?: string;
                /** @enum {string} */
                status: "created" | "updated" | "unchanged" | "would_create" | "would_update" | "refused";
                /** @description Dotted paths that differ from what is stored */
                changes: string[];
                problems: components["schemas"]["Issue"][];
                /** @enum {string} */
                error_code?: "VALIDATION_FAILED" | "TEMPLATE_IN_USE" | "INSTANCE_IN_USE" | "TEMPLATE_NOT_FOUND" | "NOT_FOUND" | "UNAVAILABLE";
            }[];
            summary: {
                dry_run: boolean;
                total: number;
                created: number;
                updated: number;
                unchanged: number;
                would_create: number;
                would_update: number;
                refused: number;
            };
        };
        Package: {
            id: number;
            name: string;
            description: string;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            templates: components["schemas"]["PackageTemplate"][];
        };
        PackageTemplate: {
            id: number;
            template_id: string;
            name: string;
            description: string;
            category: string;
            color: string;
            package_id: number;
            is_active: boolean;
            allow_instances: boolean;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
            rules: components["schemas"]["Rule"][];
            placeholders: components["schemas"]["Placeholder"][];
            rules_count: number;
            placeholders_count: number;
            instances_count: number;
            instances: {
                id: number;
                instance_name: string;
                is_deployed: boolean;
            }[];
        };
        PackageBrief: {
            id: number;
            name: string;
            description: string;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            templates_count: number;
        };
        Template: {
            id: number;
            template_id: string;
            name: string;
            description: string;
            category: string;
            color: string;
            package_id: number;
            is_active: boolean;
            allow_instances: boolean;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
            rules: components["schemas"]["Rule"][];
            placeholders: components["schemas"]["Placeholder"][];
            rules_count: number;
            placeholders_count: number;
            instances_count: number;
        };
        TemplateBrief: {
            id: number;
            name: string;
            description: string;
            category: string;
            color: string;
            package_id: number;
            is_active: boolean;
            allow_instances: boolean;
            /** Format: date-time */
            updated_at: string;
            version: number;
            rule_names: string[];
            /** @description The number of rules of each severity */
            severities: {
                info: number;
                warning: number;
                error: number;
                critical: number;
            };
            rules_count: number;
            placeholders_count: number;
            instances_count: number;
            deployed_count: number;
        };
        RuleInput: {
            rule_id: string;
            rule_name: string;
            /**
             * @description What is wrong, in the words of the people at the machine: `Too hot`. Its events carry it; null: a readable form of the rule's name
             * @default null
             */
            display_name: string | null;
            /** @description At most 50 comparisons in all, nested at most 5 deep */
            conditions: components["schemas"]["Condition"][];
            /**
             * @default all
             * @enum {string}
             */
            logic: "all" | "any";
            event_name: string;
            /** @default  */
            event_description: string;
            /**
             * @default warning
             * @enum {string}
             */
            severity: "info" | "warning" | "error" | "critical";
            /** @default 0 */
            on_delay_seconds: number;
            /** @default 0 */
            off_delay_seconds: number;
            /**
             * @description Together at most 162 KiB as JSON
             * @default {}
             */
            enrichment: {
                [key: string]: string;
            };
            /** @default null */
            cause: string | null;
            /** @default null */
            consequence: string | null;
            /** @default null */
            action: string | null;
        };
        PlaceholderInput: {
            placeholder_name: string;
            /** @enum {string} */
            data_type: "NUM" | "STR" | "BOOL";
            /** @default  */
            description: string;
            /** @default true */
            is_required: boolean;
            /** @default null */
            default_value: number | string | boolean | null;
            /** @default null */
            max_age_seconds: number | null;
        };
        TemplateVersion: {
            template_id: number;
            version: number;
            /**
             * @description New deployments use the current version
             * @enum {string}
             */
            status: "draft" | "current" | "superseded";
            name: string;
            description: string;
            category: string;
            color: string;
            rules: components["schemas"]["Rule"][];
            placeholders: components["schemas"]["Placeholder"][];
            rules_count: number;
            placeholders_count: number;
            /** @description What is new in it */
            note: string;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            released_at: string | null;
            released_by: string | null;
            /** @description Deployed instances that run on it */
            deployed_instances: number;
        };
        Upgrade: {
            version: number;
            dry_run: boolean;
            items: {
                id: number;
                instance_name: string | null;
                /** @enum {string} */
                status: "upgraded" | "would_upgrade" | "already" | "failed";
                from_version: number | null;
                /** @description Active events that stay open, and that are closed as superseded */
                events: {
                    kept: number;
                    superseded: number;
                } | null;
                problems?: components["schemas"]["Issue"][];
            }[];
            summary: {
                total: number;
                upgraded: number;
                would_upgrade: number;
                already: number;
                failed: number;
            };
            /** @description The difference from each version that one of the instances runs on */
            differences: components["schemas"]["TemplateDifference"][];
            backtest: {
                /** @description The first instances that will be upgraded */
                instances: number;
                before: components["schemas"]["Backtest"];
                after: components["schemas"]["Backtest"];
            } | null;
            /** @description Why there is no backtest */
            backtest_problem: string | null;
        };
        TemplateDifference: {
            from_version: number;
            fields: {
                field: string;
                before: string;
                after: string;
            }[];
            rules: {
                rule_id: string;
                /** @enum {string} */
                change: "added" | "removed" | "changed";
                /** @description The fields that differ */
                fields: string[];
                /** @description No change affects the rule's events or the texts in them, so they stay open */
                keeps_events: boolean;
                before: components["schemas"]["Rule"] | null;
                after: components["schemas"]["Rule"] | null;
            }[];
            unchanged_rules: number;
            placeholders: {
                placeholder_name: string;
                /** @enum {string} */
                change: "added" | "removed" | "changed";
                /** @description The fields that differ */
                fields: string[];
                before: components["schemas"]["Placeholder"] | null;
                after: components["schemas"]["Placeholder"] | null;
            }[];
        };
        Backtest: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            samples: number;
            /** @description Evaluations of a rule */
            evaluations: number;
            summary: {
                events: number;
                active_at_end: number;
                rate_per_day: number;
                /** @description Events with the flag chattering */
                chattering: number;
                active_seconds: number;
                active_share: number;
                /** @description Time in which the truth of a rule was unknown */
                blind_seconds: number;
                blind_share: number;
            };
            rules: {
                instance_id: number | null;
                template_instance: string | null;
                rule_id: string;
                rule_name: string;
                events: number;
                active_at_end: number;
                rate_per_day: number;
                /** @description Events with the flag chattering */
                chattering: number;
                active_seconds: number;
                active_share: number;
                /** @description Time in which the truth of a rule was unknown */
                blind_seconds: number;
                blind_share: number;
            }[];
            /** @description Sorted by start */
            events: components["schemas"]["BacktestEvent"][];
            /** @description There are more events than are listed */
            truncated: boolean;
            series: {
                stream_name: string;
                /** @enum {string} */
                data_type: "NUM" | "STR" | "BOOL";
                uom: string | null;
                /** @description The value held at `from` */
                held: {
                    /** Format: date-time */
                    time: string;
                    value: number | string | boolean | null;
                    /** @enum {string} */
                    quality: "good" | "uncertain" | "bad";
                } | null;
                samples: number;
                buckets: {
                    /** Format: date-time */
                    start: string;
                    min: number | null;
                    max: number | null;
                    first: number | null;
                    last: number | null;
                    /** @enum {string|null} */
                    quality: "good" | "uncertain" | "bad" | null;
                    count: number;
                }[];
                changes: {
                    /** Format: date-time */
                    time: string;
                    value: number | string | boolean | null;
                    /** @enum {string} */
                    quality: "good" | "uncertain" | "bad";
                }[];
                /** @description There are more changes than are listed */
                truncated: boolean;
            }[];
            /** @description Streams without a series, because there are too many buckets */
            series_left_out: number;
            /** @description Streams that are missing at the source */
            missing_streams: string[];
        };
        BacktestEvent: {
            event_name: string;
            event_description: string;
            /** @enum {string} */
            severity: "info" | "warning" | "error" | "critical";
            is_active: boolean;
            /** Format: date-time */
            start_time: string;
            /** Format: date-time */
            activated_at: string;
            /** Format: date-time */
            end_time: string | null;
            /** Format: date-time */
            closed_at: string | null;
            /** @enum {string|null} */
            close_reason: "condition_cleared" | "manual" | "undeployed" | "superseded" | "data_correction" | null;
            enrichment: {
                [key: string]: string;
            };
            category: string;
            rule_id: string;
            plant_node_floc_id: string | null;
            /** @enum {string} */
            data_state: "known" | "unknown";
            flags: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
            /** @description The samples that decided it */
            trigger: {
                stream: string;
                value: number | string | boolean | null;
                /** Format: date-time */
                time: string;
            }[];
            template_instance: string | null;
            instance_id: number | null;
        };
        Instance: {
            id: number;
            instance_id: string;
            template_id: number;
            instance_name: string;
            plant_node_floc_id: string | null;
            is_deployed: boolean;
            /** Format: date-time */
            deployment_date: string | null;
            /** @description The version of its template that it runs on or last ran on */
            template_version: number | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            template: {
                id: number;
                name: string;
            };
            placeholders: components["schemas"]["Binding"][];
            placeholder_mappings: {
                [key: string]: string;
            };
            /** @description Whether its template is active */
            is_active: boolean;
            /** @description Deployed, and the data source answers */
            judging: boolean;
            coverage: components["schemas"]["Coverage"];
            /**
             * Format: date-time
             * @description When it was upgraded to that version
             */
            upgraded_at: string | null;
        };
        Coverage: {
            /** @description The share of the time in which it could be evaluated */
            share: number;
            /** @description The rest of the time by cause; of several causes at once the last in this list counts */
            blind: {
                /** @description Streams without a sample or without a recent enough one */
                no_data: number;
                bad_quality: number;
                /** @description Andon did not run */
                stopped: number;
                source_lost: number;
                undeployed: number;
            };
        };
        BulkCreation: {
            items: {
                instance_name: string;
                /** @enum {string} */
                status: "created" | "would_create" | "exists" | "ambiguous" | "missing" | "failed";
                /** @description The integer id of an existing instance */
                instance_id?: number;
                placeholder_mappings: {
                    [key: string]: string;
                };
                problems?: components["schemas"]["Issue"][];
            }[];
            summary: {
                dry_run: boolean;
                total: number;
                created: number;
                would_create: number;
                exists: number;
                ambiguous: number;
                missing: number;
                failed: number;
            };
        };
        BulkDeployment: {
            items: {
                id: number;
                instance_name: string | null;
                /** @enum {string} */
                status: "deployed" | "already" | "failed";
                problems?: components["schemas"]["Issue"][];
            }[];
            summary: {
                total: number;
                deployed: number;
                already: number;
                failed: number;
            };
        };
        BulkUndeployment: {
            items: {
                id: number;
                instance_name: string | null;
                /** @enum {string} */
                status: "undeployed" | "already" | "failed";
                problems?: components["schemas"]["Issue"][];
            }[];
            summary: {
                total: number;
                undeployed: number;
                already: number;
                failed: number;
            };
        };
        BulkDeletion: {
            items: {
                id: number;
                instance_name: string | null;
                /** @enum {string} */
                status: "deleted" | "failed";
                problems?: components["schemas"]["Issue"][];
            }[];
            summary: {
                total: number;
                deleted: number;
                failed: number;
            };
        };
        DeployedInstance: {
            id: number;
            instance_id: string;
            instance_name: string;
            is_deployed: boolean;
            /** Format: date-time */
            deployment_date: string | null;
            template: {
                id: number;
                name: string;
            };
            placeholder_mappings: {
                [key: string]: string;
            };
        };
        InstanceCoverage: {
            instance_id: number;
            hours: number;
            /** Format: date-time */
            generated_at: string;
            /** @description The share of the time in which it could be evaluated */
            share: number;
            /** @description The rest of the time by cause; of several causes at once the last in this list counts */
            blind: {
                /** @description Streams without a sample or without a recent enough one */
                no_data: number;
                bad_quality: number;
                /** @description Andon did not run */
                stopped: number;
                source_lost: number;
                undeployed: number;
            };
        };
        Explanation: {
            instance_id: number;
            instance_name: string;
            template_id: number;
            template_version: number | null;
            is_deployed: boolean;
            /** @description Deployed, and the data source answers */
            judging: boolean;
            /**
             * @description live: the current state. replay: the state at a past time, evaluated again from stored state. backtest: evaluated from `judged_from` as if deployed there. none: not deployed
             * @enum {string}
             */
            basis: "live" | "replay" | "backtest" | "none";
            /**
             * Format: date-time
             * @description The explained time; everything up to it is evaluated
             */
            at: string | null;
            /** Format: date-time */
            judged_from: string | null;
            rules: {
                rule_id: string;
                rule_name: string;
                /** @description What is wrong, in words */
                display_name: string;
                /** @enum {string} */
                severity: "info" | "warning" | "error" | "critical";
                /**
                 * @description The state at the last evaluation
                 * @enum {string}
                 */
                state: "normal" | "pending" | "active" | "clearing" | "held";
                /**
                 * @description The truth at `at`; of a sliding window it may be newer than the last evaluation
                 * @enum {string}
                 */
                truth: "true" | "false" | "unknown";
                /** Format: date-time */
                start_time: string | null;
                /** Format: date-time */
                activated_at: string | null;
                /**
                 * Format: date-time
                 * @description Since when a clearing rule has been false
                 */
                end_time: string | null;
                /** @description Its active event; null for a past time */
                event_id: number | null;
                delay: {
                    /** @enum {string} */
                    kind: "on_delay" | "off_delay";
                    seconds: number;
                    elapsed_seconds: number;
                    /** @description False while the delay does not run because the truth is unknown or about to be */
                    running: boolean;
                    /** Format: date-time */
                    ends_at: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description When a pending rule returns to normal because its truth is unknown
                 */
                gives_up_at: string | null;
                parts: {
                    depth: number;
                    /** @enum {string} */
                    kind: "all" | "any" | "not" | "comparison";
                    /** @enum {string} */
                    truth: "true" | "false" | "unknown";
                    text: string;
                    comparison: {
                        /** @enum {string} */
                        operator: "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "equals" | "not_equals" | "between" | "outside" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_true" | "is_false" | "bit_set" | "bit_clear" | "deviation_above" | "changed" | "rate_above" | "rate_below" | "stale_for" | "flat_for" | "avg_above" | "avg_below" | "stddev_above" | "min_below" | "max_above" | "count_above";
                        /** @description The compared value, or the measure of a window (seconds of stale_for, the range of flat_for); null if unknown */
                        value: number | string | boolean | null;
                        /** @description True until its reset limit is reached: the deadband counts */
                        latched: boolean;
                        deadband: number;
                        inputs: {
                            /**
                             * @description The compared stream, the second stream of deviation_above, or the stream of an operand
                             * @enum {string}
                             */
                            role: "stream" | "of" | "value" | "limit";
                            stream_id: number;
                            stream_name: string;
                            uom: string | null;
                            /** @description The newest evaluated sample */
                            sample: {
                                value: number | string | boolean | null;
                                /** Format: date-time */
                                time: string;
                                /** @enum {string} */
                                quality: "good" | "uncertain" | "bad";
                            } | null;
                            /** @description The newest good sample, if the newest is not good */
                            good: {
                                value: number | string | boolean | null;
                                /** Format: date-time */
                                time: string;
                                /** @enum {string} */
                                quality: "good" | "uncertain" | "bad";
                            } | null;
                            age_seconds: number | null;
                            /** @description 0: none */
                            max_age_seconds: number;
                            /**
                             * @description Why its value does not count; null if it does. Of a window: its past is not read yet, or too little of it is known
                             * @enum {string|null}
                             */
                            doubt: "unread" | "no_sample" | "bad_quality" | "too_old" | "history_unread" | "not_covered" | null;
                            /** @description Samples that have arrived and wait for evaluation */
                            waiting: number;
                            newest_waiting: {
                                value: number | string | boolean | null;
                                /** Format: date-time */
                                time: string;
                                /** @enum {string} */
                                quality: "good" | "uncertain" | "bad";
                            } | null;
                        }[];
                        /** @description What makes it true; null if it is true */
                        to_true: {
                            /** @enum {string} */
                            relation: "above" | "at_least" | "below" | "at_most" | "between" | "outside" | "equal" | "not_equal" | "one_of" | "none_of" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "bit_set" | "bit_clear" | "changed" | "unchanged" | "silent" | "heard" | "still" | "moving";
                            limits: (number | string | boolean | null)[];
                            tolerance: number;
                            text: string;
                        } | null;
                        /** @description What makes it false; null if it is false */
                        to_false: {
                            /** @enum {string} */
                            relation: "above" | "at_least" | "below" | "at_most" | "between" | "outside" | "equal" | "not_equal" | "one_of" | "none_of" | "contains" | "not_contains" | "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with" | "bit_set" | "bit_clear" | "changed" | "unchanged" | "silent" | "heard" | "still" | "moving";
                            limits: (number | string | boolean | null)[];
                            tolerance: number;
                            text: string;
                        } | null;
                        /**
                         * Format: date-time
                         * @description When it changes, or may change, without a sample
                         */
                        changes_at: string | null;
                    } | null;
                }[];
                next: {
                    /** @enum {string} */
                    to: "normal" | "pending" | "active" | "clearing" | "held";
                    /**
                     * @description What has to happen: time passes, values change, or known values arrive
                     * @enum {string}
                     */
                    by: "time" | "values" | "data";
                    seconds: number | null;
                    /** Format: date-time */
                    at: string | null;
                    /** @description The indexes in `parts` of the parts that must change */
                    parts: number[];
                    text: string;
                }[];
                text: string;
            }[];
            /** @description Streams that are missing at the source */
            missing_streams: string[];
            text: string;
        };
        Backfill: {
            instance_id: number;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            dry_run: boolean;
            /** @description Events that began and ended in the span */
            found: number;
            /** @description Of these, written, or with `dry_run` to be written */
            written: number;
            /** @description Of these, already stored or deleted by a person */
            known: number;
            /** @description Left out: active at the start of the span */
            begun_before: number;
            /** @description Left out: active at its end */
            open_at_end: number;
            samples: number;
            /** @description Evaluations of a rule */
            evaluations: number;
            /** @description Streams that are missing at the source */
            missing_streams: string[];
        };
        RuleEvent: {
            id: number;
            event_name: string;
            event_description: string;
            /** @description What is wrong, in words: the rule's display name, else a readable form of its name */
            display_name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "error" | "critical";
            is_active: boolean;
            /** Format: date-time */
            start_time: string;
            /** Format: date-time */
            activated_at: string;
            /** Format: date-time */
            end_time: string | null;
            /** Format: date-time */
            closed_at: string | null;
            /** Format: date-time */
            recorded_at: string;
            /** @enum {string|null} */
            close_reason: "condition_cleared" | "manual" | "undeployed" | "superseded" | "data_correction" | null;
            enrichment: {
                [key: string]: string;
            };
            /** @description The instance's name, or Andon */
            template_instance: string;
            category: string;
            /** @description Null, like the next two fields, for an event of Andon itself */
            template_id: number | null;
            template_version: number | null;
            instance_id: number | null;
            rule_id: string;
            plant_node_floc_id: string | null;
            /** Format: date-time */
            acknowledged_at: string | null;
            acknowledged_by: string | null;
            /** @description The newest comment */
            note: string | null;
            comment_count: number;
            /** Format: date-time */
            shelved_until: string | null;
            shelve_reason: string | null;
            /** @enum {string} */
            data_state: "known" | "unknown";
            flags: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
            revision: number;
            /** @description The samples that decided it */
            trigger: {
                stream: string;
                value: number | string | boolean | null;
                /** Format: date-time */
                time: string;
            }[];
            /** @description The constant that the first deciding stream was compared with; null: it was none */
            limit: {
                stream: string;
                /** @enum {string} */
                operator: "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal";
                value: number;
                deadband: number;
                /** @description The off-delay of the rule; null where the rule has other conditions too */
                clears_after_seconds: number | null;
            } | null;
        };
        BulkAcknowledgement: {
            items: {
                id: number;
                event_name: string | null;
                /** @enum {string} */
                status: "acknowledged" | "already" | "failed";
                problems?: components["schemas"]["Issue"][];
            }[];
            summary: {
                total: number;
                acknowledged: number;
                already: number;
                failed: number;
            };
        };
        EventComment: {
            /** @description Its number in the thread, from 1 */
            id: number;
            text: string;
            /** @description A user name or `key:<name>`; null for a note from the time before comments */
            created_by: string | null;
            /** Format: date-time */
            created_at: string | null;
        };
        Shelf: {
            /** @description Null for an event of Andon itself */
            instance_id: number | null;
            rule_id: string;
            /** Format: date-time */
            shelved_at: string;
            shelved_by: string;
            /** Format: date-time */
            until: string;
            reason: string;
            event: components["schemas"]["RuleEvent"] | null;
        };
        CommentOnEvent: {
            /** @description Its number in the thread, from 1 */
            id: number;
            text: string;
            /** @description A user name or `key:<name>`; null for a note from the time before comments */
            created_by: string | null;
            /** Format: date-time */
            created_at: string | null;
            event: components["schemas"]["RuleEvent"];
        };
        MissingData: {
            /**
             * Format: date-time
             * @description The start of the time, a whole hour
             */
            from: string;
            /** Format: date-time */
            generated_at: string;
            /** @description When the data source was lost */
            source_lost: {
                /** Format: date-time */
                from: string;
                /**
                 * Format: date-time
                 * @description Null: it lasts
                 */
                to: string | null;
            }[];
            /** @description When Andon did not run */
            stopped: {
                /** Format: date-time */
                from: string;
                /**
                 * Format: date-time
                 * @description Null: it lasts
                 */
                to: string | null;
            }[];
            /** @description The deployed instances that lacked data for a minute or more while the source was there */
            instance_count: number;
            /** @description Those with the longest time */
            instances: {
                instance_id: number;
                instance_name: string;
                plant_node_floc_id: string | null;
                /** @description The mean over its rules, like the next field */
                no_data_seconds: number;
                bad_quality_seconds: number;
            }[];
        };
        EventWall: components["schemas"]["GroupedEventWall"] | components["schemas"]["TimelineEventWall"];
        GroupedEventWall: {
            /** @enum {string} */
            layout: "template" | "category";
            hours: number;
            /** Format: date-time */
            generated_at: string;
            total: number;
            /** @description Events left out because their rule and instance are shelved */
            shelved: number;
            /** @description There are more events than are returned */
            truncated: boolean;
            /** @description Events that cleared by their condition since `keep_unacknowledged` was switched on, until somebody acknowledges them; newest first. Not those that were backfilled or retracted, nor those of a shelved rule and instance. Past 10,000 the oldest leave */
            unacknowledged: components["schemas"]["RuleEvent"][];
            /**
             * Format: date-time
             * @description When the newest event closed that left the full list of `unacknowledged`; null: none has left
             */
            unacknowledged_left_until: string | null;
            groups: {
                key: string;
                title: string;
                color: string;
                active: number;
                counts: {
                    info: number;
                    warning: number;
                    error: number;
                    critical: number;
                };
                /** @description The coverage of its deployed instances in the last 24 hours, at most ten seconds old; null without instances */
                coverage: {
                    lowest: number;
                    mean: number;
                } | null;
                events: components["schemas"]["RuleEvent"][];
            }[];
        };
        TimelineEventWall: {
            /** @enum {string} */
            layout: "timeline";
            hours: number;
            /** Format: date-time */
            generated_at: string;
            total: number;
            /** @description Events left out because their rule and instance are shelved */
            shelved: number;
            /** @description There are more events than are returned */
            truncated: boolean;
            /** @description Events that cleared by their condition since `keep_unacknowledged` was switched on, until somebody acknowledges them; newest first. Not those that were backfilled or retracted, nor those of a shelved rule and instance. Past 10,000 the oldest leave */
            unacknowledged: components["schemas"]["RuleEvent"][];
            /**
             * Format: date-time
             * @description When the newest event closed that left the full list of `unacknowledged`; null: none has left
             */
            unacknowledged_left_until: string | null;
            groups: unknown[];
            buckets: {
                /** Format: date-time */
                start: string;
                counts: {
                    info: number;
                    warning: number;
                    error: number;
                    critical: number;
                };
            }[];
            lanes: {
                key: string;
                title: string;
                color: string;
                active: number;
                counts: {
                    info: number;
                    warning: number;
                    error: number;
                    critical: number;
                };
                /** @description The coverage of its deployed instances in the last 24 hours, at most ten seconds old; null without instances */
                coverage: {
                    lowest: number;
                    mean: number;
                } | null;
                spans: {
                    event_id: number;
                    /** Format: date-time */
                    start: string;
                    /** Format: date-time */
                    end: string | null;
                    /** @enum {string} */
                    severity: "info" | "warning" | "error" | "critical";
                }[];
            }[];
        };
        AlarmStatistics: {
            hours: number;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            generated_at: string;
            /** @description The time of the span in which Andon ran: since its first start, without its stops */
            running_seconds: number;
            /** @description By what is counted */
            rules: {
                interval_minutes: number;
                flood_above: number;
                flood_below: number;
                fleeting_seconds: number;
                stale_hours: number;
                priority_of: {
                    /** @enum {string} */
                    info: "low" | "medium" | "high";
                    /** @enum {string} */
                    warning: "low" | "medium" | "high";
                    /** @enum {string} */
                    error: "low" | "medium" | "high";
                    /** @enum {string} */
                    critical: "low" | "medium" | "high";
                };
                recommended_mix: {
                    low: number;
                    medium: number;
                    high: number;
                };
            };
            /** @description The events in the span */
            events: number;
            /** @description Events in ten minutes */
            rate: {
                average: number;
                peak: number;
                /**
                 * Format: date-time
                 * @description Start of the busiest ten minutes
                 */
                peak_at: string | null;
            };
            /** @description A flood begins with ten minutes of more than 10 events and ends before ten minutes of fewer than 5 */
            flood: {
                /** @description Share of the time in which Andon ran */
                share: number;
                count: number;
                longest_seconds: number;
            };
            /** @description The share of the ten bad actors in all events */
            bad_actor_share: number;
            /** @description Events with the flag `chattering` */
            chattering: {
                events: number;
                /** @description The rules of instances that raised them */
                rules: number;
            };
            /** @description Events whose condition cleared less than 30 s after they began */
            fleeting: {
                events: number;
                /** @description The rules of instances that raised them */
                rules: number;
            };
            stale: {
                /** @description Events active for more than 24 hours at some time in the span */
                events: number;
                /** @description Of these, still active */
                active: number;
            };
            severities: {
                counts: {
                    info: number;
                    warning: number;
                    error: number;
                    critical: number;
                };
                shares: {
                    low: number;
                    medium: number;
                    high: number;
                };
                /** @description The share of the events that would need another priority for 80 % low, 15 % medium, 5 % high */
                distance: number;
            };
            advice: components["schemas"]["AlarmAdvice"][];
            /** @description The ten rules of instances with the most events */
            bad_actors: {
                /** @description Null for an event of Andon's own */
                instance_id: number | null;
                template_id: number | null;
                rule_id: string;
                category: string;
                plant_node_floc_id: string | null;
                /** @description null if it is deleted */
                instance_name: string | null;
                rule_name: string | null;
                /** @description What is wrong, in words: the rule's display name, else a readable form of its name */
                display_name: string;
                events: number;
                /** @description Share of all events of this part */
                share: number;
                is_chattering: boolean;
                chattering: number;
                fleeting: number;
                stale: number;
                advice: components["schemas"]["AlarmAdvice"][];
            }[];
            series: {
                /** @description Minutes of each point */
                minutes: number;
                points: {
                    /** Format: date-time */
                    start: string;
                    events: number;
                    /** @description In the busiest ten minutes */
                    peak: number;
                }[];
            };
            /** @description The ten with the most events */
            floods: {
                /** Format: date-time */
                start: string;
                /**
                 * Format: date-time
                 * @description null while it lasts
                 */
                end: string | null;
                events: number;
                peak: number;
            }[];
            /** @description The ten events that have been stale the longest */
            stale_events: {
                /** @description Null for an event of Andon's own */
                instance_id: number | null;
                template_id: number | null;
                rule_id: string;
                category: string;
                plant_node_floc_id: string | null;
                /** @description null if it is deleted */
                instance_name: string | null;
                rule_name: string | null;
                /** @description What is wrong, in words: the rule's display name, else a readable form of its name */
                display_name: string;
                /** Format: date-time */
                since: string;
            }[];
            /** @description By plant node, each including the nodes below it */
            plant_nodes: {
                /** @description All groups with events, returned or not */
                total: number;
                groups: components["schemas"]["AlarmGroup"][];
            };
            /** @description By template */
            templates: {
                /** @description All groups with events, returned or not */
                total: number;
                groups: components["schemas"]["AlarmGroup"][];
            };
            /** @description By category */
            categories: {
                /** @description All groups with events, returned or not */
                total: number;
                groups: components["schemas"]["AlarmGroup"][];
            };
        };
        AlarmAdvice: {
            /** @enum {string} */
            kind: "on_delay" | "off_delay" | "stale" | "rate" | "flood" | "bad_actors" | "severity_mix";
            /** @description The advice as a sentence */
            text: string;
            template_id: number | null;
            /** @description The rule that needs the delay */
            rule_id: string | null;
            /** @description The new total delay */
            seconds: number | null;
            /** @description The delay is for a critical or safety alarm. Such advice is last in its list */
            is_critical: boolean;
            /** @description The cost of a delay: by how much later people hear of an event; null for other advice */
            later_seconds: number | null;
            /** @description The events that the advice is about */
            events: number;
            /** @description The share of them that the change would have avoided; null if unknown */
            expected_reduction: number | null;
            /**
             * @description The basis of the reduction. events: the spans of the events, assuming that the samples between them were unchanged
             * @enum {string|null}
             */
            basis: "events" | null;
        };
        AlarmGroup: {
            key: string;
            title: string;
            /** @description The events in the span */
            events: number;
            /** @description Events in ten minutes */
            rate: {
                average: number;
                peak: number;
                /**
                 * Format: date-time
                 * @description Start of the busiest ten minutes
                 */
                peak_at: string | null;
            };
            /** @description A flood begins with ten minutes of more than 10 events and ends before ten minutes of fewer than 5 */
            flood: {
                /** @description Share of the time in which Andon ran */
                share: number;
                count: number;
                longest_seconds: number;
            };
            /** @description The share of the ten bad actors in all events */
            bad_actor_share: number;
            /** @description Events with the flag `chattering` */
            chattering: {
                events: number;
                /** @description The rules of instances that raised them */
                rules: number;
            };
            /** @description Events whose condition cleared less than 30 s after they began */
            fleeting: {
                events: number;
                /** @description The rules of instances that raised them */
                rules: number;
            };
            stale: {
                /** @description Events active for more than 24 hours at some time in the span */
                events: number;
                /** @description Of these, still active */
                active: number;
            };
            severities: {
                counts: {
                    info: number;
                    warning: number;
                    error: number;
                    critical: number;
                };
                shares: {
                    low: number;
                    medium: number;
                    high: number;
                };
                /** @description The share of the events that would need another priority for 80 % low, 15 % medium, 5 % high */
                distance: number;
            };
            advice: components["schemas"]["AlarmAdvice"][];
            bad_actors: {
                /** @description Null for an event of Andon's own */
                instance_id: number | null;
                template_id: number | null;
                rule_id: string;
                category: string;
                plant_node_floc_id: string | null;
                /** @description null if it is deleted */
                instance_name: string | null;
                rule_name: string | null;
                /** @description What is wrong, in words: the rule's display name, else a readable form of its name */
                display_name: string;
                events: number;
                /** @description Share of all events of this part */
                share: number;
                is_chattering: boolean;
                chattering: number;
                fleeting: number;
                stale: number;
            }[];
        };
        AlarmAdviceTrial: {
            instance_id: number;
            template_id: number;
            rule_id: string;
            rule_name: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description The events of the stored rule */
            stored: {
                events: number;
                /** @description The share of the time in which the rule is active */
                active_share: number;
            };
            /** @description The changes by kind, smallest first */
            tried: components["schemas"]["TriedAdvice"][];
            /** @description Streams that are missing at the source */
            missing_streams: string[];
        };
        TriedAdvice: {
            /** @enum {string} */
            kind: "deadband" | "on_delay" | "off_delay";
            /** @description The new total deadband in the stream's unit */
            deadband: number | null;
            /** @description The new total delay */
            seconds: number | null;
            events: number;
            /** @description The share of the time in which the rule is active */
            active_share: number;
            /** @description The share of the stored rule's events that the change avoids; null if the rule has no events, negative if the change causes more */
            reduction: number | null;
            /** @description The cost of the change: by how much later people hear of an event */
            later_seconds: number;
            /** @description The smallest change of its kind that avoids at least half of five or more events */
            is_advised: boolean;
        };
        Context: {
            /** @enum {string} */
            context_type: "events";
            /** @enum {string} */
            time_filter: "1h" | "24h" | "7d" | "30d";
            data: {
                events: {
                    active: number;
                    details: components["schemas"]["RuleEvent"][];
                };
            };
        } | {
            /** @enum {string} */
            context_type: "rules";
            /** @enum {string} */
            time_filter: "1h" | "24h" | "7d" | "30d";
            data: {
                rules: {
                    total: number;
                    details: {
                        template_id: number;
                        template_name: string;
                        category: string;
                        is_active: boolean;
                        deployed_instances: number;
                        rule_id: string;
                        rule_name: string;
                        display_name: string | null;
                        /** @description At most 50 comparisons in all, nested at most 5 deep */
                        conditions: components["schemas"]["Condition"][];
                        /** @enum {string} */
                        logic: "all" | "any";
                        event_name: string;
                        event_description: string;
                        /** @enum {string} */
                        severity: "info" | "warning" | "error" | "critical";
                        on_delay_seconds: number;
                        off_delay_seconds: number;
                        /** @description Together at most 162 KiB as JSON */
                        enrichment: {
                            [key: string]: string;
                        };
                        cause: string | null;
                        consequence: string | null;
                        action: string | null;
                    }[];
                };
            };
        } | {
            /** @enum {string} */
            context_type: "assets";
            /** @enum {string} */
            time_filter: "1h" | "24h" | "7d" | "30d";
            data: {
                assets: {
                    total: number;
                    details: {
                        id: number;
                        asset_id: string;
                        display_name: string;
                        /** @description False if it is missing at the source */
                        is_active: boolean;
                        streams_count: number;
                    }[];
                };
            };
        } | {
            /** @enum {string} */
            context_type: "streams";
            /** @enum {string} */
            time_filter: "1h" | "24h" | "7d" | "30d";
            data: {
                streams: {
                    total: number;
                    details: components["schemas"]["BoundStream"][];
                };
            };
        } | {
            /** @enum {string} */
            context_type: "plant_model";
            /** @enum {string} */
            time_filter: "1h" | "24h" | "7d" | "30d";
            data: {
                plant_model: {
                    nodes: number;
                    tree: components["schemas"]["PlantTree"][];
                };
            };
        };
        PlantTree: {
            /** @description The functional location identifier */
            id: string;
            name: string;
            /** @enum {string} */
            type: "enterprise" | "site" | "area" | "process_cell" | "production_unit" | "production_line" | "storage_zone" | "unit" | "work_cell" | "storage_unit" | "equipment_module" | "control_module";
            children: components["schemas"]["PlantTree"][];
        };
        AiProvider: {
            id: number;
            display_name: string;
            /** @enum {string} */
            provider_type: "openai" | "azure_openai" | "anthropic" | "gemini" | "mistral" | "ollama" | "openai_compatible";
            model_name: string;
            base_url: string | null;
            /** @enum {string} */
            usage_mode: "assistant" | "analysis";
            system_instructions: string;
            assistant_type_id: number | null;
            is_active: boolean;
            function_calling_enabled: boolean;
            share_plant_data: boolean;
            context_window_tokens: number | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            has_api_key: boolean;
            supports_function_calling: boolean;
        };
        CombinedInstructions: {
            assistant_type_instructions: string;
            provider_specific_instructions: string;
            combined_instructions: string;
        };
        AiProviderTest: {
            /** @enum {string} */
            status: "ok";
            response: string;
            model: string;
            latency_ms: number;
            api_usage: components["schemas"]["TokenUsage"];
            /** Format: date-time */
            tested_at: string;
        };
        TokenUsage: {
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
        };
        ConversationExchange: {
            provider_id: number;
            session_id: string;
            response: string;
            function_calls: components["schemas"]["FunctionCall"][];
            api_usage: components["schemas"]["TokenUsage"];
            evidence: {
                /** @enum {string} */
                type: "event" | "stream";
                id: number;
                name: string;
            }[];
            unverified: {
                /** @enum {string} */
                type: "event" | "stream";
                text: string;
            }[];
            proposals: {
                /** @description A body for POST /api/templates */
                template: {
                    [key: string]: unknown;
                };
                /** @description The bindings of the placeholders in the backtest */
                placeholder_mappings: {
                    [key: string]: string | number | boolean;
                };
                /** @description A backtest over recent history with the newest 300 events and at most 4 series */
                backtest: components["schemas"]["Backtest"] | null;
                /** @description Why there is no backtest */
                backtest_problem: string | null;
            }[];
        };
        FunctionCall: {
            name: string;
            arguments: {
                [key: string]: unknown;
            } | string;
            result_summary: string;
            duration_ms: number;
            /** @enum {string} */
            outcome: "success" | "error";
        };
        ConversationLogEntry: {
            timestamp: string;
            /** @enum {string} */
            type: "user" | "assistant" | "function" | "error";
            content: string;
            session_id: string;
        };
        FunctionCallLogEntry: {
            /** Format: date-time */
            timestamp: string;
            /** @description Null: a test of the provider */
            session_id: string | null;
            name: string;
            arguments: {
                [key: string]: unknown;
            } | string;
            duration_ms: number;
            /** @enum {string} */
            outcome: "success" | "error";
            error: string | null;
        };
        ApiUsageLogEntry: {
            /** Format: date-time */
            timestamp: string;
            /** @description Null: a test of the provider */
            session_id: string | null;
            operation: string;
            model: string;
            duration_ms: number;
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
            /** @enum {string} */
            outcome: "success" | "error";
        };
        UsageDay: {
            /** Format: date */
            date: string;
            requests: number;
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
        };
        AssistantType: {
            id: number;
            name: string;
            description: string;
            base_instructions: string;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            created_by: string;
        };
        Trend: {
            stream: components["schemas"]["Stream"];
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            points: number;
            /** @description The value held at `from` */
            held: {
                /** Format: date-time */
                time: string;
                value: number | string | boolean | null;
                /** @enum {string} */
                quality: "good" | "uncertain" | "bad";
            } | null;
            samples: number;
            buckets: {
                /** Format: date-time */
                start: string;
                min: number | null;
                max: number | null;
                first: number | null;
                last: number | null;
                /** @enum {string|null} */
                quality: "good" | "uncertain" | "bad" | null;
                count: number;
            }[];
            changes: {
                /** Format: date-time */
                time: string;
                value: number | string | boolean | null;
                /** @enum {string} */
                quality: "good" | "uncertain" | "bad";
            }[];
            /** @description There are more changes than are listed */
            truncated: boolean;
            /** @enum {string} */
            basis: "all" | "extremes" | "parts";
            /** @description The parts of the span that were not read; empty unless `basis` is `parts` */
            unread: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            }[];
            gaps: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            }[];
        };
        TrendOfSeveral: {
            id: number;
            trend: components["schemas"]["Trend"] | null;
            error: string | null;
        };
        PlantNode: {
            id: string;
            floc_id: string;
            name: string;
            /** @enum {string} */
            node_type: "enterprise" | "site" | "area" | "process_cell" | "production_unit" | "production_line" | "storage_zone" | "unit" | "work_cell" | "storage_unit" | "equipment_module" | "control_module";
            parent_id: string | null;
            children: components["schemas"]["PlantTree"][];
        };
        Area: {
            id: number;
            /** @description Unique, whatever its case */
            name: string;
            /** @description The `floc_id` of plant nodes; what is below them belongs to the area too */
            plant_node_ids: string[];
            /** Format: date-time */
            created_at: string;
            created_by: string;
        };
        PlantSettings: {
            /** @description The domains that mail addresses of users may have for notifications, such as `example.com` or `*.example.com`; empty: all */
            notification_mail_domains: string[];
            /** @description Whether events that cleared by their condition stay on the event wall, as `unacknowledged`, until somebody acknowledges them */
            keep_unacknowledged: boolean;
            /**
             * Format: date-time
             * @description When that was switched on; earlier events are not kept. Null while it is off
             */
            keep_unacknowledged_since: string | null;
        };
        NotificationPolicy: {
            id: number;
            /** @description Unique, whatever its case */
            name: string;
            /**
             * @description An empty list matches everything. An event must match each list: by one of its items
             * @default {}
             */
            match: {
                /** @default [] */
                area_ids: number[];
                /**
                 * @description The `floc_id` of plant nodes. An event matches in one of the areas or at or below one of the nodes
                 * @default []
                 */
                plant_node_ids: string[];
                /** @default [] */
                categories: string[];
                /** @default [] */
                severities: ("info" | "warning" | "error" | "critical")[];
                /** @default [] */
                template_ids: number[];
                /** @default [] */
                flags: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
            };
            continue: boolean;
            group_by: ("plant_node" | "template" | "category" | "instance")[];
            group_wait_seconds: number;
            group_interval_seconds: number;
            steps: {
                /** @description From the event's first commit */
                after_minutes: number;
                to: {
                    /** @enum {string} */
                    kind: "user" | "team" | "roster" | "contact_point";
                    id: number;
                }[];
            }[];
            repeat: number;
            repeat_interval_minutes: number;
            stop_on: ("acknowledge" | "close" | "shelve")[];
            notify_resolved: boolean;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** @description Whether it is the last policy, which takes every event and cannot be deleted */
            is_last: boolean;
            /** @description Everybody whom the steps name, once each */
            recipients: {
                /** @enum {string} */
                kind: "user" | "team" | "roster" | "contact_point";
                id: number;
                /** @description Null: it does not exist */
                name: string | null;
            }[];
            /** @description What the policy names and does not exist, by its path in the policy */
            missing: components["schemas"]["Issue"][];
        };
        NotificationPolicyPreview: {
            /** Format: date-time */
            at: string;
            /** @description The policies that take the event, in their order */
            policies: {
                id: number;
                name: string;
            }[];
            messages: {
                /** Format: date-time */
                at: string;
                /** @description After the event opens */
                after_seconds: number;
                /** @enum {string} */
                reason: "opened" | "escalated" | "repeated" | "digest";
                /** @description Null: the fallback, or a digest */
                policy_id: number | null;
                /** @description From 0 */
                step: number;
                /** @description From 0 */
                round: number;
                is_fallback: boolean;
                to: {
                    contact_point_id: number;
                    contact_point: string | null;
                    /** @description Null: the contact point's own receiver */
                    user_id: number | null;
                    username: string | null;
                };
                /** @description The person's further ways, if that one fails for good */
                otherwise: {
                    contact_point_id: number;
                    contact_point: string | null;
                    /** @description Null: the contact point's own receiver */
                    user_id: number | null;
                    username: string | null;
                }[];
            }[];
            /** @description Whether nobody can be told at some time, as no fallback contact point is usable */
            is_untold: boolean;
            /** @description Whether more follows than is shown */
            is_cut: boolean;
        };
        ContactAddresses: {
            user_id: number;
            /** @description Of the quiet hours and of messages; null: the plant's */
            time_zone: string | null;
            /** @description When messages that are not critical wait, in the user's time zone */
            quiet_hours: {
                /** @description 1 (Monday) to 7: the days on which the hours begin */
                weekdays: number[];
                from: string;
                /** @description Not after `from`: on the next day */
                to: string;
            }[];
            /** @description In the order in which they are tried */
            addresses: {
                id: number;
                contact_point_id: number;
                /** @description Its name; null: it does not exist or is off */
                contact_point: string | null;
                address: string;
                /** @description Whether the plant's list of mail domains allows it */
                is_allowed: boolean;
                /**
                 * Format: date-time
                 * @description Null: no message goes to it
                 */
                confirmed_at: string | null;
                /**
                 * Format: date-time
                 * @description When the code was sent that counts now
                 */
                code_sent_at: string | null;
            }[];
            /** @description Where an address can be added */
            contact_points: {
                id: number;
                name: string;
                /** @enum {string} */
                takes: "mail" | "number";
            }[];
        };
        ContactAddress: {
            id: number;
            contact_point_id: number;
            /** @description Its name; null: it does not exist or is off */
            contact_point: string | null;
            address: string;
            /** @description Whether the plant's list of mail domains allows it */
            is_allowed: boolean;
            /**
             * Format: date-time
             * @description Null: no message goes to it
             */
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @description When the code was sent that counts now
             */
            code_sent_at: string | null;
        };
        Team: {
            id: number;
            /** @description Unique, whatever its case */
            name: string;
            /** @description A user counts once */
            user_ids: number[];
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** @description The users in the order of `user_ids` */
            members: {
                user_id: number;
                /** @description Null for a deleted user */
                username: string | null;
                is_active: boolean;
            }[];
        };
        Roster: {
            id: number;
            /** @description Unique, whatever its case */
            name: string;
            /** @description A time zone of the tz database, such as `Europe/Berlin` */
            time_zone: string;
            layers: {
                name: string;
                /** @description Who takes turns, in this order; a user may stand in it more than once */
                user_ids: number[];
                /**
                 * @description Days or weeks of a turn
                 * @default 1
                 */
                every: number;
                /**
                 * @default week
                 * @enum {string}
                 */
                unit: "day" | "week";
                /** @description The day on which the first user's first turn begins */
                starts_on: string;
                /**
                 * @description When one user hands over to the next, in the roster's zone. A time that a day lacks because the clock is put forward is when the clock jumps over it; one that it has twice, the first time
                 * @default 08:00
                 */
                handover_time: string;
                /**
                 * @description When the layer counts; empty: always
                 * @default []
                 */
                hours: {
                    /** @description 1 (Monday) to 7: the days on which the hours begin */
                    weekdays: number[];
                    from: string;
                    /** @description Not after `from`: on the next day */
                    to: string;
                }[];
            }[];
            required_hours: {
                /** @description 1 (Monday) to 7: the days on which the hours begin */
                weekdays: number[];
                from: string;
                /** @description Not after `from`: on the next day */
                to: string;
            }[];
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** @description The present shift: from now to its end, at most 31 days */
            on_call: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                /**
                 * @description `hole`: nobody is on call, though somebody must be; `free`: nobody has to be
                 * @enum {string}
                 */
                kind: "on_call" | "hole" | "free";
                /** @description Whose turn it is, also in a hole because the user is disabled or deleted; null: nobody's */
                user_id: number | null;
                /** @description Null for a deleted user */
                username: string | null;
                /** @enum {string} */
                presence: "present" | "disabled" | "deleted";
                /** @description The layer that counts, from 0; null: an override, or none */
                layer: number | null;
                override_id: number | null;
            };
            /** @description The first holes of the coming 14 days, at most 20 */
            holes: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                /** @description Whose turn it is, also in a hole because the user is disabled or deleted; null: nobody's */
                user_id: number | null;
                /** @description Null for a deleted user */
                username: string | null;
                /** @enum {string} */
                presence: "present" | "disabled" | "deleted";
            }[];
            /** @description Whether the caller has an address of it for a calendar program */
            has_calendar: boolean;
            /** @description All holes of the coming 14 days */
            hole_count: number;
        };
        Shift: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /**
             * @description `hole`: nobody is on call, though somebody must be; `free`: nobody has to be
             * @enum {string}
             */
            kind: "on_call" | "hole" | "free";
            /** @description Whose turn it is, also in a hole because the user is disabled or deleted; null: nobody's */
            user_id: number | null;
            /** @description Null for a deleted user */
            username: string | null;
            /** @enum {string} */
            presence: "present" | "disabled" | "deleted";
            /** @description The layer that counts, from 0; null: an override, or none */
            layer: number | null;
            override_id: number | null;
        };
        RosterOverride: {
            id: number;
            roster_id: number;
            user_id: number;
            /** @description Null for a deleted user */
            username: string | null;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** Format: date-time */
            created_at: string;
            created_by: string;
        };
        NotificationPerson: {
            id: number;
            username: string;
            display_name: string | null;
            is_active: boolean;
            /** @description Whether the user has a confirmed address, so that messages reach them */
            is_reachable: boolean;
        };
        SavedView: {
            id: number;
            name: string;
            /** @description A page of the console with its filters: `/events?severity=critical` */
            path: string;
            is_shared: boolean;
            /** @description Whether the caller saved it */
            is_own: boolean;
            created_by: string;
            /** Format: date-time */
            created_at: string;
        };
        AuditEntry: {
            /** @description A ULID; the order of ids is the order of time */
            id: string;
            /** Format: date-time */
            at: string;
            /** @description A user name, `key:<name>`, `screen:<name>`, `Andon` itself, or `(unknown)` for a refused request of nobody */
            who: string;
            /** @description `created`, `updated`, `deployed`, …; of refused requests `sign_in_refused`, `key_refused`, `access_refused`, or `more_refused` for those beyond 50 different ones a minute or 500 an hour */
            action: string;
            /**
             * @description `store`: the whole store, restored from a backup. `refusal`: refused requests. The first of an action, name and address in a minute is an entry, its repetitions are another one at the end of the minute
             * @enum {string}
             */
            resource_type: "configuration" | "asset" | "package" | "template" | "instance" | "plant_node" | "plant_settings" | "user" | "key" | "ai_provider" | "identity_provider" | "assistant_type" | "saved_view" | "screen" | "area" | "notification_policy" | "contact_addresses" | "team" | "roster" | "contact_point" | "rule_event" | "session" | "refusal" | "secrets" | "store";
            /** @description Of refused requests: the name that was tried, of at most 100 characters */
            resource_id: string;
            /** @description Null for a creation */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description Null for a deletion. Of refused requests: `reason`, `route`, `user_agent` (at most 200 characters), `count`, and of repeated ones `from` and `until` */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The IP address of the client whose request it was; null for what no request made */
            address: string | null;
        };
        AuditHead: {
            /** @description The number of the last block; 0 is the first */
            block: number;
            /** @description How many entries the block holds */
            entries: number;
            /** @description SHA-256 over the hash of the block before and the hashes of the block's entries, hexadecimal */
            hash: string;
            /** Format: date-time */
            sealed_at: string;
            /** @description Ed25519 signature of the head, hexadecimal */
            signature: string;
            /** @description The Ed25519 public key of this store, hexadecimal */
            public_key: string;
            /** @description The first 16 digits of the public key's SHA-256 */
            key_fingerprint: string;
            /** @description Entries that wait to be sealed, at most 5 s */
            unsealed: number;
            /** @description `<block>:<entries>:<hash>`. Kept elsewhere, it proves that the log up to here was not rewritten */
            head: string;
        };
        AuditVerification: {
            is_whole: boolean;
            /** @description The first block that does not fit; null if all fit */
            first_block: number | null;
            /** @description By block, at most 100 */
            problems: {
                /** @description Of an inserted entry: the block beside which it stands */
                block: number;
                /** @description Null for a problem of the block itself */
                entry_id: string | null;
                /**
                 * @description `changed`, `removed`, `inserted`: the entry. `chain`: the block does not follow the one before. `signature`: the store's key did not sign it. `missing_block`. `kept_head`: the log does not contain the head
                 * @enum {string}
                 */
                problem: "changed" | "removed" | "inserted" | "chain" | "signature" | "missing_block" | "kept_head";
            }[];
            blocks: number;
            /** @description Sealed entries, those that retention has removed included */
            entries: number;
            /** @description Sealed entries that retention has removed */
            expired: number;
            /** @description Entries that wait to be sealed */
            unsealed: number;
            /** @description `<block>:<entries>:<hash>`. Kept elsewhere, it proves that the log up to here was not rewritten */
            head: string | null;
        };
        Process: {
            /** @description Changes at each start and after each loss of the store */
            id: string;
            /** @description The address for other members; null without a cluster */
            address: string | null;
            /** @description Partitions of the store that it leases. The store has one */
            partitions: number;
            /** @description Shards that it runs; each evaluates a part of the instances */
            shards: number;
            /** @description How far its evaluation is behind the clock; null: it evaluates nothing */
            lag_seconds: number | null;
            /** @description Time since its last heartbeat; beyond 5 s it counts as dead */
            renewed_seconds: number;
        };
    };
    responses: {
        /** @description VALIDATION_FAILED */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailed"];
            };
        };
        /** @description FORBIDDEN */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLarge"];
            };
        };
        /** @description RATE_LIMITED */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimited"];
            };
        };
        /** @description INTERNAL_ERROR */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description UNAVAILABLE */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unavailable"];
            };
        };
        /** @description AUTHENTICATION_REQUIRED */
        AuthenticationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthenticationRequired"];
            };
        };
        /** @description NOT_FOUND */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFound"];
            };
        };
        /** @description FORBIDDEN, RESOURCE_IN_USE */
        ForbiddenOrResourceInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenOrResourceInUse"];
            };
        };
        /** @description API_CONFIG_MISSING */
        ApiConfigMissing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiConfigMissing"];
            };
        };
        /** @description INVALID_CREDENTIALS, VALIDATION_FAILED */
        InvalidCredentialsOrValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidCredentialsOrValidationFailed"];
            };
        };
        /** @description CONNECTION_FAILED, INTERNAL_ERROR */
        ConnectionFailedOrInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConnectionFailedOrInternalError"];
            };
        };
        /** @description TEMPLATE_NOT_FOUND */
        TemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TemplateNotFound"];
            };
        };
        /** @description FORBIDDEN, TEMPLATE_IN_USE */
        ForbiddenOrTemplateInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenOrTemplateInUse"];
            };
        };
        /** @description NOT_FOUND, TEMPLATE_NOT_FOUND */
        NotFoundOrTemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundOrTemplateNotFound"];
            };
        };
        /** @description API_CONFIG_MISSING, TEMPLATE_NOT_FOUND */
        ApiConfigMissingOrTemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiConfigMissingOrTemplateNotFound"];
            };
        };
        /** @description FORBIDDEN, INSTANCE_IN_USE */
        ForbiddenOrInstanceInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenOrInstanceInUse"];
            };
        };
        /** @description INSTANCE_DEPLOYMENT_FAILED */
        InstanceDeploymentFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InstanceDeploymentFailed"];
            };
        };
        /** @description INSTANCE_DEPLOYMENT_FAILED, INVALID_CREDENTIALS, VALIDATION_FAILED */
        InstanceDeploymentFailedOrInvalidCredentialsOrValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InstanceDeploymentFailedOrInvalidCredentialsOrValidationFailed"];
            };
        };
        /** @description API_CONFIG_MISSING, NOT_FOUND, TEMPLATE_NOT_FOUND */
        ApiConfigMissingOrNotFoundOrTemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiConfigMissingOrNotFoundOrTemplateNotFound"];
            };
        };
        /** @description API_CONFIG_MISSING, NOT_FOUND */
        ApiConfigMissingOrNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiConfigMissingOrNotFound"];
            };
        };
        /** @description EVENT_NOT_ACTIVE, VALIDATION_FAILED */
        EventNotActiveOrValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventNotActiveOrValidationFailed"];
            };
        };
        /** @description EVENT_NOT_ACTIVE */
        EventNotActive: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventNotActive"];
            };
        };
        /** @description AI_PROVIDER_ERROR, CONNECTION_FAILED, INTERNAL_ERROR */
        AiProviderErrorOrConnectionFailedOrInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AiProviderErrorOrConnectionFailedOrInternalError"];
            };
        };
        /** @description PROVIDER_INACTIVE, VALIDATION_FAILED */
        ProviderInactiveOrValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProviderInactiveOrValidationFailed"];
            };
        };
        /** @description AI_PROVIDER_ERROR, CONNECTION_FAILED, FUNCTION_CALL_FAILED, INTERNAL_ERROR */
        AiProviderErrorOrConnectionFailedOrFunctionCallFailedOrInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AiProviderErrorOrConnectionFailedOrFunctionCallFailedOrInternalError"];
            };
        };
        /** @description FORBIDDEN */
        ForbiddenUnlimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"];
            };
        };
        /** @description INTERNAL_ERROR */
        InternalErrorUnlimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description UNAVAILABLE */
        UnavailableUnlimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unavailable"];
            };
        };
        /** @description FORBIDDEN */
        ForbiddenText: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                [name: string]: unknown;
            };
            content: {
                /** @example This needs the role engineer; yours is viewer */
                "text/plain": string;
            };
        };
        /** @description INTERNAL_ERROR */
        InternalErrorText: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                [name: string]: unknown;
            };
            content: {
                /** @example Internal error; the log has the reason under this request id */
                "text/plain": string;
            };
        };
        /** @description AUTHENTICATION_REQUIRED */
        AuthenticationRequiredText: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Api-Version": components["headers"]["ApiVersion"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /** @example Sign in first */
                "text/plain": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request in the log */
        RequestId: string;
        /** @description The version label of the API */
        ApiVersion: "beta";
        /** @description The limits that apply to the request: requests (q) in seconds (w) */
        RateLimitPolicy: string;
        /** @description The rest of each limit (r), and the seconds until it grows (t) */
        RateLimit: string;
        /** @description The session: HttpOnly, SameSite=Lax, Path=/, and Secure under the name `__Host-andon_session` except on the machine itself and with COOKIE_SECURE=off; empty to end it. A sent cookie of the other name is ended too. After a sign-in also the cookie of the known device */
        SetCookie: string;
        /** @description The credential of the screen: HttpOnly, SameSite=Lax, Path=/, and Secure under the name `__Host-andon_screen` except on the machine itself and with COOKIE_SECURE=off */
        ScreenCookie: string;
        /** @description The scheme that the route needs */
        Authenticate: "Bearer";
        /** @description Seconds until the next request is accepted */
        RetryAfter: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna",
                 *       "password": "a password of hers"
                 *     }
                 */
                "application/json": {
                    username: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session comes as a cookie */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "display_name": "Anna Keller"
                     *       },
                     *       "message": "Signed in as anna"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "provider_logout": null
                     *       },
                     *       "message": "Signed out"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SignedOut"];
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a password of hers",
                 *       "new_password": "another password"
                 *     }
                 */
                "application/json": {
                    current_password: string;
                    /** @description A password that is guessed within a million attempts is refused: repeated characters, sequences, common passwords and the user name make it easy */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Your password is changed, and all your sessions have ended */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Your password is changed; sign in again"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "local_sign_in": "on",
                     *         "directory_sign_in": false,
                     *         "passkeys": true,
                     *         "providers": [
                     *           {
                     *             "id": 1,
                     *             "label": "Sign in with corp"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SignInOptions"];
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user; `data` is null without a session */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "display_name": "Anna Keller"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            username: string;
                            /** @enum {string} */
                            role: "viewer" | "operator" | "engineer" | "admin";
                            grants: {
                                /** @enum {string} */
                                role: "viewer" | "operator" | "engineer" | "admin";
                                area_ids: number[];
                            }[];
                            /** @description What people see in place of the user name; null: the user name */
                            display_name: string | null;
                            /** @description Present while the identity provider of the user cannot confirm the sign-in, or has not named the groups after a change of its claim: since when, and from when on the session may only read */
                            unconfirmed?: {
                                provider: string;
                                /** Format: date-time */
                                since: string;
                                /** Format: date-time */
                                reads_only_from: string;
                            };
                        } | null;
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOwnProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Anna Keller"
                 *     }
                 */
                "application/json": {
                    display_name?: string | null;
                };
            };
        };
        responses: {
            /** @description The signed-in user */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "display_name": "Anna Keller"
                     *       },
                     *       "message": "Your profile is saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users who have a display name */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "username": "anna",
                     *           "display_name": "Anna Keller"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Person"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmSignInByCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "287082"
                 *     }
                 */
                "application/json": {
                    /** @description The six digits of a one-time code, or a recovery code; spaces and hyphens do not count */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session comes as a cookie */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "display_name": "Anna Keller"
                     *       },
                     *       "message": "Signed in as anna"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginSignInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options, as `PublicKeyCredential.parseRequestOptionsFromJSON()` takes them */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "options": {
                     *           "challenge": "c2VjcmV0IGNoYWxsZW5nZQ",
                     *           "rpId": "andon.example.org",
                     *           "userVerification": "required"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential_id": "s3cr3tCr3d3nt1alId",
                 *       "client_data_json": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
                 *       "authenticator_data": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
                 *       "signature": "MEUCIQDqL0qF3h1a"
                 *     }
                 */
                "application/json": {
                    credential_id: string;
                    client_data_json: string;
                    authenticator_data: string;
                    signature: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session comes as a cookie */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "display_name": "Anna Keller"
                     *       },
                     *       "message": "Signed in as anna"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your second factors */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "code": {
                     *           "created_at": "2026-01-30T08:00:00.000Z",
                     *           "last_used_at": "2026-01-31T08:15:02.123Z"
                     *         },
                     *         "passkeys": [
                     *           {
                     *             "credential_id": "s3cr3tCr3d3nt1alId",
                     *             "name": "Work phone",
                     *             "host": "andon.example.org",
                     *             "created_at": "2026-01-30T08:00:00.000Z",
                     *             "last_used_at": null
                     *           }
                     *         ],
                     *         "recovery_codes_left": 10,
                     *         "is_available": true,
                     *         "is_required": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SecondFactors"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginCodeFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a password of hers"
                 *     }
                 */
                "application/json": {
                    /** @description Required of who is signed in; not at a sign-in that must set up a factor */
                    current_password?: string;
                };
            };
        };
        responses: {
            /** @description A new secret for an authenticator app */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                     *         "address": "otpauth://totp/Andon:anna?issuer=Andon&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CodeSecret"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addCodeFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "287082"
                 *     }
                 */
                "application/json": {
                    /** @description A code that the app shows for the new secret */
                    code: string;
                };
            };
        };
        responses: {
            /** @description One-time codes are set up */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "recovery_codes": [
                     *           "7h2k-9xqd-m4tn-c0wz",
                     *           "q3vb-5nrj-8ydf-2kam"
                     *         ]
                     *       },
                     *       "message": "One-time codes are set up"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AddedFactor"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a password of hers"
                 *     }
                 */
                "application/json": {
                    /** @description Required of who is signed in; not at a sign-in that must set up a factor */
                    current_password?: string;
                };
            };
        };
        responses: {
            /** @description The options, as `PublicKeyCredential.parseCreationOptionsFromJSON()` takes them */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "options": {
                     *           "challenge": "c2VjcmV0IGNoYWxsZW5nZQ",
                     *           "rpId": "andon.example.org",
                     *           "userVerification": "required"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Work phone",
                 *       "credential_id": "s3cr3tCr3d3nt1alId",
                 *       "client_data_json": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
                 *       "attestation_object": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ",
                 *       "transports": [
                 *         "internal"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    credential_id: string;
                    client_data_json: string;
                    attestation_object: string;
                    /** @default [] */
                    transports?: string[];
                };
            };
        };
        responses: {
            /** @description The passkey is added */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "recovery_codes": [
                     *           "7h2k-9xqd-m4tn-c0wz",
                     *           "q3vb-5nrj-8ydf-2kam"
                     *         ]
                     *       },
                     *       "message": "Passkey \"Work phone\" is added"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AddedFactor"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a password of hers"
                 *     }
                 */
                "application/json": {
                    current_password: string;
                };
            };
        };
        responses: {
            /** @description 10 new recovery codes, shown only in this answer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "recovery_codes": [
                     *           "7h2k-9xqd-m4tn-c0wz",
                     *           "q3vb-5nrj-8ydf-2kam"
                     *         ]
                     *       },
                     *       "message": "The recovery codes are new; the old ones are no longer accepted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            recovery_codes: string[];
                        };
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a password of hers",
                 *       "factor": "code"
                 *     }
                 */
                "application/json": {
                    current_password: string;
                    /** @enum {string} */
                    factor: "code" | "passkey";
                    /** @description Which passkey; required for one */
                    credential_id?: string;
                };
            };
        };
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "One-time codes are removed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users, without their passwords */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 2,
                     *           "username": "anna",
                     *           "role": "viewer",
                     *           "grants": [
                     *             {
                     *               "role": "operator",
                     *               "area_ids": [
                     *                 1
                     *               ]
                     *             }
                     *           ],
                     *           "is_active": true,
                     *           "display_name": "Anna Keller",
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "identity": null,
                     *           "second_factors": [
                     *             "passkey"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["User"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna",
                 *       "password": "a password of hers",
                 *       "role": "operator"
                 *     }
                 */
                "application/json": {
                    username: string;
                    /** @description A password that is guessed within a million attempts is refused: repeated characters, sequences, common passwords and the user name make it easy */
                    password: string;
                    /** @enum {string} */
                    role: "viewer" | "operator" | "engineer" | "admin";
                    /**
                     * @description Roles in areas of responsibility, beside `role`, which counts in the whole plant
                     * @default []
                     */
                    grants?: {
                        /** @enum {string} */
                        role: "viewer" | "operator" | "engineer" | "admin";
                        area_ids: number[];
                    }[];
                    /** @default true */
                    is_active?: boolean;
                    display_name?: string | null;
                };
            };
        };
        responses: {
            /** @description The new user */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 2,
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "is_active": true,
                     *         "display_name": "Anna Keller",
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "identity": null,
                     *         "second_factors": [
                     *           "passkey"
                     *         ]
                     *       },
                     *       "message": "User \"anna\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["User"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 2,
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "is_active": true,
                     *         "display_name": "Anna Keller",
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "identity": null,
                     *         "second_factors": [
                     *           "passkey"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["User"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "engineer"
                 *     }
                 */
                "application/json": {
                    username?: string;
                    /** @description A password that is guessed within a million attempts is refused: repeated characters, sequences, common passwords and the user name make it easy */
                    password?: string;
                    /** @enum {string} */
                    role?: "viewer" | "operator" | "engineer" | "admin";
                    grants?: {
                        /** @enum {string} */
                        role: "viewer" | "operator" | "engineer" | "admin";
                        area_ids: number[];
                    }[];
                    is_active?: boolean;
                    display_name?: string | null;
                    /** @description Ends the user's API keys too. Default: false */
                    end_keys?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed user */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 2,
                     *         "username": "anna",
                     *         "role": "viewer",
                     *         "grants": [
                     *           {
                     *             "role": "operator",
                     *             "area_ids": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "is_active": true,
                     *         "display_name": "Anna Keller",
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "identity": null,
                     *         "second_factors": [
                     *           "passkey"
                     *         ]
                     *       },
                     *       "message": "User \"anna\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["User"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description true: the user's API keys go on working, without an owner. Default: false */
                keep_keys?: boolean;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "User \"anna\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The second factors of \"anna\" are removed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your sessions, the newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "5f0c9d3ab1e2476a8c90d1e2",
                     *           "device": "Firefox on Windows",
                     *           "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                     *           "address": "192.0.2.7",
                     *           "created_at": "2026-01-31T06:00:00.000Z",
                     *           "last_used_at": "2026-01-31T08:15:02.123Z",
                     *           "expires_at": "2026-01-31T20:15:02.123Z",
                     *           "is_current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OpenSession"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 5f0c9d3ab1e2476a8c90d1e2 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended; its connections close within 2 s */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The session has ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions of the user, the newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "5f0c9d3ab1e2476a8c90d1e2",
                     *           "device": "Firefox on Windows",
                     *           "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                     *           "address": "192.0.2.7",
                     *           "created_at": "2026-01-31T06:00:00.000Z",
                     *           "last_used_at": "2026-01-31T08:15:02.123Z",
                     *           "expires_at": "2026-01-31T20:15:02.123Z",
                     *           "is_current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OpenSession"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All sessions of the user have ended */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "2 sessions have ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
                /** @example 5f0c9d3ab1e2476a8c90d1e2 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended; its connections close within 2 s */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The session has ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getScreenPairing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this browser is as a wall screen */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["ScreenCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "waiting",
                     *         "code": "409175",
                     *         "expires_at": "2026-01-31T08:25:02.123Z",
                     *         "start_page": null,
                     *         "areas": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ScreenPairing"];
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginScreenPairing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code to show; for a screen that is paired, its start page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Set-Cookie": components["headers"]["ScreenCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "waiting",
                     *         "code": "409175",
                     *         "expires_at": "2026-01-31T08:25:02.123Z",
                     *         "start_page": null,
                     *         "areas": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ScreenPairing"];
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScreens: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wall screens by name */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 3,
                     *           "name": "Line 3, above the filler",
                     *           "start_page": "/wall?layout=category",
                     *           "areas": [
                     *             1
                     *           ],
                     *           "address": "192.0.2.40",
                     *           "device": "Chrome on Linux",
                     *           "last_used_at": "2026-01-31T08:15:02.123Z",
                     *           "created_at": "2026-01-30T08:00:00.000Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Screen"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pairScreen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "409175",
                 *       "name": "Line 3",
                 *       "start_page": "/wall?layout=category"
                 *     }
                 */
                "application/json": {
                    /** @description What the screen shows; spaces do not belong to it */
                    code: string;
                    /** @description Such as `Line 3, above the filler`; unique */
                    name: string;
                    /**
                     * @description The event wall with its filters: `/wall?layout=category&hours=8`
                     * @default /wall
                     */
                    start_page?: string;
                    /**
                     * @description The ids of the areas of responsibility that its wall shows; none: the whole plant
                     * @default []
                     */
                    areas?: number[];
                };
            };
        };
        responses: {
            /** @description The browser that shows the code is this screen from now on */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "name": "Line 3, above the filler",
                     *         "start_page": "/wall?layout=category",
                     *         "areas": [
                     *           1
                     *         ],
                     *         "address": "192.0.2.40",
                     *         "device": "Chrome on Linux",
                     *         "last_used_at": "2026-01-31T08:15:02.123Z",
                     *         "created_at": "2026-01-30T08:00:00.000Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Screen \"Line 3\" is paired"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Screen"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The screen */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "name": "Line 3, above the filler",
                     *         "start_page": "/wall?layout=category",
                     *         "areas": [
                     *           1
                     *         ],
                     *         "address": "192.0.2.40",
                     *         "device": "Chrome on Linux",
                     *         "last_used_at": "2026-01-31T08:15:02.123Z",
                     *         "created_at": "2026-01-30T08:00:00.000Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Screen"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start_page": "/wall?hours=8"
                 *     }
                 */
                "application/json": {
                    /** @description Such as `Line 3, above the filler`; unique */
                    name?: string;
                    start_page?: string;
                    areas?: number[];
                };
            };
        };
        responses: {
            /** @description The changed screen */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "name": "Line 3, above the filler",
                     *         "start_page": "/wall?layout=category",
                     *         "areas": [
                     *           1
                     *         ],
                     *         "address": "192.0.2.40",
                     *         "device": "Chrome on Linux",
                     *         "last_used_at": "2026-01-31T08:15:02.123Z",
                     *         "created_at": "2026-01-30T08:00:00.000Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Screen \"Line 3\" is saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Screen"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended; its connections close within 2 s */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Screen \"Line 3\" has ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API keys, without the keys themselves */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 4,
                     *           "name": "Reporting",
                     *           "role": "viewer",
                     *           "grants": [],
                     *           "is_active": true,
                     *           "allowed_addresses": [
                     *             "10.0.0.0/8"
                     *           ],
                     *           "expires_at": "2027-01-30T08:00:00.000Z",
                     *           "last_used_at": "2026-01-31T08:15:02.123Z",
                     *           "created_at": "2026-01-30T08:00:00.000Z",
                     *           "created_by": "admin",
                     *           "owner_id": 2,
                     *           "owner": "anna"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKey"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reporting",
                 *       "role": "viewer",
                 *       "expires_at": "2027-01-30T08:00:00Z"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    role: "viewer" | "operator" | "engineer" | "admin";
                    /**
                     * @description Roles in areas of responsibility, beside `role`, which counts in the whole plant
                     * @default []
                     */
                    grants?: {
                        /** @enum {string} */
                        role: "viewer" | "operator" | "engineer" | "admin";
                        area_ids: number[];
                    }[];
                    /** @default true */
                    is_active?: boolean;
                    /**
                     * @description IP addresses and networks (CIDR) that the key may be used from; empty: from everywhere
                     * @default []
                     */
                    allowed_addresses?: string[];
                    /**
                     * Format: date-time
                     * @description null: it does not expire. Absent in a new key: in a year
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The new API key. Only this answer has the key itself, as `key` */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 4,
                     *         "name": "Reporting",
                     *         "role": "viewer",
                     *         "grants": [],
                     *         "is_active": true,
                     *         "allowed_addresses": [
                     *           "10.0.0.0/8"
                     *         ],
                     *         "expires_at": "2027-01-30T08:00:00.000Z",
                     *         "last_used_at": null,
                     *         "created_at": "2026-01-30T08:00:00.000Z",
                     *         "created_by": "admin",
                     *         "owner_id": 2,
                     *         "owner": "anna",
                     *         "key": "andon_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
                     *       },
                     *       "message": "API key \"Reporting\" is created; it is shown this once"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NewApiKey"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key's record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 4,
                     *         "name": "Reporting",
                     *         "role": "viewer",
                     *         "grants": [],
                     *         "is_active": true,
                     *         "allowed_addresses": [
                     *           "10.0.0.0/8"
                     *         ],
                     *         "expires_at": "2027-01-30T08:00:00.000Z",
                     *         "last_used_at": "2026-01-31T08:15:02.123Z",
                     *         "created_at": "2026-01-30T08:00:00.000Z",
                     *         "created_by": "admin",
                     *         "owner_id": 2,
                     *         "owner": "anna"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    role?: "viewer" | "operator" | "engineer" | "admin";
                    grants?: {
                        /** @enum {string} */
                        role: "viewer" | "operator" | "engineer" | "admin";
                        area_ids: number[];
                    }[];
                    is_active?: boolean;
                    allowed_addresses?: string[];
                    /**
                     * Format: date-time
                     * @description null: it does not expire. Absent in a new key: in a year
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The API key's changed record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 4,
                     *         "name": "Reporting",
                     *         "role": "viewer",
                     *         "grants": [],
                     *         "is_active": true,
                     *         "allowed_addresses": [
                     *           "10.0.0.0/8"
                     *         ],
                     *         "expires_at": "2027-01-30T08:00:00.000Z",
                     *         "last_used_at": "2026-01-31T08:15:02.123Z",
                     *         "created_at": "2026-01-30T08:00:00.000Z",
                     *         "created_by": "admin",
                     *         "owner_id": 2,
                     *         "owner": "anna"
                     *       },
                     *       "message": "API key \"Reporting\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; the key is no longer accepted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "API key \"Reporting\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIdentityProviders: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity providers, without their secrets */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "ldap": null,
                     *           "name": "corp",
                     *           "issuer": "https://login.example.org/realms/plant",
                     *           "audience": null,
                     *           "client_id": "andon",
                     *           "has_client_secret": true,
                     *           "scopes": "openid profile",
                     *           "username_claim": "preferred_username",
                     *           "groups_claim": "groups",
                     *           "grants": [
                     *             {
                     *               "group": "/plant/operators",
                     *               "role": "operator",
                     *               "area_ids": null
                     *             }
                     *           ],
                     *           "button_label": null,
                     *           "is_active": true,
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin",
                     *           "redirect_address": "https://andon.example.org/auth/oidc/1/callback",
                     *           "after_logout_address": "https://andon.example.org/sign-in",
                     *           "backchannel_logout_address": "https://andon.example.org/auth/backchannel-logout/1"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProvider"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "corp",
                 *       "issuer": "https://login.example.org/realms/plant",
                 *       "client_id": "andon",
                 *       "client_secret": "the-secret-of-the-client",
                 *       "grants": [
                 *         {
                 *           "group": "/plant/operators",
                 *           "role": "operator"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For an LDAP directory, such as Active Directory, which then has an ldaps or ldap address as issuer; null: a provider of OpenID Connect
                     * @default null
                     */
                    ldap?: {
                        /** @description The DN under which people are searched */
                        user_base: string;
                        /**
                         * @description Finds one person; `{username}` stands for the name that was typed, escaped
                         * @default (|(sAMAccountName={username})(uid={username}))
                         */
                        user_filter?: string;
                        /**
                         * @description The DN under which groups are searched; null: the same as user_base
                         * @default null
                         */
                        group_base?: string | null;
                        /**
                         * @description The certificates (PEM) that sign the directory's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | null;
                    /** @description The part after `@` in the names of its users; unique */
                    name: string;
                    /** @description As the provider writes it in its tokens; one provider an issuer. Of a directory its address: `ldaps://host`, or `ldap://host` with StartTLS */
                    issuer: string;
                    /**
                     * @description The audience of access tokens that programs may send; never the client id. null: none may
                     * @default null
                     */
                    audience?: string | null;
                    /** @description Of a directory: the DN of the account that searches; its password is the client_secret */
                    client_id: string;
                    /** @default openid profile */
                    scopes?: string;
                    /** @default preferred_username */
                    username_claim?: string;
                    /**
                     * @description A claim with the groups, such as groups, roles or realm_access.roles
                     * @default groups
                     */
                    groups_claim?: string;
                    /**
                     * @description Who is in none of the groups cannot sign in; of several roles the highest counts. Who has roles in areas only is a viewer in the whole plant
                     * @default []
                     */
                    grants?: {
                        /** @description A value of the groups claim, or a scope of an access token, written exactly so */
                        group: string;
                        /** @enum {string} */
                        role: "viewer" | "operator" | "engineer" | "admin";
                        /**
                         * @description Areas of responsibility; null: the whole plant
                         * @default null
                         */
                        area_ids?: number[] | null;
                    }[];
                    /**
                     * @description The text of its button on the sign-in page; null: `Sign in with <name>`
                     * @default null
                     */
                    button_label?: string | null;
                    /** @default true */
                    is_active?: boolean;
                    /** @description null removes it: a public client */
                    client_secret?: string | null;
                };
            };
        };
        responses: {
            /** @description The new identity provider */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "ldap": null,
                     *         "name": "corp",
                     *         "issuer": "https://login.example.org/realms/plant",
                     *         "audience": null,
                     *         "client_id": "andon",
                     *         "has_client_secret": true,
                     *         "scopes": "openid profile",
                     *         "username_claim": "preferred_username",
                     *         "groups_claim": "groups",
                     *         "grants": [
                     *           {
                     *             "group": "/plant/operators",
                     *             "role": "operator",
                     *             "area_ids": null
                     *           }
                     *         ],
                     *         "button_label": null,
                     *         "is_active": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin",
                     *         "redirect_address": "https://andon.example.org/auth/oidc/1/callback",
                     *         "after_logout_address": "https://andon.example.org/sign-in",
                     *         "backchannel_logout_address": "https://andon.example.org/auth/backchannel-logout/1"
                     *       },
                     *       "message": "Identity provider \"corp\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProvider"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity provider, without its secret */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "ldap": null,
                     *         "name": "corp",
                     *         "issuer": "https://login.example.org/realms/plant",
                     *         "audience": null,
                     *         "client_id": "andon",
                     *         "has_client_secret": true,
                     *         "scopes": "openid profile",
                     *         "username_claim": "preferred_username",
                     *         "groups_claim": "groups",
                     *         "grants": [
                     *           {
                     *             "group": "/plant/operators",
                     *             "role": "operator",
                     *             "area_ids": null
                     *           }
                     *         ],
                     *         "button_label": null,
                     *         "is_active": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin",
                     *         "redirect_address": "https://andon.example.org/auth/oidc/1/callback",
                     *         "after_logout_address": "https://andon.example.org/sign-in",
                     *         "backchannel_logout_address": "https://andon.example.org/auth/backchannel-logout/1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProvider"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": {
                    ldap?: {
                        /** @description The DN under which people are searched */
                        user_base: string;
                        /**
                         * @description Finds one person; `{username}` stands for the name that was typed, escaped
                         * @default (|(sAMAccountName={username})(uid={username}))
                         */
                        user_filter?: string;
                        /**
                         * @description The DN under which groups are searched; null: the same as user_base
                         * @default null
                         */
                        group_base?: string | null;
                        /**
                         * @description The certificates (PEM) that sign the directory's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | null;
                    /** @description The part after `@` in the names of its users; unique */
                    name?: string;
                    /** @description As the provider writes it in its tokens; one provider an issuer. Of a directory its address: `ldaps://host`, or `ldap://host` with StartTLS */
                    issuer?: string;
                    audience?: string | null;
                    /** @description Of a directory: the DN of the account that searches; its password is the client_secret */
                    client_id?: string;
                    scopes?: string;
                    username_claim?: string;
                    groups_claim?: string;
                    grants?: {
                        /** @description A value of the groups claim, or a scope of an access token, written exactly so */
                        group: string;
                        /** @enum {string} */
                        role: "viewer" | "operator" | "engineer" | "admin";
                        /**
                         * @description Areas of responsibility; null: the whole plant
                         * @default null
                         */
                        area_ids?: number[] | null;
                    }[];
                    button_label?: string | null;
                    is_active?: boolean;
                    /** @description null removes it: a public client */
                    client_secret?: string | null;
                };
            };
        };
        responses: {
            /** @description The changed identity provider */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "ldap": null,
                     *         "name": "corp",
                     *         "issuer": "https://login.example.org/realms/plant",
                     *         "audience": null,
                     *         "client_id": "andon",
                     *         "has_client_secret": true,
                     *         "scopes": "openid profile",
                     *         "username_claim": "preferred_username",
                     *         "groups_claim": "groups",
                     *         "grants": [
                     *           {
                     *             "group": "/plant/operators",
                     *             "role": "operator",
                     *             "area_ids": null
                     *           }
                     *         ],
                     *         "button_label": null,
                     *         "is_active": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin",
                     *         "redirect_address": "https://andon.example.org/auth/oidc/1/callback",
                     *         "after_logout_address": "https://andon.example.org/sign-in",
                     *         "backchannel_logout_address": "https://andon.example.org/auth/backchannel-logout/1"
                     *       },
                     *       "message": "Identity provider \"corp\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProvider"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Identity provider \"corp\" is deleted; the sessions of its users have ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What works and what does not */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "failed",
                     *         "findings": [
                     *           {
                     *             "check": "discovery",
                     *             "status": "ok",
                     *             "message": "The provider's configuration is read"
                     *           },
                     *           {
                     *             "check": "redirect_address",
                     *             "status": "failed",
                     *             "message": "The provider refuses the redirect address; register https://andon.example.org/auth/oidc/1/callback there"
                     *           }
                     *         ],
                     *         "redirect_address": "https://andon.example.org/auth/oidc/1/callback",
                     *         "tested_at": "2026-01-31T08:15:02.123Z"
                     *       },
                     *       "message": "Identity provider \"corp\": people cannot sign in; see the findings"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProviderTest"];
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFallbackState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether somebody is called */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "nobody_is_called": false,
                     *         "contact_point": {
                     *           "id": 1,
                     *           "name": "Control room"
                     *         },
                     *         "tested_at": "2026-01-31T08:15:02.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["FallbackState"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listContactPoints: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact points, without their secrets */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Control room",
                     *           "description": "",
                     *           "kind": "email",
                     *           "fallback": true,
                     *           "max_per_minute": 60,
                     *           "config": {
                     *             "kind": "email",
                     *             "host": "smtp.example.org",
                     *             "port": 587,
                     *             "tls": "starttls",
                     *             "user": "andon",
                     *             "from": "andon@example.org",
                     *             "from_name": "Andon",
                     *             "to": [
                     *               "control-room@example.org"
                     *             ],
                     *             "ca": null
                     *           },
                     *           "receiver": "smtp.example.org:587",
                     *           "stored_secrets": [
                     *             "password"
                     *           ],
                     *           "takes_addresses": true,
                     *           "last_test": {
                     *             "at": "2026-01-31T08:15:02.123Z",
                     *             "by": "admin",
                     *             "passed": true,
                     *             "outcome": "accepted",
                     *             "status": 250,
                     *             "words": "250 2.0.0 Ok: queued as 4F2A1",
                     *             "latency_ms": 182
                     *           },
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactPoint"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createContactPoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Control room",
                 *       "fallback": true,
                 *       "config": {
                 *         "kind": "email",
                 *         "host": "smtp.example.org",
                 *         "port": 587,
                 *         "tls": "starttls",
                 *         "user": "andon",
                 *         "from": "andon@example.org",
                 *         "from_name": "Andon",
                 *         "to": [
                 *           "control-room@example.org"
                 *         ],
                 *         "ca": null
                 *       },
                 *       "secrets": {
                 *         "password": "the-password-of-the-mailbox"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @default  */
                    description?: string | null;
                    /**
                     * @description Told when nobody else is. At most one is: marking one unmarks the other
                     * @default false
                     */
                    fallback?: boolean;
                    /** @default 60 */
                    max_per_minute?: number;
                    config: {
                        /** @enum {string} */
                        kind: "email";
                        host: string;
                        /** @default 587 */
                        port?: number;
                        /**
                         * @description `starttls`: the connection must become encrypted; `tls`: it is from the start; `none`: only to private addresses listed in OUTBOUND_ALLOW, without a user
                         * @default starttls
                         * @enum {string}
                         */
                        tls?: "starttls" | "tls" | "none";
                        /**
                         * @description null: the server asks for no password
                         * @default null
                         */
                        user?: string | null;
                        from: string;
                        /** @default Andon */
                        from_name?: string;
                        /**
                         * @description The shared mailboxes; empty: only the addresses of persons are told
                         * @default []
                         */
                        to?: string[];
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "webhook";
                        url: string;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "teams";
                    } | {
                        /** @enum {string} */
                        kind: "slack";
                    } | {
                        /** @enum {string} */
                        kind: "http";
                        /**
                         * @default POST
                         * @enum {string}
                         */
                        method?: "POST" | "PUT" | "PATCH" | "GET";
                        /** @description Takes placeholders in the path and the query, such as `{event_key}` or `{secret.token}` */
                        url: string;
                        /** @default [] */
                        headers?: {
                            name: string;
                            value: string;
                        }[];
                        /**
                         * @default application/json
                         * @enum {string}
                         */
                        content_type?: "application/json" | "application/x-www-form-urlencoded" | "text/plain";
                        /**
                         * @description Placeholders: `{delivery_key}`, `{event_key}`, `{title}`, `{text}`, `{severity}`, `{status}`, `{to}`, `{link}`, `{secret.NAME}`, and choices such as `{status:firing=trigger,resolved=resolve}`. Values are escaped for the content type
                         * @default
                         */
                        body?: string;
                        /**
                         * @description What `{to}` stands for in messages to nobody in particular, such as a number of the control room
                         * @default null
                         */
                        to?: string | null;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "mqtt";
                        host: string;
                        /** @default 8883 */
                        port?: number;
                        /**
                         * @description false: only to private addresses listed in OUTBOUND_ALLOW, without a user
                         * @default true
                         */
                        tls?: boolean;
                        /** @default null */
                        user?: string | null;
                        /** @description Takes placeholders, whose values stay within one level: `plant/alarms/{severity}` */
                        topic: string;
                        /** @default 1 */
                        qos?: number;
                        /** @default false */
                        retain?: boolean;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    };
                    /** @description Stored encrypted, never read back; omitted ones stay, null removes one. email: `password`; webhook: `secret` and, while it is replaced, `second_secret` (`whsec_` and 24 to 64 bytes as base64); teams and slack: `url`; mqtt: `password`; http: any name, used as `{secret.NAME}` */
                    secrets?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The new contact point */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Control room",
                     *         "description": "",
                     *         "kind": "email",
                     *         "fallback": true,
                     *         "max_per_minute": 60,
                     *         "config": {
                     *           "kind": "email",
                     *           "host": "smtp.example.org",
                     *           "port": 587,
                     *           "tls": "starttls",
                     *           "user": "andon",
                     *           "from": "andon@example.org",
                     *           "from_name": "Andon",
                     *           "to": [
                     *             "control-room@example.org"
                     *           ],
                     *           "ca": null
                     *         },
                     *         "receiver": "smtp.example.org:587",
                     *         "stored_secrets": [
                     *           "password"
                     *         ],
                     *         "takes_addresses": true,
                     *         "last_test": {
                     *           "at": "2026-01-31T08:15:02.123Z",
                     *           "by": "admin",
                     *           "passed": true,
                     *           "outcome": "accepted",
                     *           "status": 250,
                     *           "words": "250 2.0.0 Ok: queued as 4F2A1",
                     *           "latency_ms": 182
                     *         },
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Contact point \"Control room\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactPoint"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testUnsavedContactPoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "kind": "email",
                 *         "host": "smtp.example.org",
                 *         "port": 587,
                 *         "tls": "starttls",
                 *         "user": "andon",
                 *         "from": "andon@example.org",
                 *         "from_name": "Andon",
                 *         "to": [
                 *           "control-room@example.org"
                 *         ],
                 *         "ca": null
                 *       },
                 *       "secrets": {
                 *         "password": "the-password-of-the-mailbox"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A stored contact point whose secrets are used where the settings still name its receiver
                     * @default null
                     */
                    id?: number | null;
                    config: {
                        /** @enum {string} */
                        kind: "email";
                        host: string;
                        /** @default 587 */
                        port?: number;
                        /**
                         * @description `starttls`: the connection must become encrypted; `tls`: it is from the start; `none`: only to private addresses listed in OUTBOUND_ALLOW, without a user
                         * @default starttls
                         * @enum {string}
                         */
                        tls?: "starttls" | "tls" | "none";
                        /**
                         * @description null: the server asks for no password
                         * @default null
                         */
                        user?: string | null;
                        from: string;
                        /** @default Andon */
                        from_name?: string;
                        /**
                         * @description The shared mailboxes; empty: only the addresses of persons are told
                         * @default []
                         */
                        to?: string[];
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "webhook";
                        url: string;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "teams";
                    } | {
                        /** @enum {string} */
                        kind: "slack";
                    } | {
                        /** @enum {string} */
                        kind: "http";
                        /**
                         * @default POST
                         * @enum {string}
                         */
                        method?: "POST" | "PUT" | "PATCH" | "GET";
                        /** @description Takes placeholders in the path and the query, such as `{event_key}` or `{secret.token}` */
                        url: string;
                        /** @default [] */
                        headers?: {
                            name: string;
                            value: string;
                        }[];
                        /**
                         * @default application/json
                         * @enum {string}
                         */
                        content_type?: "application/json" | "application/x-www-form-urlencoded" | "text/plain";
                        /**
                         * @description Placeholders: `{delivery_key}`, `{event_key}`, `{title}`, `{text}`, `{severity}`, `{status}`, `{to}`, `{link}`, `{secret.NAME}`, and choices such as `{status:firing=trigger,resolved=resolve}`. Values are escaped for the content type
                         * @default
                         */
                        body?: string;
                        /**
                         * @description What `{to}` stands for in messages to nobody in particular, such as a number of the control room
                         * @default null
                         */
                        to?: string | null;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "mqtt";
                        host: string;
                        /** @default 8883 */
                        port?: number;
                        /**
                         * @description false: only to private addresses listed in OUTBOUND_ALLOW, without a user
                         * @default true
                         */
                        tls?: boolean;
                        /** @default null */
                        user?: string | null;
                        /** @description Takes placeholders, whose values stay within one level: `plant/alarms/{severity}` */
                        topic: string;
                        /** @default 1 */
                        qos?: number;
                        /** @default false */
                        retain?: boolean;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    };
                    /** @description Stored encrypted, never read back; omitted ones stay, null removes one. email: `password`; webhook: `secret` and, while it is replaced, `second_secret` (`whsec_` and 24 to 64 bytes as base64); teams and slack: `url`; mqtt: `password`; http: any name, used as `{secret.NAME}` */
                    secrets?: {
                        [key: string]: string | null;
                    };
                    /**
                     * @description The address of a person, where the contact point takes one; null: its own receiver
                     * @default null
                     */
                    to?: string | null;
                };
            };
        };
        responses: {
            /** @description What the receiver said */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "at": "2026-01-31T08:15:02.123Z",
                     *         "by": "admin",
                     *         "passed": true,
                     *         "outcome": "accepted",
                     *         "status": 250,
                     *         "words": "250 2.0.0 Ok: queued as 4F2A1",
                     *         "latency_ms": 182
                     *       },
                     *       "message": "the receiver took the test message"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactPointTest"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContactPoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact point, without its secrets */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Control room",
                     *         "description": "",
                     *         "kind": "email",
                     *         "fallback": true,
                     *         "max_per_minute": 60,
                     *         "config": {
                     *           "kind": "email",
                     *           "host": "smtp.example.org",
                     *           "port": 587,
                     *           "tls": "starttls",
                     *           "user": "andon",
                     *           "from": "andon@example.org",
                     *           "from_name": "Andon",
                     *           "to": [
                     *             "control-room@example.org"
                     *           ],
                     *           "ca": null
                     *         },
                     *         "receiver": "smtp.example.org:587",
                     *         "stored_secrets": [
                     *           "password"
                     *         ],
                     *         "takes_addresses": true,
                     *         "last_test": {
                     *           "at": "2026-01-31T08:15:02.123Z",
                     *           "by": "admin",
                     *           "passed": true,
                     *           "outcome": "accepted",
                     *           "status": 250,
                     *           "words": "250 2.0.0 Ok: queued as 4F2A1",
                     *           "latency_ms": 182
                     *         },
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactPoint"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateContactPoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_per_minute": 30
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string | null;
                    fallback?: boolean;
                    max_per_minute?: number;
                    config?: {
                        /** @enum {string} */
                        kind: "email";
                        host: string;
                        /** @default 587 */
                        port?: number;
                        /**
                         * @description `starttls`: the connection must become encrypted; `tls`: it is from the start; `none`: only to private addresses listed in OUTBOUND_ALLOW, without a user
                         * @default starttls
                         * @enum {string}
                         */
                        tls?: "starttls" | "tls" | "none";
                        /**
                         * @description null: the server asks for no password
                         * @default null
                         */
                        user?: string | null;
                        from: string;
                        /** @default Andon */
                        from_name?: string;
                        /**
                         * @description The shared mailboxes; empty: only the addresses of persons are told
                         * @default []
                         */
                        to?: string[];
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "webhook";
                        url: string;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "teams";
                    } | {
                        /** @enum {string} */
                        kind: "slack";
                    } | {
                        /** @enum {string} */
                        kind: "http";
                        /**
                         * @default POST
                         * @enum {string}
                         */
                        method?: "POST" | "PUT" | "PATCH" | "GET";
                        /** @description Takes placeholders in the path and the query, such as `{event_key}` or `{secret.token}` */
                        url: string;
                        /** @default [] */
                        headers?: {
                            name: string;
                            value: string;
                        }[];
                        /**
                         * @default application/json
                         * @enum {string}
                         */
                        content_type?: "application/json" | "application/x-www-form-urlencoded" | "text/plain";
                        /**
                         * @description Placeholders: `{delivery_key}`, `{event_key}`, `{title}`, `{text}`, `{severity}`, `{status}`, `{to}`, `{link}`, `{secret.NAME}`, and choices such as `{status:firing=trigger,resolved=resolve}`. Values are escaped for the content type
                         * @default
                         */
                        body?: string;
                        /**
                         * @description What `{to}` stands for in messages to nobody in particular, such as a number of the control room
                         * @default null
                         */
                        to?: string | null;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    } | {
                        /** @enum {string} */
                        kind: "mqtt";
                        host: string;
                        /** @default 8883 */
                        port?: number;
                        /**
                         * @description false: only to private addresses listed in OUTBOUND_ALLOW, without a user
                         * @default true
                         */
                        tls?: boolean;
                        /** @default null */
                        user?: string | null;
                        /** @description Takes placeholders, whose values stay within one level: `plant/alarms/{severity}` */
                        topic: string;
                        /** @default 1 */
                        qos?: number;
                        /** @default false */
                        retain?: boolean;
                        /**
                         * @description The certificates (PEM) that sign the receiver's; null: the public ones
                         * @default null
                         */
                        ca?: string | null;
                    };
                    /** @description Stored encrypted, never read back; omitted ones stay, null removes one. email: `password`; webhook: `secret` and, while it is replaced, `second_secret` (`whsec_` and 24 to 64 bytes as base64); teams and slack: `url`; mqtt: `password`; http: any name, used as `{secret.NAME}` */
                    secrets?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The changed contact point */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Control room",
                     *         "description": "",
                     *         "kind": "email",
                     *         "fallback": true,
                     *         "max_per_minute": 60,
                     *         "config": {
                     *           "kind": "email",
                     *           "host": "smtp.example.org",
                     *           "port": 587,
                     *           "tls": "starttls",
                     *           "user": "andon",
                     *           "from": "andon@example.org",
                     *           "from_name": "Andon",
                     *           "to": [
                     *             "control-room@example.org"
                     *           ],
                     *           "ca": null
                     *         },
                     *         "receiver": "smtp.example.org:587",
                     *         "stored_secrets": [
                     *           "password"
                     *         ],
                     *         "takes_addresses": true,
                     *         "last_test": {
                     *           "at": "2026-01-31T08:15:02.123Z",
                     *           "by": "admin",
                     *           "passed": true,
                     *           "outcome": "accepted",
                     *           "status": 250,
                     *           "words": "250 2.0.0 Ok: queued as 4F2A1",
                     *           "latency_ms": 182
                     *         },
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Contact point \"Control room\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactPoint"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteContactPoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Contact point \"Control room\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testContactPoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * @description The address of a person, where the contact point takes one; null: its own receiver
                     * @default null
                     */
                    to?: string | null;
                };
            };
        };
        responses: {
            /** @description What the receiver said */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "at": "2026-01-31T08:15:02.123Z",
                     *         "by": "admin",
                     *         "passed": true,
                     *         "outcome": "accepted",
                     *         "status": 250,
                     *         "words": "250 2.0.0 Ok: queued as 4F2A1",
                     *         "latency_ms": 182
                     *       },
                     *       "message": "Contact point \"Control room\": the receiver took the test message"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactPointTest"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration, without its secret */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "client_id": "5f1c8e0a-andon",
                     *         "has_client_secret": true,
                     *         "region": "eu-west",
                     *         "tenant_id": "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
                     *         "namespace_id": "production",
                     *         "base_url": null,
                     *         "wait_seconds": null,
                     *         "poll_seconds": 10,
                     *         "change_feed": "auto",
                     *         "max_age_seconds": 0,
                     *         "source_lost_seconds": 60,
                     *         "correction_horizon_hours": 72,
                     *         "requests_per_minute": 120,
                     *         "is_active": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Configuration"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "5f1c8e0a-andon",
                 *       "client_secret": "the secret of the client",
                 *       "region": "eu-west",
                 *       "tenant_id": "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
                 *       "namespace_id": "production"
                 *     }
                 */
                "application/json": {
                    client_id: string;
                    /** @description us-west, eu-west, australia, japan or simulator, or as the vendor spells it (`WestUS`, `North Europe` …); case, spaces, `-` and `_` do not matter */
                    region: string;
                    tenant_id: string;
                    namespace_id: string;
                    client_secret?: string;
                    base_url?: string | null;
                    wait_seconds?: number | null;
                    poll_seconds?: number;
                    /** @enum {string} */
                    change_feed?: "auto" | "off";
                    max_age_seconds?: number;
                    source_lost_seconds?: number;
                    correction_horizon_hours?: number;
                    requests_per_minute?: number;
                };
            };
        };
        responses: {
            /** @description The saved configuration */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "client_id": "5f1c8e0a-andon",
                     *         "has_client_secret": true,
                     *         "region": "eu-west",
                     *         "tenant_id": "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
                     *         "namespace_id": "production",
                     *         "base_url": null,
                     *         "wait_seconds": null,
                     *         "poll_seconds": 10,
                     *         "change_feed": "auto",
                     *         "max_age_seconds": 0,
                     *         "source_lost_seconds": 60,
                     *         "correction_horizon_hours": 72,
                     *         "requests_per_minute": 120,
                     *         "is_active": true
                     *       },
                     *       "message": "The configuration is saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Configuration"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "client_id": "5f1c8e0a-andon",
                 *       "client_secret": "the secret of the client",
                 *       "region": "eu-west",
                 *       "tenant_id": "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
                 *       "namespace_id": "production"
                 *     }
                 */
                "application/json": {
                    client_id?: string;
                    /** @description us-west, eu-west, australia, japan or simulator, or as the vendor spells it (`WestUS`, `North Europe` …); case, spaces, `-` and `_` do not matter */
                    region?: string;
                    tenant_id?: string;
                    namespace_id?: string;
                    client_secret?: string;
                    base_url?: string | null;
                    wait_seconds?: number | null;
                    poll_seconds?: number;
                    /** @enum {string} */
                    change_feed?: "auto" | "off";
                    max_age_seconds?: number;
                    source_lost_seconds?: number;
                    correction_horizon_hours?: number;
                    requests_per_minute?: number;
                };
            };
        };
        responses: {
            /** @description The answer of the data source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "connection_status": "connected",
                     *         "tenant_info": {
                     *           "id": "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
                     *           "name": "Example Works",
                     *           "state": "Active"
                     *         },
                     *         "namespace_info": {
                     *           "id": "production",
                     *           "description": "The plant",
                     *           "region": "WestEurope",
                     *           "state": "Active"
                     *         },
                     *         "latency_ms": 84,
                     *         "tested_at": "2026-01-31T08:15:02.123Z"
                     *       },
                     *       "message": "The connection works"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ConnectionTest"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissing"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    discoverAssets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets and streams that the data source lists */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "assets_discovered": 1,
                     *         "streams_discovered": 1,
                     *         "assets": [
                     *           {
                     *             "id": 5,
                     *             "asset_id": "Line1.Pump1",
                     *             "display_name": "Pump 1",
                     *             "is_active": true,
                     *             "streams": [
                     *               {
                     *                 "id": 17,
                     *                 "stream_id": "Line1.Pump1.Pressure",
                     *                 "stream_name": "Line1.Pump1.Pressure",
                     *                 "display_name": "Pressure",
                     *                 "asset_id": "Line1.Pump1",
                     *                 "data_type": "NUM",
                     *                 "uom": "bar",
                     *                 "is_active": true,
                     *                 "value": 4.2,
                     *                 "timestamp": "2026-01-31T08:15:02.1234567Z",
                     *                 "quality": "good"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "added": 1,
                     *         "removed": 0,
                     *         "changed": 0,
                     *         "broken_instances": [],
                     *         "unsupported": [
                     *           {
                     *             "stream_id": "Line1.Pump1.Image",
                     *             "reason": "Its type is no number, text or truth"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Found 1 assets with 1 streams"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Discovery"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissing"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMonitoredAssets: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitored assets with their streams */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 5,
                     *           "asset_id": "Line1.Pump1",
                     *           "display_name": "Pump 1",
                     *           "is_active": true,
                     *           "streams": [
                     *             {
                     *               "id": 17,
                     *               "stream_id": "Line1.Pump1.Pressure",
                     *               "stream_name": "Line1.Pump1.Pressure",
                     *               "display_name": "Pressure",
                     *               "asset_id": "Line1.Pump1",
                     *               "data_type": "NUM",
                     *               "uom": "bar",
                     *               "is_active": true,
                     *               "value": 4.2,
                     *               "timestamp": "2026-01-31T08:15:02.1234567Z",
                     *               "quality": "good"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Asset"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActiveStreams: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The streams bound by deployed instances */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 17,
                     *           "stream_id": "Line1.Pump1.Pressure",
                     *           "stream_name": "Line1.Pump1.Pressure",
                     *           "display_name": "Pressure",
                     *           "asset_id": "Line1.Pump1",
                     *           "data_type": "NUM",
                     *           "uom": "bar",
                     *           "is_active": true,
                     *           "value": 4.2,
                     *           "timestamp": "2026-01-31T08:15:02.1234567Z",
                     *           "quality": "good",
                     *           "instances": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BoundStream"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSystemTags: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The system tags and their current values */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "tag_name": "SYS.TIME.HOUR",
                     *           "description": "Hour of the day in the plant, 0 to 23",
                     *           "data_type": "NUM",
                     *           "value": 8,
                     *           "timestamp": "2026-01-31T08:15:02.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SystemTag"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportPackage: {
        parameters: {
            query?: {
                instances?: boolean;
            };
            header?: never;
            path: {
                /** @example 1 */
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "format": "andon-package",
                     *         "version": 1,
                     *         "exported_at": "2026-01-31T08:15:02.123Z",
                     *         "package": {
                     *           "name": "Utilities",
                     *           "description": "Pumps, compressors and boilers"
                     *         },
                     *         "templates": [
                     *           {
                     *             "name": "Pump pressure",
                     *             "description": "Watches a pump",
                     *             "category": "health",
                     *             "color": "#0b57a8",
                     *             "is_active": true,
                     *             "allow_instances": true,
                     *             "rules": [
                     *               {
                     *                 "rule_id": "high",
                     *                 "rule_name": "High pressure",
                     *                 "display_name": null,
                     *                 "conditions": [
                     *                   {
                     *                     "stream": "<PUMP>",
                     *                     "operator": "greater_than",
                     *                     "value": "<LIMIT>",
                     *                     "deadband": 0.2
                     *                   }
                     *                 ],
                     *                 "logic": "all",
                     *                 "event_name": "<PUMP>.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "severity": "warning",
                     *                 "on_delay_seconds": 5,
                     *                 "off_delay_seconds": 0,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "cause": "A valve behind the pump is closed",
                     *                 "consequence": null,
                     *                 "action": "Open the valve"
                     *               }
                     *             ],
                     *             "placeholders": [
                     *               {
                     *                 "placeholder_name": "PUMP",
                     *                 "data_type": "NUM",
                     *                 "description": "The pressure behind the pump",
                     *                 "is_required": true,
                     *                 "default_value": null,
                     *                 "max_age_seconds": null
                     *               },
                     *               {
                     *                 "placeholder_name": "LIMIT",
                     *                 "data_type": "NUM",
                     *                 "description": "Highest pressure, bar",
                     *                 "is_required": false,
                     *                 "default_value": 4,
                     *                 "max_age_seconds": null
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "instances": [
                     *           {
                     *             "template": "Pump pressure",
                     *             "instance_name": "Pump 1",
                     *             "plant_node_floc_id": null,
                     *             "placeholders": [
                     *               {
                     *                 "placeholder_name": "PUMP",
                     *                 "stream_name": "Line1.Pump1.Pressure"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PackageDocument"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importPackage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "format": "andon-package",
                 *         "version": 1,
                 *         "exported_at": "2026-01-31T08:15:02.123Z",
                 *         "package": {
                 *           "name": "Utilities",
                 *           "description": "Pumps, compressors and boilers"
                 *         },
                 *         "templates": [
                 *           {
                 *             "name": "Pump pressure",
                 *             "description": "Watches a pump",
                 *             "category": "health",
                 *             "color": "#0b57a8",
                 *             "is_active": true,
                 *             "allow_instances": true,
                 *             "rules": [
                 *               {
                 *                 "rule_id": "high",
                 *                 "rule_name": "High pressure",
                 *                 "display_name": null,
                 *                 "conditions": [
                 *                   {
                 *                     "stream": "<PUMP>",
                 *                     "operator": "greater_than",
                 *                     "value": "<LIMIT>",
                 *                     "deadband": 0.2
                 *                   }
                 *                 ],
                 *                 "logic": "all",
                 *                 "event_name": "<PUMP>.High",
                 *                 "event_description": "The pressure is above its limit",
                 *                 "severity": "warning",
                 *                 "on_delay_seconds": 5,
                 *                 "off_delay_seconds": 0,
                 *                 "enrichment": {
                 *                   "area": "Boiler house"
                 *                 },
                 *                 "cause": "A valve behind the pump is closed",
                 *                 "consequence": null,
                 *                 "action": "Open the valve"
                 *               }
                 *             ],
                 *             "placeholders": [
                 *               {
                 *                 "placeholder_name": "PUMP",
                 *                 "data_type": "NUM",
                 *                 "description": "The pressure behind the pump",
                 *                 "is_required": true,
                 *                 "default_value": null,
                 *                 "max_age_seconds": null
                 *               },
                 *               {
                 *                 "placeholder_name": "LIMIT",
                 *                 "data_type": "NUM",
                 *                 "description": "Highest pressure, bar",
                 *                 "is_required": false,
                 *                 "default_value": 4,
                 *                 "max_age_seconds": null
                 *               }
                 *             ]
                 *           }
                 *         ],
                 *         "instances": [
                 *           {
                 *             "template": "Pump pressure",
                 *             "instance_name": "Pump 1",
                 *             "plant_node_floc_id": null,
                 *             "placeholders": [
                 *               {
                 *                 "placeholder_name": "PUMP",
                 *                 "stream_name": "Line1.Pump1.Pressure"
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    document: {
                        /** @enum {string} */
                        format: "andon-package";
                        /** @enum {number} */
                        version: 1;
                        exported_at?: string;
                        package: {
                            name: string;
                            /** @default  */
                            description?: string | null;
                        };
                        /** @description As POST /api/templates takes them, without package_id */
                        templates: unknown[];
                        /** @description As an export has them */
                        instances?: unknown[];
                    };
                    /** @default false */
                    dry_run?: boolean;
                    /** @default true */
                    instances?: boolean;
                };
            };
        };
        responses: {
            /** @description One item for each part of the document, and the number of items of each status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "package_id": 1,
                     *         "items": [
                     *           {
                     *             "type": "package",
                     *             "name": "Utilities",
                     *             "status": "unchanged",
                     *             "changes": [],
                     *             "problems": []
                     *           },
                     *           {
                     *             "type": "template",
                     *             "name": "Pump pressure",
                     *             "status": "updated",
                     *             "changes": [
                     *               "rules.0.severity"
                     *             ],
                     *             "problems": []
                     *           }
                     *         ],
                     *         "summary": {
                     *           "dry_run": false,
                     *           "total": 2,
                     *           "created": 0,
                     *           "updated": 1,
                     *           "unchanged": 1,
                     *           "would_create": 0,
                     *           "would_update": 0,
                     *           "refused": 0
                     *         }
                     *       },
                     *       "message": "Package \"Utilities\" is imported"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ImportResult"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPackages: {
        parameters: {
            query?: {
                /** @description Default: full; brief: the number of templates in place of the templates */
                detail?: "full" | "brief";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The packages with their templates */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Utilities",
                     *           "description": "Pumps, compressors and boilers",
                     *           "created_at": "2026-01-31T07:59:00.000Z",
                     *           "created_by": "anna",
                     *           "templates": [
                     *             {
                     *               "id": 3,
                     *               "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *               "name": "Pump pressure",
                     *               "description": "Watches a pump",
                     *               "category": "health",
                     *               "color": "#0b57a8",
                     *               "package_id": 1,
                     *               "is_active": true,
                     *               "allow_instances": true,
                     *               "created_at": "2026-01-31T08:00:00.000Z",
                     *               "created_by": "anna",
                     *               "updated_at": "2026-01-31T08:00:00.000Z",
                     *               "version": 1,
                     *               "rules": [
                     *                 {
                     *                   "rule_id": "high",
                     *                   "rule_name": "High pressure",
                     *                   "display_name": null,
                     *                   "conditions": [
                     *                     {
                     *                       "stream": "<PUMP>",
                     *                       "operator": "greater_than",
                     *                       "value": "<LIMIT>",
                     *                       "deadband": 0.2
                     *                     }
                     *                   ],
                     *                   "logic": "all",
                     *                   "event_name": "<PUMP>.High",
                     *                   "event_description": "The pressure is above its limit",
                     *                   "severity": "warning",
                     *                   "on_delay_seconds": 5,
                     *                   "off_delay_seconds": 0,
                     *                   "enrichment": {
                     *                     "area": "Boiler house"
                     *                   },
                     *                   "cause": "A valve behind the pump is closed",
                     *                   "consequence": null,
                     *                   "action": "Open the valve"
                     *                 }
                     *               ],
                     *               "placeholders": [
                     *                 {
                     *                   "placeholder_name": "PUMP",
                     *                   "data_type": "NUM",
                     *                   "description": "The pressure behind the pump",
                     *                   "is_required": true,
                     *                   "default_value": null,
                     *                   "max_age_seconds": null
                     *                 },
                     *                 {
                     *                   "placeholder_name": "LIMIT",
                     *                   "data_type": "NUM",
                     *                   "description": "Highest pressure, bar",
                     *                   "is_required": false,
                     *                   "default_value": 4,
                     *                   "max_age_seconds": null
                     *                 }
                     *               ],
                     *               "rules_count": 1,
                     *               "placeholders_count": 2,
                     *               "instances_count": 1,
                     *               "instances": [
                     *                 {
                     *                   "id": 11,
                     *                   "instance_name": "Pump 1",
                     *                   "is_deployed": true
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: (components["schemas"]["Package"] | components["schemas"]["PackageBrief"])[];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPackage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Utilities",
                 *       "description": "Pumps, compressors and boilers"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @default  */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The new package */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Utilities",
                     *         "description": "Pumps, compressors and boilers",
                     *         "created_at": "2026-01-31T07:59:00.000Z",
                     *         "created_by": "anna",
                     *         "templates": []
                     *       },
                     *       "message": "Package \"Utilities\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Package"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Utilities",
                     *         "description": "Pumps, compressors and boilers",
                     *         "created_at": "2026-01-31T07:59:00.000Z",
                     *         "created_by": "anna",
                     *         "templates": [
                     *           {
                     *             "id": 3,
                     *             "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *             "name": "Pump pressure",
                     *             "description": "Watches a pump",
                     *             "category": "health",
                     *             "color": "#0b57a8",
                     *             "package_id": 1,
                     *             "is_active": true,
                     *             "allow_instances": true,
                     *             "created_at": "2026-01-31T08:00:00.000Z",
                     *             "created_by": "anna",
                     *             "updated_at": "2026-01-31T08:00:00.000Z",
                     *             "version": 1,
                     *             "rules": [
                     *               {
                     *                 "rule_id": "high",
                     *                 "rule_name": "High pressure",
                     *                 "display_name": null,
                     *                 "conditions": [
                     *                   {
                     *                     "stream": "<PUMP>",
                     *                     "operator": "greater_than",
                     *                     "value": "<LIMIT>",
                     *                     "deadband": 0.2
                     *                   }
                     *                 ],
                     *                 "logic": "all",
                     *                 "event_name": "<PUMP>.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "severity": "warning",
                     *                 "on_delay_seconds": 5,
                     *                 "off_delay_seconds": 0,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "cause": "A valve behind the pump is closed",
                     *                 "consequence": null,
                     *                 "action": "Open the valve"
                     *               }
                     *             ],
                     *             "placeholders": [
                     *               {
                     *                 "placeholder_name": "PUMP",
                     *                 "data_type": "NUM",
                     *                 "description": "The pressure behind the pump",
                     *                 "is_required": true,
                     *                 "default_value": null,
                     *                 "max_age_seconds": null
                     *               },
                     *               {
                     *                 "placeholder_name": "LIMIT",
                     *                 "data_type": "NUM",
                     *                 "description": "Highest pressure, bar",
                     *                 "is_required": false,
                     *                 "default_value": 4,
                     *                 "max_age_seconds": null
                     *               }
                     *             ],
                     *             "rules_count": 1,
                     *             "placeholders_count": 2,
                     *             "instances_count": 1,
                     *             "instances": [
                     *               {
                     *                 "id": 11,
                     *                 "instance_name": "Pump 1",
                     *                 "is_deployed": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Package"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                package_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Utilities"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The changed package */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Utilities",
                     *         "description": "Pumps, compressors and boilers",
                     *         "created_at": "2026-01-31T07:59:00.000Z",
                     *         "created_by": "anna",
                     *         "templates": [
                     *           {
                     *             "id": 3,
                     *             "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *             "name": "Pump pressure",
                     *             "description": "Watches a pump",
                     *             "category": "health",
                     *             "color": "#0b57a8",
                     *             "package_id": 1,
                     *             "is_active": true,
                     *             "allow_instances": true,
                     *             "created_at": "2026-01-31T08:00:00.000Z",
                     *             "created_by": "anna",
                     *             "updated_at": "2026-01-31T08:00:00.000Z",
                     *             "version": 1,
                     *             "rules": [
                     *               {
                     *                 "rule_id": "high",
                     *                 "rule_name": "High pressure",
                     *                 "display_name": null,
                     *                 "conditions": [
                     *                   {
                     *                     "stream": "<PUMP>",
                     *                     "operator": "greater_than",
                     *                     "value": "<LIMIT>",
                     *                     "deadband": 0.2
                     *                   }
                     *                 ],
                     *                 "logic": "all",
                     *                 "event_name": "<PUMP>.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "severity": "warning",
                     *                 "on_delay_seconds": 5,
                     *                 "off_delay_seconds": 0,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "cause": "A valve behind the pump is closed",
                     *                 "consequence": null,
                     *                 "action": "Open the valve"
                     *               }
                     *             ],
                     *             "placeholders": [
                     *               {
                     *                 "placeholder_name": "PUMP",
                     *                 "data_type": "NUM",
                     *                 "description": "The pressure behind the pump",
                     *                 "is_required": true,
                     *                 "default_value": null,
                     *                 "max_age_seconds": null
                     *               },
                     *               {
                     *                 "placeholder_name": "LIMIT",
                     *                 "data_type": "NUM",
                     *                 "description": "Highest pressure, bar",
                     *                 "is_required": false,
                     *                 "default_value": 4,
                     *                 "max_age_seconds": null
                     *               }
                     *             ],
                     *             "rules_count": 1,
                     *             "placeholders_count": 2,
                     *             "instances_count": 1,
                     *             "instances": [
                     *               {
                     *                 "id": 11,
                     *                 "instance_name": "Pump 1",
                     *                 "is_deployed": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "message": "Package \"Utilities\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Package"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Package \"Utilities\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPackageTemplates: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 1 */
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package's templates with their instances */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 3,
                     *           "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *           "name": "Pump pressure",
                     *           "description": "Watches a pump",
                     *           "category": "health",
                     *           "color": "#0b57a8",
                     *           "package_id": 1,
                     *           "is_active": true,
                     *           "allow_instances": true,
                     *           "created_at": "2026-01-31T08:00:00.000Z",
                     *           "created_by": "anna",
                     *           "updated_at": "2026-01-31T08:00:00.000Z",
                     *           "version": 1,
                     *           "rules": [
                     *             {
                     *               "rule_id": "high",
                     *               "rule_name": "High pressure",
                     *               "display_name": null,
                     *               "conditions": [
                     *                 {
                     *                   "stream": "<PUMP>",
                     *                   "operator": "greater_than",
                     *                   "value": "<LIMIT>",
                     *                   "deadband": 0.2
                     *                 }
                     *               ],
                     *               "logic": "all",
                     *               "event_name": "<PUMP>.High",
                     *               "event_description": "The pressure is above its limit",
                     *               "severity": "warning",
                     *               "on_delay_seconds": 5,
                     *               "off_delay_seconds": 0,
                     *               "enrichment": {
                     *                 "area": "Boiler house"
                     *               },
                     *               "cause": "A valve behind the pump is closed",
                     *               "consequence": null,
                     *               "action": "Open the valve"
                     *             }
                     *           ],
                     *           "placeholders": [
                     *             {
                     *               "placeholder_name": "PUMP",
                     *               "data_type": "NUM",
                     *               "description": "The pressure behind the pump",
                     *               "is_required": true,
                     *               "default_value": null,
                     *               "max_age_seconds": null
                     *             },
                     *             {
                     *               "placeholder_name": "LIMIT",
                     *               "data_type": "NUM",
                     *               "description": "Highest pressure, bar",
                     *               "is_required": false,
                     *               "default_value": 4,
                     *               "max_age_seconds": null
                     *             }
                     *           ],
                     *           "rules_count": 1,
                     *           "placeholders_count": 2,
                     *           "instances_count": 1,
                     *           "instances": [
                     *             {
                     *               "id": 11,
                     *               "instance_name": "Pump 1",
                     *               "is_deployed": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PackageTemplate"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPackageTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                package_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pump pressure",
                 *       "category": "health",
                 *       "color": "#0b57a8",
                 *       "description": "Watches a pump"
                 *     }
                 */
                "application/json": {
                    name: string;
                    category: string;
                    /** @default  */
                    description?: string | null;
                    /** @default #5b646d */
                    color?: string;
                };
            };
        };
        responses: {
            /** @description The new template, without rules */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "package_id": 1,
                     *         "is_active": true,
                     *         "allow_instances": true,
                     *         "created_at": "2026-01-31T08:00:00.000Z",
                     *         "created_by": "anna",
                     *         "updated_at": "2026-01-31T08:00:00.000Z",
                     *         "version": 1,
                     *         "rules": [],
                     *         "placeholders": [],
                     *         "rules_count": 0,
                     *         "placeholders_count": 0,
                     *         "instances_count": 0
                     *       },
                     *       "message": "Template \"Pump pressure\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Template"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                package_id?: number;
                category?: string;
                is_active?: boolean;
                has_instances?: boolean;
                /** @description Only templates whose deployed instances use this stream */
                stream_id?: number;
                /** @description Default: full; brief: without rules and placeholders, with the names and severities of the rules */
                detail?: "full" | "brief";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 3,
                     *           "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *           "name": "Pump pressure",
                     *           "description": "Watches a pump",
                     *           "category": "health",
                     *           "color": "#0b57a8",
                     *           "package_id": 1,
                     *           "is_active": true,
                     *           "allow_instances": true,
                     *           "created_at": "2026-01-31T08:00:00.000Z",
                     *           "created_by": "anna",
                     *           "updated_at": "2026-01-31T08:00:00.000Z",
                     *           "version": 1,
                     *           "rules": [
                     *             {
                     *               "rule_id": "high",
                     *               "rule_name": "High pressure",
                     *               "display_name": null,
                     *               "conditions": [
                     *                 {
                     *                   "stream": "<PUMP>",
                     *                   "operator": "greater_than",
                     *                   "value": "<LIMIT>",
                     *                   "deadband": 0.2
                     *                 }
                     *               ],
                     *               "logic": "all",
                     *               "event_name": "<PUMP>.High",
                     *               "event_description": "The pressure is above its limit",
                     *               "severity": "warning",
                     *               "on_delay_seconds": 5,
                     *               "off_delay_seconds": 0,
                     *               "enrichment": {
                     *                 "area": "Boiler house"
                     *               },
                     *               "cause": "A valve behind the pump is closed",
                     *               "consequence": null,
                     *               "action": "Open the valve"
                     *             }
                     *           ],
                     *           "placeholders": [
                     *             {
                     *               "placeholder_name": "PUMP",
                     *               "data_type": "NUM",
                     *               "description": "The pressure behind the pump",
                     *               "is_required": true,
                     *               "default_value": null,
                     *               "max_age_seconds": null
                     *             },
                     *             {
                     *               "placeholder_name": "LIMIT",
                     *               "data_type": "NUM",
                     *               "description": "Highest pressure, bar",
                     *               "is_required": false,
                     *               "default_value": 4,
                     *               "max_age_seconds": null
                     *             }
                     *           ],
                     *           "rules_count": 1,
                     *           "placeholders_count": 2,
                     *           "instances_count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: (components["schemas"]["Template"] | components["schemas"]["TemplateBrief"])[];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pump pressure",
                 *       "category": "health",
                 *       "color": "#0b57a8",
                 *       "description": "Watches a pump",
                 *       "package_id": 1,
                 *       "rules": [
                 *         {
                 *           "rule_id": "high",
                 *           "rule_name": "High pressure",
                 *           "display_name": null,
                 *           "conditions": [
                 *             {
                 *               "stream": "<PUMP>",
                 *               "operator": "greater_than",
                 *               "value": "<LIMIT>",
                 *               "deadband": 0.2
                 *             }
                 *           ],
                 *           "logic": "all",
                 *           "event_name": "<PUMP>.High",
                 *           "event_description": "The pressure is above its limit",
                 *           "severity": "warning",
                 *           "on_delay_seconds": 5,
                 *           "off_delay_seconds": 0,
                 *           "enrichment": {
                 *             "area": "Boiler house"
                 *           },
                 *           "cause": "A valve behind the pump is closed",
                 *           "consequence": null,
                 *           "action": "Open the valve"
                 *         }
                 *       ],
                 *       "placeholders": [
                 *         {
                 *           "placeholder_name": "PUMP",
                 *           "data_type": "NUM",
                 *           "description": "The pressure behind the pump",
                 *           "is_required": true,
                 *           "default_value": null,
                 *           "max_age_seconds": null
                 *         },
                 *         {
                 *           "placeholder_name": "LIMIT",
                 *           "data_type": "NUM",
                 *           "description": "Highest pressure, bar",
                 *           "is_required": false,
                 *           "default_value": 4,
                 *           "max_age_seconds": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    category: string;
                    package_id: number;
                    /** @default  */
                    description?: string | null;
                    /** @default #5b646d */
                    color?: string;
                    /**
                     * @description A template's name, description, rules and placeholders take at most 192 KiB as JSON
                     * @default []
                     */
                    rules?: components["schemas"]["RuleInput"][];
                    /** @default [] */
                    placeholders?: components["schemas"]["PlaceholderInput"][];
                };
            };
        };
        responses: {
            /** @description The new template */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Template \"Pump pressure\" is created",
                     *       "template": {
                     *         "id": 3,
                     *         "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "package_id": 1,
                     *         "is_active": true,
                     *         "allow_instances": true,
                     *         "created_at": "2026-01-31T08:00:00.000Z",
                     *         "created_by": "anna",
                     *         "updated_at": "2026-01-31T08:00:00.000Z",
                     *         "version": 1,
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": null,
                     *             "conditions": [
                     *               {
                     *                 "stream": "<PUMP>",
                     *                 "operator": "greater_than",
                     *                 "value": "<LIMIT>",
                     *                 "deadband": 0.2
                     *               }
                     *             ],
                     *             "logic": "all",
                     *             "event_name": "<PUMP>.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "on_delay_seconds": 5,
                     *             "off_delay_seconds": 0,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "cause": "A valve behind the pump is closed",
                     *             "consequence": null,
                     *             "action": "Open the valve"
                     *           }
                     *         ],
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "data_type": "NUM",
                     *             "description": "The pressure behind the pump",
                     *             "is_required": true,
                     *             "default_value": null,
                     *             "max_age_seconds": null
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "data_type": "NUM",
                     *             "description": "Highest pressure, bar",
                     *             "is_required": false,
                     *             "default_value": 4,
                     *             "max_age_seconds": null
                     *           }
                     *         ],
                     *         "rules_count": 1,
                     *         "placeholders_count": 2,
                     *         "instances_count": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        template: components["schemas"]["Template"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "package_id": 1,
                     *         "is_active": true,
                     *         "allow_instances": true,
                     *         "created_at": "2026-01-31T08:00:00.000Z",
                     *         "created_by": "anna",
                     *         "updated_at": "2026-01-31T08:00:00.000Z",
                     *         "version": 1,
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": null,
                     *             "conditions": [
                     *               {
                     *                 "stream": "<PUMP>",
                     *                 "operator": "greater_than",
                     *                 "value": "<LIMIT>",
                     *                 "deadband": 0.2
                     *               }
                     *             ],
                     *             "logic": "all",
                     *             "event_name": "<PUMP>.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "on_delay_seconds": 5,
                     *             "off_delay_seconds": 0,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "cause": "A valve behind the pump is closed",
                     *             "consequence": null,
                     *             "action": "Open the valve"
                     *           }
                     *         ],
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "data_type": "NUM",
                     *             "description": "The pressure behind the pump",
                     *             "is_required": true,
                     *             "default_value": null,
                     *             "max_age_seconds": null
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "data_type": "NUM",
                     *             "description": "Highest pressure, bar",
                     *             "is_required": false,
                     *             "default_value": 4,
                     *             "max_age_seconds": null
                     *           }
                     *         ],
                     *         "rules_count": 1,
                     *         "placeholders_count": 2,
                     *         "instances_count": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Template"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TemplateNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pump pressure",
                 *       "is_active": false
                 *     }
                 */
                "application/json": {
                    name?: string;
                    category?: string;
                    package_id?: number;
                    description?: string | null;
                    color?: string;
                    /** @description A template's name, description, rules and placeholders take at most 192 KiB as JSON */
                    rules?: components["schemas"]["RuleInput"][];
                    placeholders?: components["schemas"]["PlaceholderInput"][];
                    is_active?: boolean;
                    allow_instances?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "template_id": "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "package_id": 1,
                     *         "is_active": true,
                     *         "allow_instances": true,
                     *         "created_at": "2026-01-31T08:00:00.000Z",
                     *         "created_by": "anna",
                     *         "updated_at": "2026-01-31T08:00:00.000Z",
                     *         "version": 1,
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": null,
                     *             "conditions": [
                     *               {
                     *                 "stream": "<PUMP>",
                     *                 "operator": "greater_than",
                     *                 "value": "<LIMIT>",
                     *                 "deadband": 0.2
                     *               }
                     *             ],
                     *             "logic": "all",
                     *             "event_name": "<PUMP>.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "on_delay_seconds": 5,
                     *             "off_delay_seconds": 0,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "cause": "A valve behind the pump is closed",
                     *             "consequence": null,
                     *             "action": "Open the valve"
                     *           }
                     *         ],
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "data_type": "NUM",
                     *             "description": "The pressure behind the pump",
                     *             "is_required": true,
                     *             "default_value": null,
                     *             "max_age_seconds": null
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "data_type": "NUM",
                     *             "description": "Highest pressure, bar",
                     *             "is_required": false,
                     *             "default_value": 4,
                     *             "max_age_seconds": null
                     *           }
                     *         ],
                     *         "rules_count": 1,
                     *         "placeholders_count": 2,
                     *         "instances_count": 1
                     *       },
                     *       "message": "Template \"Pump pressure\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Template"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrTemplateInUse"];
            404: components["responses"]["TemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, with its undeployed instances */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Template \"Pump pressure\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrTemplateInUse"];
            404: components["responses"]["TemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions of the template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "template_id": 3,
                     *           "version": 2,
                     *           "status": "draft",
                     *           "note": "A higher limit",
                     *           "name": "Pump pressure",
                     *           "description": "Watches a pump",
                     *           "category": "health",
                     *           "color": "#0b57a8",
                     *           "rules": [
                     *             {
                     *               "rule_id": "high",
                     *               "rule_name": "High pressure",
                     *               "display_name": null,
                     *               "conditions": [
                     *                 {
                     *                   "stream": "<PUMP>",
                     *                   "operator": "greater_than",
                     *                   "value": "<LIMIT>",
                     *                   "deadband": 0.2
                     *                 }
                     *               ],
                     *               "logic": "all",
                     *               "event_name": "<PUMP>.High",
                     *               "event_description": "The pressure is above its limit",
                     *               "severity": "warning",
                     *               "on_delay_seconds": 5,
                     *               "off_delay_seconds": 0,
                     *               "enrichment": {
                     *                 "area": "Boiler house"
                     *               },
                     *               "cause": "A valve behind the pump is closed",
                     *               "consequence": null,
                     *               "action": "Open the valve"
                     *             }
                     *           ],
                     *           "placeholders": [
                     *             {
                     *               "placeholder_name": "PUMP",
                     *               "data_type": "NUM",
                     *               "description": "The pressure behind the pump",
                     *               "is_required": true,
                     *               "default_value": null,
                     *               "max_age_seconds": null
                     *             },
                     *             {
                     *               "placeholder_name": "LIMIT",
                     *               "data_type": "NUM",
                     *               "description": "Highest pressure, bar",
                     *               "is_required": false,
                     *               "default_value": 4,
                     *               "max_age_seconds": null
                     *             }
                     *           ],
                     *           "rules_count": 1,
                     *           "placeholders_count": 2,
                     *           "created_at": "2026-01-31T09:00:00.000Z",
                     *           "created_by": "anna",
                     *           "released_at": null,
                     *           "released_by": null,
                     *           "deployed_instances": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TemplateVersion"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TemplateNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "A higher limit",
                 *       "rules": [
                 *         {
                 *           "rule_id": "high",
                 *           "rule_name": "High pressure",
                 *           "display_name": null,
                 *           "conditions": [
                 *             {
                 *               "stream": "<PUMP>",
                 *               "operator": "greater_than",
                 *               "value": "<LIMIT>",
                 *               "deadband": 0.2
                 *             }
                 *           ],
                 *           "logic": "all",
                 *           "event_name": "<PUMP>.High",
                 *           "event_description": "The pressure is above its limit",
                 *           "severity": "warning",
                 *           "on_delay_seconds": 5,
                 *           "off_delay_seconds": 0,
                 *           "enrichment": {
                 *             "area": "Boiler house"
                 *           },
                 *           "cause": "A valve behind the pump is closed",
                 *           "consequence": null,
                 *           "action": "Open the valve"
                 *         }
                 *       ],
                 *       "placeholders": [
                 *         {
                 *           "placeholder_name": "PUMP",
                 *           "data_type": "NUM",
                 *           "description": "The pressure behind the pump",
                 *           "is_required": true,
                 *           "default_value": null,
                 *           "max_age_seconds": null
                 *         },
                 *         {
                 *           "placeholder_name": "LIMIT",
                 *           "data_type": "NUM",
                 *           "description": "Highest pressure, bar",
                 *           "is_required": false,
                 *           "default_value": 4,
                 *           "max_age_seconds": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    note?: string | null;
                    name?: string;
                    category?: string;
                    description?: string | null;
                    color?: string;
                    /** @description A template's name, description, rules and placeholders take at most 192 KiB as JSON */
                    rules?: components["schemas"]["RuleInput"][];
                    placeholders?: components["schemas"]["PlaceholderInput"][];
                };
            };
        };
        responses: {
            /** @description The new draft */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "template_id": 3,
                     *         "version": 2,
                     *         "status": "draft",
                     *         "note": "A higher limit",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": null,
                     *             "conditions": [
                     *               {
                     *                 "stream": "<PUMP>",
                     *                 "operator": "greater_than",
                     *                 "value": "<LIMIT>",
                     *                 "deadband": 0.2
                     *               }
                     *             ],
                     *             "logic": "all",
                     *             "event_name": "<PUMP>.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "on_delay_seconds": 5,
                     *             "off_delay_seconds": 0,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "cause": "A valve behind the pump is closed",
                     *             "consequence": null,
                     *             "action": "Open the valve"
                     *           }
                     *         ],
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "data_type": "NUM",
                     *             "description": "The pressure behind the pump",
                     *             "is_required": true,
                     *             "default_value": null,
                     *             "max_age_seconds": null
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "data_type": "NUM",
                     *             "description": "Highest pressure, bar",
                     *             "is_required": false,
                     *             "default_value": 4,
                     *             "max_age_seconds": null
                     *           }
                     *         ],
                     *         "rules_count": 1,
                     *         "placeholders_count": 2,
                     *         "created_at": "2026-01-31T09:00:00.000Z",
                     *         "created_by": "anna",
                     *         "released_at": null,
                     *         "released_by": null,
                     *         "deployed_instances": 0
                     *       },
                     *       "message": "Version 2 of template \"Pump pressure\" is a draft; release it to use it"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TemplateVersion"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                id: number;
                /** @example 2 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "template_id": 3,
                     *         "version": 2,
                     *         "status": "draft",
                     *         "note": "A higher limit",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": null,
                     *             "conditions": [
                     *               {
                     *                 "stream": "<PUMP>",
                     *                 "operator": "greater_than",
                     *                 "value": "<LIMIT>",
                     *                 "deadband": 0.2
                     *               }
                     *             ],
                     *             "logic": "all",
                     *             "event_name": "<PUMP>.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "on_delay_seconds": 5,
                     *             "off_delay_seconds": 0,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "cause": "A valve behind the pump is closed",
                     *             "consequence": null,
                     *             "action": "Open the valve"
                     *           }
                     *         ],
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "data_type": "NUM",
                     *             "description": "The pressure behind the pump",
                     *             "is_required": true,
                     *             "default_value": null,
                     *             "max_age_seconds": null
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "data_type": "NUM",
                     *             "description": "Highest pressure, bar",
                     *             "is_required": false,
                     *             "default_value": 4,
                     *             "max_age_seconds": null
                     *           }
                     *         ],
                     *         "rules_count": 1,
                     *         "placeholders_count": 2,
                     *         "created_at": "2026-01-31T09:00:00.000Z",
                     *         "created_by": "anna",
                     *         "released_at": null,
                     *         "released_by": null,
                     *         "deployed_instances": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TemplateVersion"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                id: number;
                /** @example 2 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Version 2 is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                id: number;
                /** @example 2 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version, now the current one */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "template_id": 3,
                     *         "version": 2,
                     *         "status": "current",
                     *         "note": "A higher limit",
                     *         "name": "Pump pressure",
                     *         "description": "Watches a pump",
                     *         "category": "health",
                     *         "color": "#0b57a8",
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": null,
                     *             "conditions": [
                     *               {
                     *                 "stream": "<PUMP>",
                     *                 "operator": "greater_than",
                     *                 "value": "<LIMIT>",
                     *                 "deadband": 0.2
                     *               }
                     *             ],
                     *             "logic": "all",
                     *             "event_name": "<PUMP>.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "on_delay_seconds": 5,
                     *             "off_delay_seconds": 0,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "cause": "A valve behind the pump is closed",
                     *             "consequence": null,
                     *             "action": "Open the valve"
                     *           }
                     *         ],
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "data_type": "NUM",
                     *             "description": "The pressure behind the pump",
                     *             "is_required": true,
                     *             "default_value": null,
                     *             "max_age_seconds": null
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "data_type": "NUM",
                     *             "description": "Highest pressure, bar",
                     *             "is_required": false,
                     *             "default_value": 4,
                     *             "max_age_seconds": null
                     *           }
                     *         ],
                     *         "rules_count": 1,
                     *         "placeholders_count": 2,
                     *         "created_at": "2026-01-31T09:00:00.000Z",
                     *         "created_by": "anna",
                     *         "released_at": "2026-01-31T09:10:00.000Z",
                     *         "released_by": "anna",
                     *         "deployed_instances": 0
                     *       },
                     *       "message": "Version 2 of template \"Pump pressure\" is the current one"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TemplateVersion"];
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    upgradeInstances: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                id: number;
                /** @example 2 */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_ids": [
                 *         11
                 *       ],
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    instance_ids: number[];
                    /** @default false */
                    dry_run?: boolean;
                    /** @default true */
                    backtest?: boolean;
                    /** Format: date-time */
                    from?: string;
                    /** Format: date-time */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description One item for each instance, the difference, and with dry_run a backtest */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "version": 2,
                     *         "dry_run": true,
                     *         "items": [
                     *           {
                     *             "id": 11,
                     *             "instance_name": "Pump 1",
                     *             "status": "would_upgrade",
                     *             "from_version": 1,
                     *             "events": {
                     *               "kept": 0,
                     *               "superseded": 1
                     *             }
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 1,
                     *           "upgraded": 0,
                     *           "would_upgrade": 1,
                     *           "already": 0,
                     *           "failed": 0
                     *         },
                     *         "differences": [
                     *           {
                     *             "from_version": 1,
                     *             "fields": [],
                     *             "rules": [
                     *               {
                     *                 "rule_id": "high",
                     *                 "change": "changed",
                     *                 "fields": [
                     *                   "on_delay_seconds"
                     *                 ],
                     *                 "keeps_events": false,
                     *                 "before": {
                     *                   "rule_id": "high",
                     *                   "rule_name": "High pressure",
                     *                   "display_name": null,
                     *                   "conditions": [
                     *                     {
                     *                       "stream": "<PUMP>",
                     *                       "operator": "greater_than",
                     *                       "value": "<LIMIT>",
                     *                       "deadband": 0.2
                     *                     }
                     *                   ],
                     *                   "logic": "all",
                     *                   "event_name": "<PUMP>.High",
                     *                   "event_description": "The pressure is above its limit",
                     *                   "severity": "warning",
                     *                   "on_delay_seconds": 5,
                     *                   "off_delay_seconds": 0,
                     *                   "enrichment": {
                     *                     "area": "Boiler house"
                     *                   },
                     *                   "cause": "A valve behind the pump is closed",
                     *                   "consequence": null,
                     *                   "action": "Open the valve"
                     *                 },
                     *                 "after": {
                     *                   "rule_id": "high",
                     *                   "rule_name": "High pressure",
                     *                   "display_name": null,
                     *                   "conditions": [
                     *                     {
                     *                       "stream": "<PUMP>",
                     *                       "operator": "greater_than",
                     *                       "value": "<LIMIT>",
                     *                       "deadband": 0.2
                     *                     }
                     *                   ],
                     *                   "logic": "all",
                     *                   "event_name": "<PUMP>.High",
                     *                   "event_description": "The pressure is above its limit",
                     *                   "severity": "warning",
                     *                   "on_delay_seconds": 10,
                     *                   "off_delay_seconds": 0,
                     *                   "enrichment": {
                     *                     "area": "Boiler house"
                     *                   },
                     *                   "cause": "A valve behind the pump is closed",
                     *                   "consequence": null,
                     *                   "action": "Open the valve"
                     *                 }
                     *               }
                     *             ],
                     *             "unchanged_rules": 0,
                     *             "placeholders": []
                     *           }
                     *         ],
                     *         "backtest": {
                     *           "instances": 1,
                     *           "before": {
                     *             "from": "2026-01-31T08:00:00.000Z",
                     *             "to": "2026-01-31T09:00:00.000Z",
                     *             "samples": 1,
                     *             "evaluations": 2,
                     *             "summary": {
                     *               "events": 1,
                     *               "active_at_end": 1,
                     *               "rate_per_day": 24,
                     *               "chattering": 0,
                     *               "active_seconds": 2697.877,
                     *               "active_share": 0.749410277777778,
                     *               "blind_seconds": 0,
                     *               "blind_share": 0
                     *             },
                     *             "rules": [
                     *               {
                     *                 "instance_id": 11,
                     *                 "template_instance": "Pump 1",
                     *                 "rule_id": "high",
                     *                 "rule_name": "High pressure",
                     *                 "events": 1,
                     *                 "active_at_end": 1,
                     *                 "rate_per_day": 24,
                     *                 "chattering": 0,
                     *                 "active_seconds": 2697.877,
                     *                 "active_share": 0.749410277777778,
                     *                 "blind_seconds": 0,
                     *                 "blind_share": 0
                     *               }
                     *             ],
                     *             "events": [
                     *               {
                     *                 "event_name": "Line1.Pump1.Pressure.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "severity": "warning",
                     *                 "is_active": true,
                     *                 "start_time": "2026-01-31T08:15:02.123Z",
                     *                 "activated_at": "2026-01-31T08:15:02.123Z",
                     *                 "end_time": null,
                     *                 "closed_at": null,
                     *                 "close_reason": null,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "category": "health",
                     *                 "rule_id": "high",
                     *                 "plant_node_floc_id": "NORTH",
                     *                 "data_state": "known",
                     *                 "flags": [],
                     *                 "trigger": [
                     *                   {
                     *                     "stream": "Line1.Pump1.Pressure",
                     *                     "value": 4.2,
                     *                     "time": "2026-01-31T08:15:02.1234567Z"
                     *                   }
                     *                 ],
                     *                 "template_instance": "Pump 1",
                     *                 "instance_id": 11
                     *               }
                     *             ],
                     *             "truncated": false,
                     *             "series": [],
                     *             "series_left_out": 0,
                     *             "missing_streams": []
                     *           },
                     *           "after": {
                     *             "from": "2026-01-31T08:00:00.000Z",
                     *             "to": "2026-01-31T09:00:00.000Z",
                     *             "samples": 1,
                     *             "evaluations": 2,
                     *             "summary": {
                     *               "events": 1,
                     *               "active_at_end": 1,
                     *               "rate_per_day": 24,
                     *               "chattering": 0,
                     *               "active_seconds": 2697.877,
                     *               "active_share": 0.749410277777778,
                     *               "blind_seconds": 0,
                     *               "blind_share": 0
                     *             },
                     *             "rules": [
                     *               {
                     *                 "instance_id": 11,
                     *                 "template_instance": "Pump 1",
                     *                 "rule_id": "high",
                     *                 "rule_name": "High pressure",
                     *                 "events": 1,
                     *                 "active_at_end": 1,
                     *                 "rate_per_day": 24,
                     *                 "chattering": 0,
                     *                 "active_seconds": 2697.877,
                     *                 "active_share": 0.749410277777778,
                     *                 "blind_seconds": 0,
                     *                 "blind_share": 0
                     *               }
                     *             ],
                     *             "events": [
                     *               {
                     *                 "event_name": "Line1.Pump1.Pressure.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "severity": "warning",
                     *                 "is_active": true,
                     *                 "start_time": "2026-01-31T08:15:02.123Z",
                     *                 "activated_at": "2026-01-31T08:15:02.123Z",
                     *                 "end_time": null,
                     *                 "closed_at": null,
                     *                 "close_reason": null,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "category": "health",
                     *                 "rule_id": "high",
                     *                 "plant_node_floc_id": "NORTH",
                     *                 "data_state": "known",
                     *                 "flags": [],
                     *                 "trigger": [
                     *                   {
                     *                     "stream": "Line1.Pump1.Pressure",
                     *                     "value": 4.2,
                     *                     "time": "2026-01-31T08:15:02.1234567Z"
                     *                   }
                     *                 ],
                     *                 "template_instance": "Pump 1",
                     *                 "instance_id": 11
                     *               }
                     *             ],
                     *             "truncated": false,
                     *             "series": [],
                     *             "series_left_out": 0,
                     *             "missing_streams": []
                     *           }
                     *         },
                     *         "backtest_problem": null
                     *       },
                     *       "message": "Will upgrade 1 instance"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Upgrade"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    backtestTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_ids": [
                 *         11
                 *       ],
                 *       "from": "2026-01-31T08:00:00Z",
                 *       "to": "2026-01-31T09:00:00Z",
                 *       "points": 300,
                 *       "stream": false
                 *     }
                 */
                "application/json": {
                    instance_ids?: number[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholders?: {
                        placeholder_name: string;
                        stream_name?: string | null;
                        value?: string | number | boolean | null;
                    }[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholder_mappings?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** Format: date-time */
                    from?: string;
                    /** Format: date-time */
                    to?: string;
                    /** @default 300 */
                    points?: number;
                    /** @default false */
                    stream?: boolean;
                };
            };
        };
        responses: {
            /** @description The events that the template would have raised */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "from": "2026-01-31T08:00:00.000Z",
                     *         "to": "2026-01-31T09:00:00.000Z",
                     *         "samples": 1,
                     *         "evaluations": 2,
                     *         "summary": {
                     *           "events": 1,
                     *           "active_at_end": 1,
                     *           "rate_per_day": 24,
                     *           "chattering": 0,
                     *           "active_seconds": 2697.877,
                     *           "active_share": 0.749410277777778,
                     *           "blind_seconds": 0,
                     *           "blind_share": 0
                     *         },
                     *         "rules": [
                     *           {
                     *             "instance_id": 11,
                     *             "template_instance": "Pump 1",
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "events": 1,
                     *             "active_at_end": 1,
                     *             "rate_per_day": 24,
                     *             "chattering": 0,
                     *             "active_seconds": 2697.877,
                     *             "active_share": 0.749410277777778,
                     *             "blind_seconds": 0,
                     *             "blind_share": 0
                     *           }
                     *         ],
                     *         "events": [
                     *           {
                     *             "event_name": "Line1.Pump1.Pressure.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "is_active": true,
                     *             "start_time": "2026-01-31T08:15:02.123Z",
                     *             "activated_at": "2026-01-31T08:15:02.123Z",
                     *             "end_time": null,
                     *             "closed_at": null,
                     *             "close_reason": null,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "category": "health",
                     *             "rule_id": "high",
                     *             "plant_node_floc_id": "NORTH",
                     *             "data_state": "known",
                     *             "flags": [],
                     *             "trigger": [
                     *               {
                     *                 "stream": "Line1.Pump1.Pressure",
                     *                 "value": 4.2,
                     *                 "time": "2026-01-31T08:15:02.1234567Z"
                     *               }
                     *             ],
                     *             "template_instance": "Pump 1",
                     *             "instance_id": 11
                     *           }
                     *         ],
                     *         "truncated": false,
                     *         "series": [],
                     *         "series_left_out": 0,
                     *         "missing_streams": []
                     *       },
                     *       "message": "Evaluated 1 instance: 1 event"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Backtest"];
                        message: string;
                    };
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissingOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    backtest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template": {
                 *         "name": "Pump pressure",
                 *         "category": "health",
                 *         "color": "#0b57a8",
                 *         "description": "Watches a pump",
                 *         "rules": [
                 *           {
                 *             "rule_id": "high",
                 *             "rule_name": "High pressure",
                 *             "display_name": null,
                 *             "conditions": [
                 *               {
                 *                 "stream": "<PUMP>",
                 *                 "operator": "greater_than",
                 *                 "value": "<LIMIT>",
                 *                 "deadband": 0.2
                 *               }
                 *             ],
                 *             "logic": "all",
                 *             "event_name": "<PUMP>.High",
                 *             "event_description": "The pressure is above its limit",
                 *             "severity": "warning",
                 *             "on_delay_seconds": 5,
                 *             "off_delay_seconds": 0,
                 *             "enrichment": {
                 *               "area": "Boiler house"
                 *             },
                 *             "cause": "A valve behind the pump is closed",
                 *             "consequence": null,
                 *             "action": "Open the valve"
                 *           }
                 *         ],
                 *         "placeholders": [
                 *           {
                 *             "placeholder_name": "PUMP",
                 *             "data_type": "NUM",
                 *             "description": "The pressure behind the pump",
                 *             "is_required": true,
                 *             "default_value": null,
                 *             "max_age_seconds": null
                 *           },
                 *           {
                 *             "placeholder_name": "LIMIT",
                 *             "data_type": "NUM",
                 *             "description": "Highest pressure, bar",
                 *             "is_required": false,
                 *             "default_value": 4,
                 *             "max_age_seconds": null
                 *           }
                 *         ]
                 *       },
                 *       "placeholder_mappings": {
                 *         "PUMP": "Line1.Pump1.Pressure",
                 *         "LIMIT": "4"
                 *       },
                 *       "from": "2026-01-31T08:00:00Z",
                 *       "to": "2026-01-31T09:00:00Z",
                 *       "points": 300,
                 *       "stream": false
                 *     }
                 */
                "application/json": {
                    template?: {
                        name: string;
                        category: string;
                        /** @default  */
                        description?: string | null;
                        /** @default #5b646d */
                        color?: string;
                        /**
                         * @description A template's name, description, rules and placeholders take at most 192 KiB as JSON
                         * @default []
                         */
                        rules?: components["schemas"]["RuleInput"][];
                        /** @default [] */
                        placeholders?: components["schemas"]["PlaceholderInput"][];
                    };
                    template_id?: number;
                    instance_ids?: number[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholders?: {
                        placeholder_name: string;
                        stream_name?: string | null;
                        value?: string | number | boolean | null;
                    }[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholder_mappings?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** Format: date-time */
                    from?: string;
                    /** Format: date-time */
                    to?: string;
                    /** @default 300 */
                    points?: number;
                    /** @default false */
                    stream?: boolean;
                };
            };
        };
        responses: {
            /** @description The events that the template would have raised */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "from": "2026-01-31T08:00:00.000Z",
                     *         "to": "2026-01-31T09:00:00.000Z",
                     *         "samples": 1,
                     *         "evaluations": 2,
                     *         "summary": {
                     *           "events": 1,
                     *           "active_at_end": 1,
                     *           "rate_per_day": 24,
                     *           "chattering": 0,
                     *           "active_seconds": 2697.877,
                     *           "active_share": 0.749410277777778,
                     *           "blind_seconds": 0,
                     *           "blind_share": 0
                     *         },
                     *         "rules": [
                     *           {
                     *             "instance_id": 11,
                     *             "template_instance": "Pump 1",
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "events": 1,
                     *             "active_at_end": 1,
                     *             "rate_per_day": 24,
                     *             "chattering": 0,
                     *             "active_seconds": 2697.877,
                     *             "active_share": 0.749410277777778,
                     *             "blind_seconds": 0,
                     *             "blind_share": 0
                     *           }
                     *         ],
                     *         "events": [
                     *           {
                     *             "event_name": "Line1.Pump1.Pressure.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "severity": "warning",
                     *             "is_active": true,
                     *             "start_time": "2026-01-31T08:15:02.123Z",
                     *             "activated_at": "2026-01-31T08:15:02.123Z",
                     *             "end_time": null,
                     *             "closed_at": null,
                     *             "close_reason": null,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "category": "health",
                     *             "rule_id": "high",
                     *             "plant_node_floc_id": "NORTH",
                     *             "data_state": "known",
                     *             "flags": [],
                     *             "trigger": [
                     *               {
                     *                 "stream": "Line1.Pump1.Pressure",
                     *                 "value": 4.2,
                     *                 "time": "2026-01-31T08:15:02.1234567Z"
                     *               }
                     *             ],
                     *             "template_instance": "Pump 1",
                     *             "instance_id": 11
                     *           }
                     *         ],
                     *         "truncated": false,
                     *         "series": [],
                     *         "series_left_out": 0,
                     *         "missing_streams": []
                     *       },
                     *       "message": "Evaluated 1 instance: 1 event"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Backtest"];
                        message: string;
                    };
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissingOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplateInstances: {
        parameters: {
            query?: {
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 3 */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template's instances */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 11,
                     *           "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *           "instance_name": "Pump 1",
                     *           "template_id": 3,
                     *           "template": {
                     *             "id": 3,
                     *             "name": "Pump pressure"
                     *           },
                     *           "plant_node_floc_id": "NORTH",
                     *           "placeholders": [
                     *             {
                     *               "placeholder_name": "PUMP",
                     *               "stream_name": "Line1.Pump1.Pressure"
                     *             },
                     *             {
                     *               "placeholder_name": "LIMIT",
                     *               "value": 4
                     *             }
                     *           ],
                     *           "placeholder_mappings": {
                     *             "PUMP": "Line1.Pump1.Pressure",
                     *             "LIMIT": "4"
                     *           },
                     *           "is_active": true,
                     *           "is_deployed": false,
                     *           "judging": false,
                     *           "coverage": {
                     *             "share": 0.97,
                     *             "blind": {
                     *               "no_data": 0.01,
                     *               "bad_quality": 0.02,
                     *               "stopped": 0,
                     *               "source_lost": 0,
                     *               "undeployed": 0
                     *             }
                     *           },
                     *           "deployment_date": null,
                     *           "template_version": null,
                     *           "upgraded_at": null,
                     *           "created_at": "2026-01-31T08:05:00.000Z",
                     *           "created_by": "anna"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TemplateNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTemplateInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_id": 3,
                 *       "instance_name": "Pump 1",
                 *       "plant_node_floc_id": "NORTH",
                 *       "placeholders": [
                 *         {
                 *           "placeholder_name": "PUMP",
                 *           "stream_name": "Line1.Pump1.Pressure"
                 *         },
                 *         {
                 *           "placeholder_name": "LIMIT",
                 *           "value": 4
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    template_id: number;
                    instance_name: string;
                    /** @default null */
                    plant_node_floc_id?: string | null;
                    /** @description Together at most 32 KiB as JSON */
                    placeholders?: {
                        placeholder_name: string;
                        stream_name?: string | null;
                        value?: string | number | boolean | null;
                    }[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholder_mappings?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The new instance */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 11,
                     *         "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *         "instance_name": "Pump 1",
                     *         "template_id": 3,
                     *         "template": {
                     *           "id": 3,
                     *           "name": "Pump pressure"
                     *         },
                     *         "plant_node_floc_id": "NORTH",
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "stream_name": "Line1.Pump1.Pressure"
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "value": 4
                     *           }
                     *         ],
                     *         "placeholder_mappings": {
                     *           "PUMP": "Line1.Pump1.Pressure",
                     *           "LIMIT": "4"
                     *         },
                     *         "is_active": true,
                     *         "is_deployed": false,
                     *         "judging": false,
                     *         "coverage": {
                     *           "share": 0.97,
                     *           "blind": {
                     *             "no_data": 0.01,
                     *             "bad_quality": 0.02,
                     *             "stopped": 0,
                     *             "source_lost": 0,
                     *             "undeployed": 0
                     *           }
                     *         },
                     *         "deployment_date": null,
                     *         "template_version": null,
                     *         "upgraded_at": null,
                     *         "created_at": "2026-01-31T08:05:00.000Z",
                     *         "created_by": "anna"
                     *       },
                     *       "message": "Instance \"Pump 1\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInstances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_id": 3,
                 *       "instance_name": "*",
                 *       "placeholders": {
                 *         "PUMP": "Line1.*.Pressure",
                 *         "LIMIT": 4
                 *       },
                 *       "exclude": [
                 *         "Pump7"
                 *       ]
                 *     }
                 */
                "application/json": {
                    template_id: number;
                    instance_name: string;
                    /** @default null */
                    plant_node_floc_id?: string | null;
                    placeholders: {
                        [key: string]: string | number | boolean;
                    };
                    /** @default [] */
                    exclude?: string[];
                    /** @default false */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description One item for each instance, and the number of items of each status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "instance_name": "Pump1",
                     *             "status": "created",
                     *             "instance_id": 12,
                     *             "placeholder_mappings": {
                     *               "PUMP": "Line1.Pump1.Pressure",
                     *               "LIMIT": "4"
                     *             }
                     *           }
                     *         ],
                     *         "summary": {
                     *           "dry_run": false,
                     *           "total": 1,
                     *           "created": 1,
                     *           "would_create": 0,
                     *           "exists": 0,
                     *           "ambiguous": 0,
                     *           "missing": 0,
                     *           "failed": 0
                     *         }
                     *       },
                     *       "message": "1 instances are created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BulkCreation"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deployInstances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_ids": [
                 *         11
                 *       ]
                 *     }
                 */
                "application/json": {
                    instance_ids?: number[];
                    template_id?: number;
                };
            };
        };
        responses: {
            /** @description One item for each instance, and the number of deployed ones */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 11,
                     *             "instance_name": "Pump 1",
                     *             "status": "deployed"
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 1,
                     *           "deployed": 1,
                     *           "already": 0,
                     *           "failed": 0
                     *         }
                     *       },
                     *       "message": "1 instances are deployed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BulkDeployment"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undeployInstances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_ids": [
                 *         11
                 *       ]
                 *     }
                 */
                "application/json": {
                    instance_ids?: number[];
                    template_id?: number;
                };
            };
        };
        responses: {
            /** @description One item for each instance, and the number of undeployed ones */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 11,
                     *             "instance_name": "Pump 1",
                     *             "status": "undeployed"
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 1,
                     *           "undeployed": 1,
                     *           "already": 0,
                     *           "failed": 0
                     *         }
                     *       },
                     *       "message": "1 instances are undeployed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BulkUndeployment"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInstances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_ids": [
                 *         11
                 *       ]
                 *     }
                 */
                "application/json": {
                    instance_ids: number[];
                };
            };
        };
        responses: {
            /** @description One item for each instance, and the number of deleted ones */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 11,
                     *             "instance_name": "Pump 1",
                     *             "status": "deleted"
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 1,
                     *           "deleted": 1,
                     *           "failed": 0
                     *         }
                     *       },
                     *       "message": "Deleted 1 instance"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BulkDeletion"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInstances: {
        parameters: {
            query?: {
                template_id?: number;
                package_id?: number;
                category?: string;
                is_active?: boolean;
                is_deployed?: boolean;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Only instances whose bindings or rules use this stream */
                stream_id?: number;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instances with their status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 11,
                     *           "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *           "instance_name": "Pump 1",
                     *           "template_id": 3,
                     *           "template": {
                     *             "id": 3,
                     *             "name": "Pump pressure"
                     *           },
                     *           "plant_node_floc_id": "NORTH",
                     *           "placeholders": [
                     *             {
                     *               "placeholder_name": "PUMP",
                     *               "stream_name": "Line1.Pump1.Pressure"
                     *             },
                     *             {
                     *               "placeholder_name": "LIMIT",
                     *               "value": 4
                     *             }
                     *           ],
                     *           "placeholder_mappings": {
                     *             "PUMP": "Line1.Pump1.Pressure",
                     *             "LIMIT": "4"
                     *           },
                     *           "is_active": true,
                     *           "is_deployed": false,
                     *           "judging": false,
                     *           "coverage": {
                     *             "share": 0.97,
                     *             "blind": {
                     *               "no_data": 0.01,
                     *               "bad_quality": 0.02,
                     *               "stopped": 0,
                     *               "source_lost": 0,
                     *               "undeployed": 0
                     *             }
                     *           },
                     *           "deployment_date": null,
                     *           "template_version": null,
                     *           "upgraded_at": null,
                     *           "created_at": "2026-01-31T08:05:00.000Z",
                     *           "created_by": "anna"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template_id": 3,
                 *       "instance_name": "Pump 1",
                 *       "plant_node_floc_id": "NORTH",
                 *       "placeholders": [
                 *         {
                 *           "placeholder_name": "PUMP",
                 *           "stream_name": "Line1.Pump1.Pressure"
                 *         },
                 *         {
                 *           "placeholder_name": "LIMIT",
                 *           "value": 4
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    template_id: number;
                    instance_name: string;
                    /** @default null */
                    plant_node_floc_id?: string | null;
                    /** @description Together at most 32 KiB as JSON */
                    placeholders?: {
                        placeholder_name: string;
                        stream_name?: string | null;
                        value?: string | number | boolean | null;
                    }[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholder_mappings?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The new instance */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 11,
                     *         "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *         "instance_name": "Pump 1",
                     *         "template_id": 3,
                     *         "template": {
                     *           "id": 3,
                     *           "name": "Pump pressure"
                     *         },
                     *         "plant_node_floc_id": "NORTH",
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "stream_name": "Line1.Pump1.Pressure"
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "value": 4
                     *           }
                     *         ],
                     *         "placeholder_mappings": {
                     *           "PUMP": "Line1.Pump1.Pressure",
                     *           "LIMIT": "4"
                     *         },
                     *         "is_active": true,
                     *         "is_deployed": false,
                     *         "judging": false,
                     *         "coverage": {
                     *           "share": 0.97,
                     *           "blind": {
                     *             "no_data": 0.01,
                     *             "bad_quality": 0.02,
                     *             "stopped": 0,
                     *             "source_lost": 0,
                     *             "undeployed": 0
                     *           }
                     *         },
                     *         "deployment_date": null,
                     *         "template_version": null,
                     *         "upgraded_at": null,
                     *         "created_at": "2026-01-31T08:05:00.000Z",
                     *         "created_by": "anna"
                     *       },
                     *       "message": "Instance \"Pump 1\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 11,
                     *         "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *         "instance_name": "Pump 1",
                     *         "template_id": 3,
                     *         "template": {
                     *           "id": 3,
                     *           "name": "Pump pressure"
                     *         },
                     *         "plant_node_floc_id": "NORTH",
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "stream_name": "Line1.Pump1.Pressure"
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "value": 4
                     *           }
                     *         ],
                     *         "placeholder_mappings": {
                     *           "PUMP": "Line1.Pump1.Pressure",
                     *           "LIMIT": "4"
                     *         },
                     *         "is_active": true,
                     *         "is_deployed": false,
                     *         "judging": false,
                     *         "coverage": {
                     *           "share": 0.97,
                     *           "blind": {
                     *             "no_data": 0.01,
                     *             "bad_quality": 0.02,
                     *             "stopped": 0,
                     *             "source_lost": 0,
                     *             "undeployed": 0
                     *           }
                     *         },
                     *         "deployment_date": null,
                     *         "template_version": null,
                     *         "upgraded_at": null,
                     *         "created_at": "2026-01-31T08:05:00.000Z",
                     *         "created_by": "anna"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_name": "Pump 1",
                 *       "plant_node_floc_id": null
                 *     }
                 */
                "application/json": {
                    instance_name?: string;
                    plant_node_floc_id?: string | null;
                    /** @description Together at most 32 KiB as JSON */
                    placeholders?: {
                        placeholder_name: string;
                        stream_name?: string | null;
                        value?: string | number | boolean | null;
                    }[];
                    /** @description Together at most 32 KiB as JSON */
                    placeholder_mappings?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description The changed instance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 11,
                     *         "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *         "instance_name": "Pump 1",
                     *         "template_id": 3,
                     *         "template": {
                     *           "id": 3,
                     *           "name": "Pump pressure"
                     *         },
                     *         "plant_node_floc_id": "NORTH",
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "stream_name": "Line1.Pump1.Pressure"
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "value": 4
                     *           }
                     *         ],
                     *         "placeholder_mappings": {
                     *           "PUMP": "Line1.Pump1.Pressure",
                     *           "LIMIT": "4"
                     *         },
                     *         "is_active": true,
                     *         "is_deployed": false,
                     *         "judging": false,
                     *         "coverage": {
                     *           "share": 0.97,
                     *           "blind": {
                     *             "no_data": 0.01,
                     *             "bad_quality": 0.02,
                     *             "stopped": 0,
                     *             "source_lost": 0,
                     *             "undeployed": 0
                     *           }
                     *         },
                     *         "deployment_date": null,
                     *         "template_version": null,
                     *         "upgraded_at": null,
                     *         "created_at": "2026-01-31T08:05:00.000Z",
                     *         "created_by": "anna"
                     *       },
                     *       "message": "Instance \"Pump 1\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrInstanceInUse"];
            404: components["responses"]["NotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Instance \"Pump 1\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrInstanceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deployInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployed instance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Instance \"Pump 1\" is deployed",
                     *       "instance": {
                     *         "id": 11,
                     *         "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *         "instance_name": "Pump 1",
                     *         "is_deployed": true,
                     *         "deployment_date": "2026-01-31T08:10:00.000Z",
                     *         "template": {
                     *           "id": 3,
                     *           "name": "Pump pressure"
                     *         },
                     *         "placeholder_mappings": {
                     *           "PUMP": "Line1.Pump1.Pressure",
                     *           "LIMIT": "4"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        instance: components["schemas"]["DeployedInstance"];
                    };
                };
            };
            400: components["responses"]["InstanceDeploymentFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undeployInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The undeployed instance; its active events are closed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 11,
                     *         "instance_id": "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
                     *         "instance_name": "Pump 1",
                     *         "template_id": 3,
                     *         "template": {
                     *           "id": 3,
                     *           "name": "Pump pressure"
                     *         },
                     *         "plant_node_floc_id": "NORTH",
                     *         "placeholders": [
                     *           {
                     *             "placeholder_name": "PUMP",
                     *             "stream_name": "Line1.Pump1.Pressure"
                     *           },
                     *           {
                     *             "placeholder_name": "LIMIT",
                     *             "value": 4
                     *           }
                     *         ],
                     *         "placeholder_mappings": {
                     *           "PUMP": "Line1.Pump1.Pressure",
                     *           "LIMIT": "4"
                     *         },
                     *         "is_active": true,
                     *         "is_deployed": false,
                     *         "judging": false,
                     *         "coverage": {
                     *           "share": 0.97,
                     *           "blind": {
                     *             "no_data": 0.01,
                     *             "bad_quality": 0.02,
                     *             "stopped": 0,
                     *             "source_lost": 0,
                     *             "undeployed": 0
                     *           }
                     *         },
                     *         "deployment_date": null,
                     *         "template_version": null,
                     *         "upgraded_at": null,
                     *         "created_at": "2026-01-31T08:05:00.000Z",
                     *         "created_by": "anna"
                     *       },
                     *       "message": "Instance \"Pump 1\" is undeployed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Instance"];
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInstanceCoverage: {
        parameters: {
            query?: {
                /** @description The last hours, from a full hour; default: 24 */
                hours?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coverage of the instance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "instance_id": 11,
                     *         "hours": 168,
                     *         "generated_at": "2026-01-31T08:15:05.000Z",
                     *         "share": 0.97,
                     *         "blind": {
                     *           "no_data": 0.01,
                     *           "bad_quality": 0.02,
                     *           "stopped": 0,
                     *           "source_lost": 0,
                     *           "undeployed": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["InstanceCoverage"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainInstance: {
        parameters: {
            query?: {
                /** @description The time to explain; default: now */
                at?: string;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation of its rules */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "instance_id": 11,
                     *         "instance_name": "Pump 1",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "is_deployed": true,
                     *         "judging": true,
                     *         "basis": "live",
                     *         "at": "2026-01-31T08:15:05.000Z",
                     *         "judged_from": null,
                     *         "rules": [
                     *           {
                     *             "rule_id": "high",
                     *             "rule_name": "High pressure",
                     *             "display_name": "High pressure",
                     *             "severity": "warning",
                     *             "state": "normal",
                     *             "truth": "false",
                     *             "start_time": null,
                     *             "activated_at": null,
                     *             "end_time": null,
                     *             "event_id": null,
                     *             "delay": null,
                     *             "gives_up_at": null,
                     *             "parts": [
                     *               {
                     *                 "depth": 0,
                     *                 "kind": "comparison",
                     *                 "truth": "false",
                     *                 "text": "Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar)",
                     *                 "comparison": {
                     *                   "operator": "greater_than",
                     *                   "value": 3.9,
                     *                   "latched": false,
                     *                   "deadband": 0.2,
                     *                   "inputs": [
                     *                     {
                     *                       "role": "stream",
                     *                       "stream_id": 17,
                     *                       "stream_name": "Line1.Pump1.Pressure",
                     *                       "uom": "bar",
                     *                       "sample": {
                     *                         "value": 3.9,
                     *                         "time": "2026-01-31T08:15:02.1234567Z",
                     *                         "quality": "good"
                     *                       },
                     *                       "good": null,
                     *                       "age_seconds": 2.8765433,
                     *                       "max_age_seconds": 0,
                     *                       "doubt": null,
                     *                       "waiting": 0,
                     *                       "newest_waiting": null
                     *                     }
                     *                   ],
                     *                   "to_true": {
                     *                     "relation": "above",
                     *                     "limits": [
                     *                       4
                     *                     ],
                     *                     "tolerance": 0,
                     *                     "text": "Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar)"
                     *                   },
                     *                   "to_false": null,
                     *                   "changes_at": null
                     *                 }
                     *               }
                     *             ],
                     *             "next": [
                     *               {
                     *                 "to": "pending",
                     *                 "by": "values",
                     *                 "seconds": null,
                     *                 "at": null,
                     *                 "parts": [
                     *                   0
                     *                 ],
                     *                 "text": "Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar), and stay so for 5 s"
                     *               }
                     *             ],
                     *             "text": "Normal. To become an event, Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar), and stay so for 5 s."
                     *           }
                     *         ],
                     *         "missing_streams": [],
                     *         "text": "1 rule: 1 normal."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Explanation"];
                    };
                };
            };
            400: components["responses"]["InstanceDeploymentFailedOrInvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissingOrNotFoundOrTemplateNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    backfillInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-24T08:00:00Z",
                 *       "to": "2026-01-31T08:00:00Z",
                 *       "dry_run": false,
                 *       "stream": false
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    from: string;
                    /** Format: date-time */
                    to?: string;
                    /** @default false */
                    dry_run?: boolean;
                    /** @default false */
                    stream?: boolean;
                };
            };
        };
        responses: {
            /** @description The number of written events */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "instance_id": 11,
                     *         "from": "2026-01-24T08:00:00.000Z",
                     *         "to": "2026-01-31T08:00:00.000Z",
                     *         "dry_run": false,
                     *         "found": 12,
                     *         "written": 12,
                     *         "known": 0,
                     *         "begun_before": 0,
                     *         "open_at_end": 1,
                     *         "samples": 60480,
                     *         "evaluations": 60481,
                     *         "missing_streams": []
                     *       },
                     *       "message": "Wrote 12 events of the past"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Backfill"];
                        message: string;
                    };
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissingOrNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActiveRuleEvents: {
        parameters: {
            query?: {
                /** @description Whether it is acknowledged */
                acknowledged?: boolean;
                /** @description Whether its rule and instance are shelved */
                shelved?: boolean;
                /** @description Acknowledged or commented by this user name */
                person?: string;
                /** @description The same as plant_node */
                place?: string;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Words that all stand in the event's name, description, instance or note */
                text?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active events, newest start first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 42,
                     *           "event_name": "Line1.Pump1.Pressure.High",
                     *           "event_description": "The pressure is above its limit",
                     *           "display_name": "High pressure",
                     *           "severity": "warning",
                     *           "is_active": true,
                     *           "start_time": "2026-01-31T08:15:02.123Z",
                     *           "activated_at": "2026-01-31T08:15:02.123Z",
                     *           "end_time": null,
                     *           "closed_at": null,
                     *           "recorded_at": "2026-01-31T08:15:04.310Z",
                     *           "close_reason": null,
                     *           "enrichment": {
                     *             "area": "Boiler house"
                     *           },
                     *           "template_instance": "Pump 1",
                     *           "category": "health",
                     *           "template_id": 3,
                     *           "template_version": 1,
                     *           "instance_id": 11,
                     *           "rule_id": "high",
                     *           "plant_node_floc_id": "NORTH",
                     *           "acknowledged_at": null,
                     *           "acknowledged_by": null,
                     *           "note": null,
                     *           "comment_count": 0,
                     *           "shelved_until": null,
                     *           "shelve_reason": null,
                     *           "data_state": "known",
                     *           "flags": [],
                     *           "revision": 0,
                     *           "trigger": [
                     *             {
                     *               "stream": "Line1.Pump1.Pressure",
                     *               "value": 4.2,
                     *               "time": "2026-01-31T08:15:02.1234567Z"
                     *             }
                     *           ],
                     *           "limit": {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "operator": "greater_than",
                     *             "value": 4,
                     *             "deadband": 0.2,
                     *             "clears_after_seconds": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuleEventHistory: {
        parameters: {
            query?: {
                /** @description Whether it is acknowledged */
                acknowledged?: boolean;
                /** @description Whether its rule and instance are shelved */
                shelved?: boolean;
                /** @description Acknowledged or commented by this user name */
                person?: string;
                /** @description The same as plant_node */
                place?: string;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Words that all stand in the event's name, description, instance or note */
                text?: string;
                severity?: "info" | "warning" | "error" | "critical";
                category?: string;
                is_active?: boolean;
                template_id?: number;
                instance_id?: number;
                /** @description Events that started in the last hours or are still active; acknowledged, shelved, person, text, several of category, template_id, instance_id and a place, and a place with more than 200 plant nodes search at most 20,000 closed events, so give fewer hours */
                hours?: number;
                /** @description Instead of `hours`: events that started in this minute or later */
                from?: string;
                /** @description Instead of `hours`: events that started before this, up to the full minute */
                to?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All events, newest start first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 42,
                     *           "event_name": "Line1.Pump1.Pressure.High",
                     *           "event_description": "The pressure is above its limit",
                     *           "display_name": "High pressure",
                     *           "severity": "warning",
                     *           "is_active": true,
                     *           "start_time": "2026-01-31T08:15:02.123Z",
                     *           "activated_at": "2026-01-31T08:15:02.123Z",
                     *           "end_time": null,
                     *           "closed_at": null,
                     *           "recorded_at": "2026-01-31T08:15:04.310Z",
                     *           "close_reason": null,
                     *           "enrichment": {
                     *             "area": "Boiler house"
                     *           },
                     *           "template_instance": "Pump 1",
                     *           "category": "health",
                     *           "template_id": 3,
                     *           "template_version": 1,
                     *           "instance_id": 11,
                     *           "rule_id": "high",
                     *           "plant_node_floc_id": "NORTH",
                     *           "acknowledged_at": null,
                     *           "acknowledged_by": null,
                     *           "note": null,
                     *           "comment_count": 0,
                     *           "shelved_until": null,
                     *           "shelve_reason": null,
                     *           "data_state": "known",
                     *           "flags": [],
                     *           "revision": 0,
                     *           "trigger": [
                     *             {
                     *               "stream": "Line1.Pump1.Pressure",
                     *               "value": 4.2,
                     *               "time": "2026-01-31T08:15:02.1234567Z"
                     *             }
                     *           ],
                     *           "limit": {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "operator": "greater_than",
                     *             "value": 4,
                     *             "deadband": 0.2,
                     *             "clears_after_seconds": 0
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1,
                     *         "has_next": false,
                     *         "has_prev": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuleEvents: {
        parameters: {
            query?: {
                /** @description Whether it is acknowledged */
                acknowledged?: boolean;
                /** @description Whether its rule and instance are shelved */
                shelved?: boolean;
                /** @description Acknowledged or commented by this user name */
                person?: string;
                /** @description The same as plant_node */
                place?: string;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Words that all stand in the event's name, description, instance or note */
                text?: string;
                severity?: "info" | "warning" | "error" | "critical";
                category?: string;
                is_active?: boolean;
                template_id?: number;
                instance_id?: number;
                /** @description Events that started in the last hours or are still active; acknowledged, shelved, person, text, several of category, template_id, instance_id and a place, and a place with more than 200 plant nodes search at most 20,000 closed events, so give fewer hours */
                hours?: number;
                /** @description Instead of `hours`: events that started in this minute or later */
                from?: string;
                /** @description Instead of `hours`: events that started before this, up to the full minute */
                to?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the last `hours` (default 24), and those still active */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 42,
                     *           "event_name": "Line1.Pump1.Pressure.High",
                     *           "event_description": "The pressure is above its limit",
                     *           "display_name": "High pressure",
                     *           "severity": "warning",
                     *           "is_active": true,
                     *           "start_time": "2026-01-31T08:15:02.123Z",
                     *           "activated_at": "2026-01-31T08:15:02.123Z",
                     *           "end_time": null,
                     *           "closed_at": null,
                     *           "recorded_at": "2026-01-31T08:15:04.310Z",
                     *           "close_reason": null,
                     *           "enrichment": {
                     *             "area": "Boiler house"
                     *           },
                     *           "template_instance": "Pump 1",
                     *           "category": "health",
                     *           "template_id": 3,
                     *           "template_version": 1,
                     *           "instance_id": 11,
                     *           "rule_id": "high",
                     *           "plant_node_floc_id": "NORTH",
                     *           "acknowledged_at": null,
                     *           "acknowledged_by": null,
                     *           "note": null,
                     *           "comment_count": 0,
                     *           "shelved_until": null,
                     *           "shelve_reason": null,
                     *           "data_state": "known",
                     *           "flags": [],
                     *           "revision": 0,
                     *           "trigger": [
                     *             {
                     *               "stream": "Line1.Pump1.Pressure",
                     *               "value": 4.2,
                     *               "time": "2026-01-31T08:15:02.1234567Z"
                     *             }
                     *           ],
                     *           "limit": {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "operator": "greater_than",
                     *             "value": 4,
                     *             "deadband": 0.2,
                     *             "clears_after_seconds": 0
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1,
                     *         "has_next": false,
                     *         "has_prev": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 42,
                     *         "event_name": "Line1.Pump1.Pressure.High",
                     *         "event_description": "The pressure is above its limit",
                     *         "display_name": "High pressure",
                     *         "severity": "warning",
                     *         "is_active": true,
                     *         "start_time": "2026-01-31T08:15:02.123Z",
                     *         "activated_at": "2026-01-31T08:15:02.123Z",
                     *         "end_time": null,
                     *         "closed_at": null,
                     *         "recorded_at": "2026-01-31T08:15:04.310Z",
                     *         "close_reason": null,
                     *         "enrichment": {
                     *           "area": "Boiler house"
                     *         },
                     *         "template_instance": "Pump 1",
                     *         "category": "health",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "instance_id": 11,
                     *         "rule_id": "high",
                     *         "plant_node_floc_id": "NORTH",
                     *         "acknowledged_at": null,
                     *         "acknowledged_by": null,
                     *         "note": null,
                     *         "comment_count": 0,
                     *         "shelved_until": null,
                     *         "shelve_reason": null,
                     *         "data_state": "known",
                     *         "flags": [],
                     *         "revision": 0,
                     *         "trigger": [
                     *           {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "value": 4.2,
                     *             "time": "2026-01-31T08:15:02.1234567Z"
                     *           }
                     *         ],
                     *         "limit": {
                     *           "stream": "Line1.Pump1.Pressure",
                     *           "operator": "greater_than",
                     *           "value": 4,
                     *           "deadband": 0.2,
                     *           "clears_after_seconds": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "severity": "error",
                 *       "note": "The valve is being mended"
                 *     }
                 */
                "application/json": {
                    event_description?: string | null;
                    /** @enum {string} */
                    severity?: "info" | "warning" | "error" | "critical";
                    /** @description Together at most 162 KiB as JSON */
                    enrichment?: {
                        [key: string]: string;
                    } | null;
                    note?: string | null;
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed event */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 42,
                     *         "event_name": "Line1.Pump1.Pressure.High",
                     *         "event_description": "The pressure is above its limit",
                     *         "display_name": "High pressure",
                     *         "severity": "warning",
                     *         "is_active": true,
                     *         "start_time": "2026-01-31T08:15:02.123Z",
                     *         "activated_at": "2026-01-31T08:15:02.123Z",
                     *         "end_time": null,
                     *         "closed_at": null,
                     *         "recorded_at": "2026-01-31T08:15:04.310Z",
                     *         "close_reason": null,
                     *         "enrichment": {
                     *           "area": "Boiler house"
                     *         },
                     *         "template_instance": "Pump 1",
                     *         "category": "health",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "instance_id": 11,
                     *         "rule_id": "high",
                     *         "plant_node_floc_id": "NORTH",
                     *         "acknowledged_at": null,
                     *         "acknowledged_by": null,
                     *         "note": null,
                     *         "comment_count": 0,
                     *         "shelved_until": null,
                     *         "shelve_reason": null,
                     *         "data_state": "known",
                     *         "flags": [],
                     *         "revision": 0,
                     *         "trigger": [
                     *           {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "value": 4.2,
                     *             "time": "2026-01-31T08:15:02.1234567Z"
                     *           }
                     *         ],
                     *         "limit": {
                     *           "stream": "Line1.Pump1.Pressure",
                     *           "operator": "greater_than",
                     *           "value": 4,
                     *           "deadband": 0.2,
                     *           "clears_after_seconds": 0
                     *         }
                     *       },
                     *       "message": "Event \"Line1.Pump1.Pressure.High\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["EventNotActiveOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; the audit log keeps the full record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Event \"Line1.Pump1.Pressure.High\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The closed event */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 42,
                     *         "event_name": "Line1.Pump1.Pressure.High",
                     *         "event_description": "The pressure is above its limit",
                     *         "display_name": "High pressure",
                     *         "severity": "warning",
                     *         "is_active": false,
                     *         "start_time": "2026-01-31T08:15:02.123Z",
                     *         "activated_at": "2026-01-31T08:15:02.123Z",
                     *         "end_time": "2026-01-31T08:20:00.000Z",
                     *         "closed_at": "2026-01-31T08:20:00.000Z",
                     *         "recorded_at": "2026-01-31T08:15:04.310Z",
                     *         "close_reason": "manual",
                     *         "enrichment": {
                     *           "area": "Boiler house"
                     *         },
                     *         "template_instance": "Pump 1",
                     *         "category": "health",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "instance_id": 11,
                     *         "rule_id": "high",
                     *         "plant_node_floc_id": "NORTH",
                     *         "acknowledged_at": null,
                     *         "acknowledged_by": null,
                     *         "note": null,
                     *         "comment_count": 0,
                     *         "shelved_until": null,
                     *         "shelve_reason": null,
                     *         "data_state": "known",
                     *         "flags": [],
                     *         "revision": 0,
                     *         "trigger": [
                     *           {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "value": 4.2,
                     *             "time": "2026-01-31T08:15:02.1234567Z"
                     *           }
                     *         ],
                     *         "limit": {
                     *           "stream": "Line1.Pump1.Pressure",
                     *           "operator": "greater_than",
                     *           "value": 4,
                     *           "deadband": 0.2,
                     *           "clears_after_seconds": 0
                     *         }
                     *       },
                     *       "message": "Event \"Line1.Pump1.Pressure.High\" is closed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["EventNotActive"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeRuleEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_ids": [
                 *         812
                 *       ],
                 *       "comment": "The valve is being mended"
                 *     }
                 */
                "application/json": {
                    event_ids: number[];
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description One item for each event, and the number of acknowledged ones */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 812,
                     *             "event_name": "Line1.Pump1.Pressure.High",
                     *             "status": "acknowledged"
                     *           }
                     *         ],
                     *         "summary": {
                     *           "total": 1,
                     *           "acknowledged": 1,
                     *           "already": 0,
                     *           "failed": 0
                     *         }
                     *       },
                     *       "message": "Acknowledged 1 event"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BulkAcknowledgement"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event with its first acknowledgement */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 42,
                     *         "event_name": "Line1.Pump1.Pressure.High",
                     *         "event_description": "The pressure is above its limit",
                     *         "display_name": "High pressure",
                     *         "severity": "warning",
                     *         "is_active": true,
                     *         "start_time": "2026-01-31T08:15:02.123Z",
                     *         "activated_at": "2026-01-31T08:15:02.123Z",
                     *         "end_time": null,
                     *         "closed_at": null,
                     *         "recorded_at": "2026-01-31T08:15:04.310Z",
                     *         "close_reason": null,
                     *         "enrichment": {
                     *           "area": "Boiler house"
                     *         },
                     *         "template_instance": "Pump 1",
                     *         "category": "health",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "instance_id": 11,
                     *         "rule_id": "high",
                     *         "plant_node_floc_id": "NORTH",
                     *         "acknowledged_at": "2026-01-31T08:16:00.000Z",
                     *         "acknowledged_by": "anna",
                     *         "note": null,
                     *         "comment_count": 0,
                     *         "shelved_until": null,
                     *         "shelve_reason": null,
                     *         "data_state": "known",
                     *         "flags": [],
                     *         "revision": 0,
                     *         "trigger": [
                     *           {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "value": 4.2,
                     *             "time": "2026-01-31T08:15:02.1234567Z"
                     *           }
                     *         ],
                     *         "limit": {
                     *           "stream": "Line1.Pump1.Pressure",
                     *           "operator": "greater_than",
                     *           "value": 4,
                     *           "deadband": 0.2,
                     *           "clears_after_seconds": 0
                     *         }
                     *       },
                     *       "message": "Event \"Line1.Pump1.Pressure.High\" is acknowledged"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"];
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    shelveRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minutes": 60,
                 *       "reason": "The pump is in service"
                 *     }
                 */
                "application/json": {
                    minutes: number;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The event; all events of its rule and instance are shelved for that time */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 42,
                     *         "event_name": "Line1.Pump1.Pressure.High",
                     *         "event_description": "The pressure is above its limit",
                     *         "display_name": "High pressure",
                     *         "severity": "warning",
                     *         "is_active": true,
                     *         "start_time": "2026-01-31T08:15:02.123Z",
                     *         "activated_at": "2026-01-31T08:15:02.123Z",
                     *         "end_time": null,
                     *         "closed_at": null,
                     *         "recorded_at": "2026-01-31T08:15:04.310Z",
                     *         "close_reason": null,
                     *         "enrichment": {
                     *           "area": "Boiler house"
                     *         },
                     *         "template_instance": "Pump 1",
                     *         "category": "health",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "instance_id": 11,
                     *         "rule_id": "high",
                     *         "plant_node_floc_id": "NORTH",
                     *         "acknowledged_at": null,
                     *         "acknowledged_by": null,
                     *         "note": null,
                     *         "comment_count": 0,
                     *         "shelved_until": "2026-01-31T09:15:02.123Z",
                     *         "shelve_reason": "The pump is in service",
                     *         "data_state": "known",
                     *         "flags": [],
                     *         "revision": 0,
                     *         "trigger": [
                     *           {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "value": 4.2,
                     *             "time": "2026-01-31T08:15:02.1234567Z"
                     *           }
                     *         ],
                     *         "limit": {
                     *           "stream": "Line1.Pump1.Pressure",
                     *           "operator": "greater_than",
                     *           "value": 4,
                     *           "deadband": 0.2,
                     *           "clears_after_seconds": 0
                     *         }
                     *       },
                     *       "message": "Event \"Line1.Pump1.Pressure.High\" is shelved until 2026-01-31T09:15:02.123Z"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unshelveRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event; its rule and instance are no longer shelved */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 42,
                     *         "event_name": "Line1.Pump1.Pressure.High",
                     *         "event_description": "The pressure is above its limit",
                     *         "display_name": "High pressure",
                     *         "severity": "warning",
                     *         "is_active": true,
                     *         "start_time": "2026-01-31T08:15:02.123Z",
                     *         "activated_at": "2026-01-31T08:15:02.123Z",
                     *         "end_time": null,
                     *         "closed_at": null,
                     *         "recorded_at": "2026-01-31T08:15:04.310Z",
                     *         "close_reason": null,
                     *         "enrichment": {
                     *           "area": "Boiler house"
                     *         },
                     *         "template_instance": "Pump 1",
                     *         "category": "health",
                     *         "template_id": 3,
                     *         "template_version": 1,
                     *         "instance_id": 11,
                     *         "rule_id": "high",
                     *         "plant_node_floc_id": "NORTH",
                     *         "acknowledged_at": null,
                     *         "acknowledged_by": null,
                     *         "note": null,
                     *         "comment_count": 0,
                     *         "shelved_until": null,
                     *         "shelve_reason": null,
                     *         "data_state": "known",
                     *         "flags": [],
                     *         "revision": 0,
                     *         "trigger": [
                     *           {
                     *             "stream": "Line1.Pump1.Pressure",
                     *             "value": 4.2,
                     *             "time": "2026-01-31T08:15:02.1234567Z"
                     *           }
                     *         ],
                     *         "limit": {
                     *           "stream": "Line1.Pump1.Pressure",
                     *           "operator": "greater_than",
                     *           "value": 4,
                     *           "deadband": 0.2,
                     *           "clears_after_seconds": 0
                     *         }
                     *       },
                     *       "message": "Event \"Line1.Pump1.Pressure.High\" is not shelved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RuleEvent"];
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuleEventComments: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments on the event, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "text": "@ben please look at the valve",
                     *           "created_by": "anna",
                     *           "created_at": "2026-01-31T08:16:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EventComment"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    commentRuleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "@ben please look at the valve"
                 *     }
                 */
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description The new comment, which is also the event's note; an event keeps 200 comments */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "text": "@ben please look at the valve",
                     *         "created_by": "anna",
                     *         "created_at": "2026-01-31T08:16:00.000Z"
                     *       },
                     *       "message": "The comment on event \"Line1.Pump1.Pressure.High\" is added"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EventComment"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listShelves: {
        parameters: {
            query?: {
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shelved, by whom, until when and why */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "instance_id": 11,
                     *           "rule_id": "high",
                     *           "shelved_at": "2026-01-31T08:15:02.123Z",
                     *           "shelved_by": "anna",
                     *           "until": "2026-01-31T09:15:02.123Z",
                     *           "reason": "The pump is in service",
                     *           "event": {
                     *             "id": 42,
                     *             "event_name": "Line1.Pump1.Pressure.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "display_name": "High pressure",
                     *             "severity": "warning",
                     *             "is_active": true,
                     *             "start_time": "2026-01-31T08:15:02.123Z",
                     *             "activated_at": "2026-01-31T08:15:02.123Z",
                     *             "end_time": null,
                     *             "closed_at": null,
                     *             "recorded_at": "2026-01-31T08:15:04.310Z",
                     *             "close_reason": null,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "template_instance": "Pump 1",
                     *             "category": "health",
                     *             "template_id": 3,
                     *             "template_version": 1,
                     *             "instance_id": 11,
                     *             "rule_id": "high",
                     *             "plant_node_floc_id": "NORTH",
                     *             "acknowledged_at": null,
                     *             "acknowledged_by": null,
                     *             "note": null,
                     *             "comment_count": 0,
                     *             "shelved_until": "2026-01-31T09:15:02.123Z",
                     *             "shelve_reason": "The pump is in service",
                     *             "data_state": "known",
                     *             "flags": [],
                     *             "revision": 0,
                     *             "trigger": [
                     *               {
                     *                 "stream": "Line1.Pump1.Pressure",
                     *                 "value": 4.2,
                     *                 "time": "2026-01-31T08:15:02.1234567Z"
                     *               }
                     *             ],
                     *             "limit": {
                     *               "stream": "Line1.Pump1.Pressure",
                     *               "operator": "greater_than",
                     *               "value": 4,
                     *               "deadband": 0.2,
                     *               "clears_after_seconds": 0
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Shelf"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description Only comments written at or after this time; default: 24 hours before `to`. At most 5,000 comments are read */
                from?: string;
                /** @description Only comments written before this time; default: now */
                to?: string;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "text": "@ben please look at the valve",
                     *           "created_by": "anna",
                     *           "created_at": "2026-01-31T08:16:00.000Z",
                     *           "event": {
                     *             "id": 42,
                     *             "event_name": "Line1.Pump1.Pressure.High",
                     *             "event_description": "The pressure is above its limit",
                     *             "display_name": "High pressure",
                     *             "severity": "warning",
                     *             "is_active": true,
                     *             "start_time": "2026-01-31T08:15:02.123Z",
                     *             "activated_at": "2026-01-31T08:15:02.123Z",
                     *             "end_time": null,
                     *             "closed_at": null,
                     *             "recorded_at": "2026-01-31T08:15:04.310Z",
                     *             "close_reason": null,
                     *             "enrichment": {
                     *               "area": "Boiler house"
                     *             },
                     *             "template_instance": "Pump 1",
                     *             "category": "health",
                     *             "template_id": 3,
                     *             "template_version": 1,
                     *             "instance_id": 11,
                     *             "rule_id": "high",
                     *             "plant_node_floc_id": "NORTH",
                     *             "acknowledged_at": "2026-01-31T08:16:00.000Z",
                     *             "acknowledged_by": "anna",
                     *             "note": null,
                     *             "comment_count": 0,
                     *             "shelved_until": null,
                     *             "shelve_reason": null,
                     *             "data_state": "known",
                     *             "flags": [],
                     *             "revision": 0,
                     *             "trigger": [
                     *               {
                     *                 "stream": "Line1.Pump1.Pressure",
                     *                 "value": 4.2,
                     *                 "time": "2026-01-31T08:15:02.1234567Z"
                     *               }
                     *             ],
                     *             "limit": {
                     *               "stream": "Line1.Pump1.Pressure",
                     *               "operator": "greater_than",
                     *               "value": 4,
                     *               "deadband": 0.2,
                     *               "clears_after_seconds": 0
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1,
                     *         "has_next": false,
                     *         "has_prev": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentOnEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMissingData: {
        parameters: {
            query?: {
                /** @description The last hours, from a full hour; default: 24 */
                hours?: number;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where data was missing */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "from": "2026-01-31T00:00:00.000Z",
                     *         "generated_at": "2026-01-31T08:15:05.000Z",
                     *         "source_lost": [
                     *           {
                     *             "from": "2026-01-31T03:10:00.000Z",
                     *             "to": "2026-01-31T03:24:10.000Z"
                     *           }
                     *         ],
                     *         "stopped": [],
                     *         "instance_count": 1,
                     *         "instances": [
                     *           {
                     *             "instance_id": 11,
                     *             "instance_name": "Pump 1",
                     *             "plant_node_floc_id": "NORTH",
                     *             "no_data_seconds": 1260,
                     *             "bad_quality_seconds": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MissingData"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventWallData: {
        parameters: {
            query?: {
                /** @description Events that were active in the last hours; default: 1 */
                hours?: number;
                layout?: "template" | "category" | "timeline";
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events that were active in the last `hours`, grouped, worst severity first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "layout": "template",
                     *         "hours": 1,
                     *         "generated_at": "2026-01-31T08:15:05.000Z",
                     *         "total": 1,
                     *         "shelved": 0,
                     *         "truncated": false,
                     *         "unacknowledged": [],
                     *         "unacknowledged_left_until": null,
                     *         "groups": [
                     *           {
                     *             "key": "3",
                     *             "title": "Pump pressure",
                     *             "color": "#0b57a8",
                     *             "active": 1,
                     *             "counts": {
                     *               "info": 0,
                     *               "warning": 1,
                     *               "error": 0,
                     *               "critical": 0
                     *             },
                     *             "coverage": {
                     *               "lowest": 0.97,
                     *               "mean": 0.99
                     *             },
                     *             "events": [
                     *               {
                     *                 "id": 42,
                     *                 "event_name": "Line1.Pump1.Pressure.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "display_name": "High pressure",
                     *                 "severity": "warning",
                     *                 "is_active": true,
                     *                 "start_time": "2026-01-31T08:15:02.123Z",
                     *                 "activated_at": "2026-01-31T08:15:02.123Z",
                     *                 "end_time": null,
                     *                 "closed_at": null,
                     *                 "recorded_at": "2026-01-31T08:15:04.310Z",
                     *                 "close_reason": null,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "template_instance": "Pump 1",
                     *                 "category": "health",
                     *                 "template_id": 3,
                     *                 "template_version": 1,
                     *                 "instance_id": 11,
                     *                 "rule_id": "high",
                     *                 "plant_node_floc_id": "NORTH",
                     *                 "acknowledged_at": null,
                     *                 "acknowledged_by": null,
                     *                 "note": null,
                     *                 "comment_count": 0,
                     *                 "shelved_until": null,
                     *                 "shelve_reason": null,
                     *                 "data_state": "known",
                     *                 "flags": [],
                     *                 "revision": 0,
                     *                 "trigger": [
                     *                   {
                     *                     "stream": "Line1.Pump1.Pressure",
                     *                     "value": 4.2,
                     *                     "time": "2026-01-31T08:15:02.1234567Z"
                     *                   }
                     *                 ],
                     *                 "limit": {
                     *                   "stream": "Line1.Pump1.Pressure",
                     *                   "operator": "greater_than",
                     *                   "value": 4,
                     *                   "deadband": 0.2,
                     *                   "clears_after_seconds": 0
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EventWall"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlarmStatistics: {
        parameters: {
            query?: {
                /** @description The last hours, from a full ten minutes on the clock; default: 24 */
                hours?: number;
                /** @description Only events of this template */
                template_id?: number;
                /** @description Only events of this category */
                category?: string;
                /** @description The same as plant_node */
                plant_node_floc_id?: string;
                /**
                 * @description Only what is in one of these areas of responsibility: ids, at most 20, as in 1,4
                 * @example 1
                 */
                area?: string;
                /** @description Only what is at this plant node or below it */
                plant_node?: string;
                /** @description true: advise delays for critical and safety alarms too, last in each list; default: false */
                critical?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of events, their distribution, and advice that would reduce them */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "hours": 24,
                     *         "from": "2026-01-30T08:10:00.000Z",
                     *         "generated_at": "2026-01-31T08:15:05.000Z",
                     *         "running_seconds": 86705,
                     *         "rules": {
                     *           "interval_minutes": 10,
                     *           "flood_above": 10,
                     *           "flood_below": 5,
                     *           "fleeting_seconds": 30,
                     *           "stale_hours": 24,
                     *           "priority_of": {
                     *             "info": "low",
                     *             "warning": "low",
                     *             "error": "medium",
                     *             "critical": "high"
                     *           },
                     *           "recommended_mix": {
                     *             "low": 0.8,
                     *             "medium": 0.15,
                     *             "high": 0.05
                     *           }
                     *         },
                     *         "events": 50,
                     *         "rate": {
                     *           "average": 0.35,
                     *           "peak": 14,
                     *           "peak_at": "2026-01-31T03:20:00.000Z"
                     *         },
                     *         "flood": {
                     *           "share": 0.0069,
                     *           "count": 1,
                     *           "longest_seconds": 600
                     *         },
                     *         "bad_actor_share": 0.8,
                     *         "chattering": {
                     *           "events": 31,
                     *           "rules": 1
                     *         },
                     *         "fleeting": {
                     *           "events": 25,
                     *           "rules": 1
                     *         },
                     *         "stale": {
                     *           "events": 0,
                     *           "active": 0
                     *         },
                     *         "severities": {
                     *           "counts": {
                     *             "info": 0,
                     *             "warning": 40,
                     *             "error": 8,
                     *             "critical": 2
                     *           },
                     *           "shares": {
                     *             "low": 0.8,
                     *             "medium": 0.16,
                     *             "high": 0.04
                     *           },
                     *           "distance": 0.01
                     *         },
                     *         "advice": [
                     *           {
                     *             "kind": "off_delay",
                     *             "text": "Give \"High pressure\" an off-delay of 30 s: 75 % of its 40 events began within that time after the one before; people hear of it no later, but it stays active for 30 s longer",
                     *             "is_critical": false,
                     *             "later_seconds": 0,
                     *             "template_id": 3,
                     *             "rule_id": "high",
                     *             "seconds": 30,
                     *             "events": 40,
                     *             "expected_reduction": 0.75,
                     *             "basis": "events"
                     *           }
                     *         ],
                     *         "bad_actors": [
                     *           {
                     *             "instance_id": 11,
                     *             "template_id": 3,
                     *             "rule_id": "high",
                     *             "category": "health",
                     *             "plant_node_floc_id": "NORTH",
                     *             "instance_name": "Pump 1",
                     *             "rule_name": "High pressure",
                     *             "display_name": "High pressure",
                     *             "events": 40,
                     *             "share": 0.8,
                     *             "is_chattering": true,
                     *             "chattering": 31,
                     *             "fleeting": 25,
                     *             "stale": 0,
                     *             "advice": [
                     *               {
                     *                 "kind": "off_delay",
                     *                 "text": "Give \"High pressure\" an off-delay of 30 s: 75 % of its 40 events began within that time after the one before; people hear of it no later, but it stays active for 30 s longer",
                     *                 "is_critical": false,
                     *                 "later_seconds": 0,
                     *                 "template_id": 3,
                     *                 "rule_id": "high",
                     *                 "seconds": 30,
                     *                 "events": 40,
                     *                 "expected_reduction": 0.75,
                     *                 "basis": "events"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "series": {
                     *           "minutes": 10,
                     *           "points": [
                     *             {
                     *               "start": "2026-01-31T03:20:00.000Z",
                     *               "events": 14,
                     *               "peak": 14
                     *             }
                     *           ]
                     *         },
                     *         "floods": [
                     *           {
                     *             "start": "2026-01-31T03:20:00.000Z",
                     *             "end": "2026-01-31T03:30:00.000Z",
                     *             "events": 14,
                     *             "peak": 14
                     *           }
                     *         ],
                     *         "stale_events": [],
                     *         "plant_nodes": {
                     *           "total": 1,
                     *           "groups": [
                     *             {
                     *               "key": "NORTH",
                     *               "title": "North plant",
                     *               "events": 50,
                     *               "rate": {
                     *                 "average": 0.35,
                     *                 "peak": 14,
                     *                 "peak_at": "2026-01-31T03:20:00.000Z"
                     *               },
                     *               "flood": {
                     *                 "share": 0.0069,
                     *                 "count": 1,
                     *                 "longest_seconds": 600
                     *               },
                     *               "bad_actor_share": 0.8,
                     *               "chattering": {
                     *                 "events": 31,
                     *                 "rules": 1
                     *               },
                     *               "fleeting": {
                     *                 "events": 25,
                     *                 "rules": 1
                     *               },
                     *               "stale": {
                     *                 "events": 0,
                     *                 "active": 0
                     *               },
                     *               "severities": {
                     *                 "counts": {
                     *                   "info": 0,
                     *                   "warning": 40,
                     *                   "error": 8,
                     *                   "critical": 2
                     *                 },
                     *                 "shares": {
                     *                   "low": 0.8,
                     *                   "medium": 0.16,
                     *                   "high": 0.04
                     *                 },
                     *                 "distance": 0.01
                     *               },
                     *               "advice": [
                     *                 {
                     *                   "kind": "off_delay",
                     *                   "text": "Give \"High pressure\" an off-delay of 30 s: 75 % of its 40 events began within that time after the one before; people hear of it no later, but it stays active for 30 s longer",
                     *                   "is_critical": false,
                     *                   "later_seconds": 0,
                     *                   "template_id": 3,
                     *                   "rule_id": "high",
                     *                   "seconds": 30,
                     *                   "events": 40,
                     *                   "expected_reduction": 0.75,
                     *                   "basis": "events"
                     *                 }
                     *               ],
                     *               "bad_actors": [
                     *                 {
                     *                   "instance_id": 11,
                     *                   "template_id": 3,
                     *                   "rule_id": "high",
                     *                   "category": "health",
                     *                   "plant_node_floc_id": "NORTH",
                     *                   "instance_name": "Pump 1",
                     *                   "rule_name": "High pressure",
                     *                   "display_name": "High pressure",
                     *                   "events": 40,
                     *                   "share": 0.8,
                     *                   "is_chattering": true,
                     *                   "chattering": 31,
                     *                   "fleeting": 25,
                     *                   "stale": 0
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "templates": {
                     *           "total": 1,
                     *           "groups": [
                     *             {
                     *               "key": "3",
                     *               "title": "Pump pressure",
                     *               "events": 50,
                     *               "rate": {
                     *                 "average": 0.35,
                     *                 "peak": 14,
                     *                 "peak_at": "2026-01-31T03:20:00.000Z"
                     *               },
                     *               "flood": {
                     *                 "share": 0.0069,
                     *                 "count": 1,
                     *                 "longest_seconds": 600
                     *               },
                     *               "bad_actor_share": 0.8,
                     *               "chattering": {
                     *                 "events": 31,
                     *                 "rules": 1
                     *               },
                     *               "fleeting": {
                     *                 "events": 25,
                     *                 "rules": 1
                     *               },
                     *               "stale": {
                     *                 "events": 0,
                     *                 "active": 0
                     *               },
                     *               "severities": {
                     *                 "counts": {
                     *                   "info": 0,
                     *                   "warning": 40,
                     *                   "error": 8,
                     *                   "critical": 2
                     *                 },
                     *                 "shares": {
                     *                   "low": 0.8,
                     *                   "medium": 0.16,
                     *                   "high": 0.04
                     *                 },
                     *                 "distance": 0.01
                     *               },
                     *               "advice": [
                     *                 {
                     *                   "kind": "off_delay",
                     *                   "text": "Give \"High pressure\" an off-delay of 30 s: 75 % of its 40 events began within that time after the one before; people hear of it no later, but it stays active for 30 s longer",
                     *                   "is_critical": false,
                     *                   "later_seconds": 0,
                     *                   "template_id": 3,
                     *                   "rule_id": "high",
                     *                   "seconds": 30,
                     *                   "events": 40,
                     *                   "expected_reduction": 0.75,
                     *                   "basis": "events"
                     *                 }
                     *               ],
                     *               "bad_actors": [
                     *                 {
                     *                   "instance_id": 11,
                     *                   "template_id": 3,
                     *                   "rule_id": "high",
                     *                   "category": "health",
                     *                   "plant_node_floc_id": "NORTH",
                     *                   "instance_name": "Pump 1",
                     *                   "rule_name": "High pressure",
                     *                   "display_name": "High pressure",
                     *                   "events": 40,
                     *                   "share": 0.8,
                     *                   "is_chattering": true,
                     *                   "chattering": 31,
                     *                   "fleeting": 25,
                     *                   "stale": 0
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "categories": {
                     *           "total": 1,
                     *           "groups": [
                     *             {
                     *               "key": "health",
                     *               "title": "Health",
                     *               "events": 50,
                     *               "rate": {
                     *                 "average": 0.35,
                     *                 "peak": 14,
                     *                 "peak_at": "2026-01-31T03:20:00.000Z"
                     *               },
                     *               "flood": {
                     *                 "share": 0.0069,
                     *                 "count": 1,
                     *                 "longest_seconds": 600
                     *               },
                     *               "bad_actor_share": 0.8,
                     *               "chattering": {
                     *                 "events": 31,
                     *                 "rules": 1
                     *               },
                     *               "fleeting": {
                     *                 "events": 25,
                     *                 "rules": 1
                     *               },
                     *               "stale": {
                     *                 "events": 0,
                     *                 "active": 0
                     *               },
                     *               "severities": {
                     *                 "counts": {
                     *                   "info": 0,
                     *                   "warning": 40,
                     *                   "error": 8,
                     *                   "critical": 2
                     *                 },
                     *                 "shares": {
                     *                   "low": 0.8,
                     *                   "medium": 0.16,
                     *                   "high": 0.04
                     *                 },
                     *                 "distance": 0.01
                     *               },
                     *               "advice": [
                     *                 {
                     *                   "kind": "off_delay",
                     *                   "text": "Give \"High pressure\" an off-delay of 30 s: 75 % of its 40 events began within that time after the one before; people hear of it no later, but it stays active for 30 s longer",
                     *                   "is_critical": false,
                     *                   "later_seconds": 0,
                     *                   "template_id": 3,
                     *                   "rule_id": "high",
                     *                   "seconds": 30,
                     *                   "events": 40,
                     *                   "expected_reduction": 0.75,
                     *                   "basis": "events"
                     *                 }
                     *               ],
                     *               "bad_actors": [
                     *                 {
                     *                   "instance_id": 11,
                     *                   "template_id": 3,
                     *                   "rule_id": "high",
                     *                   "category": "health",
                     *                   "plant_node_floc_id": "NORTH",
                     *                   "instance_name": "Pump 1",
                     *                   "rule_name": "High pressure",
                     *                   "display_name": "High pressure",
                     *                   "events": 40,
                     *                   "share": 0.8,
                     *                   "is_chattering": true,
                     *                   "chattering": 31,
                     *                   "fleeting": 25,
                     *                   "stale": 0
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AlarmStatistics"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tryAlarmAdvice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance_id": 11,
                 *       "rule_id": "high",
                 *       "hours": 24,
                 *       "critical": false,
                 *       "stream": false
                 *     }
                 */
                "application/json": {
                    instance_id: number;
                    rule_id: string;
                    /** @default 24 */
                    hours?: number;
                    /** @default false */
                    critical?: boolean;
                    /** @default false */
                    stream?: boolean;
                };
            };
        };
        responses: {
            /** @description How many events each change would have avoided */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "instance_id": 11,
                     *         "template_id": 3,
                     *         "rule_id": "high",
                     *         "rule_name": "High pressure",
                     *         "from": "2026-01-30T08:15:05.000Z",
                     *         "to": "2026-01-31T08:15:05.000Z",
                     *         "stored": {
                     *           "events": 12,
                     *           "active_share": 0.02
                     *         },
                     *         "tried": [
                     *           {
                     *             "kind": "deadband",
                     *             "deadband": 0.5,
                     *             "seconds": null,
                     *             "events": 8,
                     *             "active_share": 0.03,
                     *             "reduction": 0.3333,
                     *             "later_seconds": 0,
                     *             "is_advised": false
                     *           },
                     *           {
                     *             "kind": "deadband",
                     *             "deadband": 1.2,
                     *             "seconds": null,
                     *             "events": 3,
                     *             "active_share": 0.04,
                     *             "reduction": 0.75,
                     *             "later_seconds": 0,
                     *             "is_advised": true
                     *           },
                     *           {
                     *             "kind": "off_delay",
                     *             "deadband": null,
                     *             "seconds": 30,
                     *             "events": 4,
                     *             "active_share": 0.05,
                     *             "reduction": 0.6667,
                     *             "later_seconds": 0,
                     *             "is_advised": true
                     *           }
                     *         ],
                     *         "missing_streams": []
                     *       },
                     *       "message": "Tried 3 changes of \"High pressure\", which raises 12 events"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AlarmAdviceTrial"];
                        message: string;
                    };
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissingOrNotFoundOrTemplateNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContextData: {
        parameters: {
            query?: {
                context_type?: "events" | "rules" | "assets" | "streams" | "plant_model";
                time_filter?: "1h" | "24h" | "7d" | "30d";
                max_items?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plant context of a conversation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "context_type": "events",
                     *         "time_filter": "24h",
                     *         "data": {
                     *           "events": {
                     *             "active": 1,
                     *             "details": [
                     *               {
                     *                 "id": 42,
                     *                 "event_name": "Line1.Pump1.Pressure.High",
                     *                 "event_description": "The pressure is above its limit",
                     *                 "display_name": "High pressure",
                     *                 "severity": "warning",
                     *                 "is_active": true,
                     *                 "start_time": "2026-01-31T08:15:02.123Z",
                     *                 "activated_at": "2026-01-31T08:15:02.123Z",
                     *                 "end_time": null,
                     *                 "closed_at": null,
                     *                 "recorded_at": "2026-01-31T08:15:04.310Z",
                     *                 "close_reason": null,
                     *                 "enrichment": {
                     *                   "area": "Boiler house"
                     *                 },
                     *                 "template_instance": "Pump 1",
                     *                 "category": "health",
                     *                 "template_id": 3,
                     *                 "template_version": 1,
                     *                 "instance_id": 11,
                     *                 "rule_id": "high",
                     *                 "plant_node_floc_id": "NORTH",
                     *                 "acknowledged_at": null,
                     *                 "acknowledged_by": null,
                     *                 "note": null,
                     *                 "comment_count": 0,
                     *                 "shelved_until": null,
                     *                 "shelve_reason": null,
                     *                 "data_state": "known",
                     *                 "flags": [],
                     *                 "revision": 0,
                     *                 "trigger": [
                     *                   {
                     *                     "stream": "Line1.Pump1.Pressure",
                     *                     "value": 4.2,
                     *                     "time": "2026-01-31T08:15:02.1234567Z"
                     *                   }
                     *                 ],
                     *                 "limit": {
                     *                   "stream": "Line1.Pump1.Pressure",
                     *                   "operator": "greater_than",
                     *                   "value": 4,
                     *                   "deadband": 0.2,
                     *                   "clears_after_seconds": 0
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Context"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAiProviders: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers, without their keys */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "display_name": "Assistant",
                     *           "provider_type": "openai",
                     *           "model_name": "gpt-5.2",
                     *           "has_api_key": true,
                     *           "base_url": null,
                     *           "usage_mode": "assistant",
                     *           "system_instructions": "Answer in short sentences.",
                     *           "assistant_type_id": null,
                     *           "is_active": true,
                     *           "supports_function_calling": true,
                     *           "function_calling_enabled": true,
                     *           "share_plant_data": true,
                     *           "context_window_tokens": null,
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AiProvider"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAiProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Assistant",
                 *       "provider_type": "openai",
                 *       "model_name": "gpt-5.2",
                 *       "api_key": "sk-the-key-of-the-vendor",
                 *       "usage_mode": "assistant",
                 *       "system_instructions": "Answer in short sentences.",
                 *       "assistant_type_id": null
                 *     }
                 */
                "application/json": {
                    display_name: string;
                    /** @enum {string} */
                    provider_type: "openai" | "azure_openai" | "anthropic" | "gemini" | "mistral" | "ollama" | "openai_compatible";
                    model_name: string;
                    api_key?: string | null;
                    /** @default null */
                    base_url?: string | null;
                    /**
                     * @default assistant
                     * @enum {string}
                     */
                    usage_mode?: "assistant" | "analysis";
                    /** @default  */
                    system_instructions?: string | null;
                    /** @default null */
                    assistant_type_id?: number | null;
                    /** @default true */
                    is_active?: boolean;
                    /** @default true */
                    function_calling_enabled?: boolean;
                    /** @default true */
                    share_plant_data?: boolean;
                    /** @default null */
                    context_window_tokens?: number | null;
                };
            };
        };
        responses: {
            /** @description The new provider */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "display_name": "Assistant",
                     *         "provider_type": "openai",
                     *         "model_name": "gpt-5.2",
                     *         "has_api_key": true,
                     *         "base_url": null,
                     *         "usage_mode": "assistant",
                     *         "system_instructions": "Answer in short sentences.",
                     *         "assistant_type_id": null,
                     *         "is_active": true,
                     *         "supports_function_calling": true,
                     *         "function_calling_enabled": true,
                     *         "share_plant_data": true,
                     *         "context_window_tokens": null,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Provider \"Assistant\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AiProvider"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAiProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, without its key */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "display_name": "Assistant",
                     *         "provider_type": "openai",
                     *         "model_name": "gpt-5.2",
                     *         "has_api_key": true,
                     *         "base_url": null,
                     *         "usage_mode": "assistant",
                     *         "system_instructions": "Answer in short sentences.",
                     *         "assistant_type_id": null,
                     *         "is_active": true,
                     *         "supports_function_calling": true,
                     *         "function_calling_enabled": true,
                     *         "share_plant_data": true,
                     *         "context_window_tokens": null,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AiProvider"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAiProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model_name": "gpt-5.2",
                 *       "is_active": true
                 *     }
                 */
                "application/json": {
                    display_name?: string;
                    /** @enum {string} */
                    provider_type?: "openai" | "azure_openai" | "anthropic" | "gemini" | "mistral" | "ollama" | "openai_compatible";
                    model_name?: string;
                    api_key?: string | null;
                    base_url?: string | null;
                    /** @enum {string} */
                    usage_mode?: "assistant" | "analysis";
                    system_instructions?: string | null;
                    assistant_type_id?: number | null;
                    is_active?: boolean;
                    function_calling_enabled?: boolean;
                    share_plant_data?: boolean;
                    context_window_tokens?: number | null;
                };
            };
        };
        responses: {
            /** @description The changed provider */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "display_name": "Assistant",
                     *         "provider_type": "openai",
                     *         "model_name": "gpt-5.2",
                     *         "has_api_key": true,
                     *         "base_url": null,
                     *         "usage_mode": "assistant",
                     *         "system_instructions": "Answer in short sentences.",
                     *         "assistant_type_id": null,
                     *         "is_active": true,
                     *         "supports_function_calling": true,
                     *         "function_calling_enabled": true,
                     *         "share_plant_data": true,
                     *         "context_window_tokens": null,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Provider \"Assistant\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AiProvider"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAiProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Provider \"Assistant\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAiProviderInstructions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instructions that the model gets first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "assistant_type_instructions": "You advise the shift.",
                     *         "provider_specific_instructions": "Answer in short sentences.",
                     *         "combined_instructions": "You advise the shift.\n\nAnswer in short sentences."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CombinedInstructions"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testAiProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "test_message": "Are you there?"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description At most 60000 bytes of UTF-8
                     * @default Answer with one word: ready
                     */
                    test_message?: string;
                    /** @description Settings to test without storing them; omitted ones are as stored. The stored key is used only with the stored `base_url` and `provider_type` */
                    settings?: {
                        /** @enum {string} */
                        provider_type?: "openai" | "azure_openai" | "anthropic" | "gemini" | "mistral" | "ollama" | "openai_compatible";
                        model_name?: string;
                        base_url?: string | null;
                        api_key?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The model's answer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ok",
                     *         "response": "I am.",
                     *         "model": "gpt-5.2",
                     *         "latency_ms": 640,
                     *         "api_usage": {
                     *           "prompt_tokens": 12,
                     *           "completion_tokens": 3,
                     *           "total_tokens": 15
                     *         },
                     *         "tested_at": "2026-01-31T08:15:02.123Z"
                     *       },
                     *       "message": "Provider \"Assistant\" answers"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AiProviderTest"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["AiProviderErrorOrConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    converse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "What is wrong on line 2 right now?",
                 *       "context_type": "events",
                 *       "time_filter": "24h",
                 *       "include_context": true
                 *     }
                 */
                "application/json": {
                    /** @description At most 60000 bytes of UTF-8 */
                    message: string;
                    /**
                     * @default events
                     * @enum {string}
                     */
                    context_type?: "events" | "rules" | "assets" | "streams" | "plant_model";
                    /**
                     * @default 24h
                     * @enum {string}
                     */
                    time_filter?: "1h" | "24h" | "7d" | "30d";
                    /** @default true */
                    include_context?: boolean;
                    session_id?: string | null;
                    /** @default false */
                    stream?: boolean;
                };
            };
        };
        responses: {
            /** @description The exchange: the message and its answer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "provider_id": 1,
                     *         "session_id": "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
                     *         "response": "The mixer of line 2 runs hot: [event:42].",
                     *         "function_calls": [
                     *           {
                     *             "name": "get_active_events",
                     *             "arguments": {
                     *               "plant_node": "Line 2"
                     *             },
                     *             "result_summary": "2 found",
                     *             "duration_ms": 12,
                     *             "outcome": "success"
                     *           }
                     *         ],
                     *         "api_usage": {
                     *           "prompt_tokens": 380,
                     *           "completion_tokens": 32,
                     *           "total_tokens": 412
                     *         },
                     *         "evidence": [
                     *           {
                     *             "type": "event",
                     *             "id": 42,
                     *             "name": "Line2.Mixer.Temperature.High"
                     *           }
                     *         ],
                     *         "unverified": [],
                     *         "proposals": []
                     *       },
                     *       "message": "The model answered"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ConversationExchange"];
                        message: string;
                    };
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["ProviderInactiveOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["AiProviderErrorOrConnectionFailedOrFunctionCallFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConversationLogs: {
        parameters: {
            query?: {
                /** @description Entries of one conversation */
                session_id?: string;
                /** @description `true`: only your own entries, also for administrators */
                mine?: boolean;
                /** @description Not before this time */
                from?: string;
                /** @description Not after this time */
                to?: string;
                /** @description Default: `asc`, the oldest first */
                order?: "asc" | "desc";
                type?: "user" | "assistant" | "function" | "error";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages and answers */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "logs": [
                     *           {
                     *             "timestamp": "2026-01-31T08:15:02.123",
                     *             "type": "user",
                     *             "content": "What is wrong on line 2 right now?",
                     *             "session_id": "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            logs: components["schemas"]["ConversationLogEntry"][];
                        };
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearConversationLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cleared */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The conversations of \"Assistant\" are cleared: 12 entries"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFunctionCallLogs: {
        parameters: {
            query?: {
                /** @description Entries of one conversation */
                session_id?: string;
                /** @description `true`: only your own entries, also for administrators */
                mine?: boolean;
                /** @description Not before this time */
                from?: string;
                /** @description Not after this time */
                to?: string;
                /** @description Default: `asc`, the oldest first */
                order?: "asc" | "desc";
                name?: string;
                outcome?: "success" | "error";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The function calls */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "logs": [
                     *           {
                     *             "timestamp": "2026-01-31T08:15:02.123Z",
                     *             "session_id": "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
                     *             "name": "get_active_events",
                     *             "arguments": {
                     *               "plant_node": "Line 2"
                     *             },
                     *             "duration_ms": 12,
                     *             "outcome": "success",
                     *             "error": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            logs: components["schemas"]["FunctionCallLogEntry"][];
                        };
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiUsageLogs: {
        parameters: {
            query?: {
                /** @description Entries of one conversation */
                session_id?: string;
                /** @description `true`: only your own entries, also for administrators */
                mine?: boolean;
                /** @description Not before this time */
                from?: string;
                /** @description Not after this time */
                to?: string;
                /** @description Default: `asc`, the oldest first */
                order?: "asc" | "desc";
                outcome?: "success" | "error";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests to the provider; `totals` of each UTC day ignore the filters */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "logs": [
                     *           {
                     *             "timestamp": "2026-01-31T08:15:02.973Z",
                     *             "session_id": "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
                     *             "operation": "chat.completions",
                     *             "model": "gpt-5.2",
                     *             "duration_ms": 850,
                     *             "prompt_tokens": 380,
                     *             "completion_tokens": 32,
                     *             "total_tokens": 412,
                     *             "outcome": "success"
                     *           }
                     *         ],
                     *         "totals": [
                     *           {
                     *             "date": "2026-01-31",
                     *             "requests": 1,
                     *             "prompt_tokens": 380,
                     *             "completion_tokens": 32,
                     *             "total_tokens": 412
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            logs: components["schemas"]["ApiUsageLogEntry"][];
                            totals: components["schemas"]["UsageDay"][];
                        };
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRawLogs: {
        parameters: {
            query?: {
                /** @description Entries of one conversation */
                session_id?: string;
                /** @description `true`: only your own entries, also for administrators */
                mine?: boolean;
                /** @description Not before this time */
                from?: string;
                /** @description Not after this time */
                to?: string;
                /** @description Default: `asc`, the oldest first */
                order?: "asc" | "desc";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 1 */
                provider_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The three logs as lines, in time order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "logs": "[2026-01-31 08:15:02] USER: What is wrong on line 2 right now?\n[2026-01-31 08:15:02] FUNCTION: get_active_events (12 ms) - success"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            logs: string;
                        };
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAssistantTypes: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assistant types */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Shift advisor",
                     *           "description": "Helps the people of a shift",
                     *           "base_instructions": "You advise the shift.",
                     *           "is_active": true,
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AssistantType"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAssistantType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shift advisor",
                 *       "description": "Helps the people of a shift",
                 *       "base_instructions": "You advise the shift.",
                 *       "admin_password": "the password of the admin"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @default  */
                    description?: string | null;
                    /** @default  */
                    base_instructions?: string | null;
                    /** @default true */
                    is_active?: boolean;
                    admin_password: string;
                };
            };
        };
        responses: {
            /** @description The new assistant type */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Shift advisor",
                     *         "description": "Helps the people of a shift",
                     *         "base_instructions": "You advise the shift.",
                     *         "is_active": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Assistant type \"Shift advisor\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AssistantType"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAssistantType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assistant type */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Shift advisor",
                     *         "description": "Helps the people of a shift",
                     *         "base_instructions": "You advise the shift.",
                     *         "is_active": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AssistantType"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAssistantType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string | null;
                    base_instructions?: string | null;
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed assistant type */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Shift advisor",
                     *         "description": "Helps the people of a shift",
                     *         "base_instructions": "You advise the shift.",
                     *         "is_active": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Assistant type \"Shift advisor\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AssistantType"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAssistantType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Assistant type \"Shift advisor\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream with its newest value, which is then kept up to date for 5 minutes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 17,
                     *         "stream_id": "Line1.Pump1.Pressure",
                     *         "stream_name": "Line1.Pump1.Pressure",
                     *         "display_name": "Pressure",
                     *         "asset_id": "Line1.Pump1",
                     *         "data_type": "NUM",
                     *         "uom": "bar",
                     *         "is_active": true,
                     *         "value": 4.2,
                     *         "timestamp": "2026-01-31T08:15:02.1234567Z",
                     *         "quality": "good"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Stream"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStreamData: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                points?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream's trend */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "stream": {
                     *           "id": 17,
                     *           "stream_id": "Line1.Pump1.Pressure",
                     *           "stream_name": "Line1.Pump1.Pressure",
                     *           "display_name": "Pressure",
                     *           "asset_id": "Line1.Pump1",
                     *           "data_type": "NUM",
                     *           "uom": "bar",
                     *           "is_active": true,
                     *           "value": 4.2,
                     *           "timestamp": "2026-01-31T08:15:02.1234567Z",
                     *           "quality": "good"
                     *         },
                     *         "from": "2026-01-31T08:00:00.0000000Z",
                     *         "to": "2026-01-31T09:00:00.0000000Z",
                     *         "points": 2,
                     *         "held": {
                     *           "time": "2026-01-31T07:59:58.0000000Z",
                     *           "value": 3.9,
                     *           "quality": "good"
                     *         },
                     *         "samples": 1,
                     *         "buckets": [
                     *           {
                     *             "start": "2026-01-31T08:00:00.000Z",
                     *             "min": 4.2,
                     *             "max": 4.2,
                     *             "first": 4.2,
                     *             "last": 4.2,
                     *             "quality": "good",
                     *             "count": 1
                     *           },
                     *           {
                     *             "start": "2026-01-31T08:30:00.000Z",
                     *             "min": null,
                     *             "max": null,
                     *             "first": null,
                     *             "last": null,
                     *             "quality": null,
                     *             "count": 0
                     *           }
                     *         ],
                     *         "changes": [],
                     *         "truncated": false,
                     *         "basis": "all",
                     *         "unread": [],
                     *         "gaps": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["InvalidCredentialsOrValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissingOrNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrends: {
        parameters: {
            query: {
                /** @example 11,12 */
                streams: string;
                from?: string;
                to?: string;
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trends */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 11,
                     *           "trend": {
                     *             "stream": {
                     *               "id": 17,
                     *               "stream_id": "Line1.Pump1.Pressure",
                     *               "stream_name": "Line1.Pump1.Pressure",
                     *               "display_name": "Pressure",
                     *               "asset_id": "Line1.Pump1",
                     *               "data_type": "NUM",
                     *               "uom": "bar",
                     *               "is_active": true,
                     *               "value": 4.2,
                     *               "timestamp": "2026-01-31T08:15:02.1234567Z",
                     *               "quality": "good"
                     *             },
                     *             "from": "2026-01-31T08:00:00.0000000Z",
                     *             "to": "2026-01-31T09:00:00.0000000Z",
                     *             "points": 2,
                     *             "held": {
                     *               "time": "2026-01-31T07:59:58.0000000Z",
                     *               "value": 3.9,
                     *               "quality": "good"
                     *             },
                     *             "samples": 1,
                     *             "buckets": [
                     *               {
                     *                 "start": "2026-01-31T08:00:00.000Z",
                     *                 "min": 4.2,
                     *                 "max": 4.2,
                     *                 "first": 4.2,
                     *                 "last": 4.2,
                     *                 "quality": "good",
                     *                 "count": 1
                     *               },
                     *               {
                     *                 "start": "2026-01-31T08:30:00.000Z",
                     *                 "min": null,
                     *                 "max": null,
                     *                 "first": null,
                     *                 "last": null,
                     *                 "quality": null,
                     *                 "count": 0
                     *               }
                     *             ],
                     *             "changes": [],
                     *             "truncated": false,
                     *             "basis": "all",
                     *             "unread": [],
                     *             "gaps": []
                     *           },
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TrendOfSeveral"][];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiConfigMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlantModel: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The root nodes, each with its children */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "WORKS",
                     *           "name": "Example Works",
                     *           "type": "enterprise",
                     *           "children": [
                     *             {
                     *               "id": "NORTH",
                     *               "name": "Works North",
                     *               "type": "site",
                     *               "children": []
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlantTree"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPlantNode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "floc_id": "NORTH",
                 *       "name": "Works North",
                 *       "node_type": "site",
                 *       "parent_id": "WORKS"
                 *     }
                 */
                "application/json": {
                    floc_id: string;
                    name: string;
                    /** @enum {string} */
                    node_type: "enterprise" | "site" | "area" | "process_cell" | "production_unit" | "production_line" | "storage_zone" | "unit" | "work_cell" | "storage_unit" | "equipment_module" | "control_module";
                    /** @default null */
                    parent_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The new node */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "NORTH",
                     *         "floc_id": "NORTH",
                     *         "name": "Works North",
                     *         "node_type": "site",
                     *         "parent_id": "WORKS",
                     *         "children": []
                     *       },
                     *       "message": "Plant node \"NORTH\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlantNode"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlantNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example NORTH */
                floc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The node with its children */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "NORTH",
                     *         "floc_id": "NORTH",
                     *         "name": "Works North",
                     *         "node_type": "site",
                     *         "parent_id": "WORKS",
                     *         "children": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlantNode"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePlantNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example NORTH */
                floc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Line 1"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    node_type?: "enterprise" | "site" | "area" | "process_cell" | "production_unit" | "production_line" | "storage_zone" | "unit" | "work_cell" | "storage_unit" | "equipment_module" | "control_module";
                    /** @enum {string} */
                    type?: "enterprise" | "site" | "area" | "process_cell" | "production_unit" | "production_line" | "storage_zone" | "unit" | "work_cell" | "storage_unit" | "equipment_module" | "control_module";
                    parent_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The changed node */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "NORTH",
                     *         "floc_id": "NORTH",
                     *         "name": "Works North",
                     *         "node_type": "site",
                     *         "parent_id": "WORKS",
                     *         "children": []
                     *       },
                     *       "message": "Plant node \"NORTH\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlantNode"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePlantNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example NORTH */
                floc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Plant node \"NORTH\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAreas: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The areas of responsibility */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "North",
                     *           "plant_node_ids": [
                     *             "NORTH"
                     *           ],
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Area"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createArea: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "North",
                 *       "plant_node_ids": [
                 *         "NORTH"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name: string;
                    /** @description The `floc_id` of plant nodes; what is below them belongs to the area too */
                    plant_node_ids: string[];
                };
            };
        };
        responses: {
            /** @description The new area */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "North",
                     *         "plant_node_ids": [
                     *           "NORTH"
                     *         ],
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Area \"North\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Area"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The area */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "North",
                     *         "plant_node_ids": [
                     *           "NORTH"
                     *         ],
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Area"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "North"
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name?: string;
                    /** @description The `floc_id` of plant nodes; what is below them belongs to the area too */
                    plant_node_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The changed area */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "North",
                     *         "plant_node_ids": [
                     *           "NORTH"
                     *         ],
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Area \"North\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Area"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Area \"North\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlantSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the plant has set for everybody */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "keep_unacknowledged": true,
                     *         "keep_unacknowledged_since": "2026-01-31T08:15:02.123Z",
                     *         "notification_mail_domains": [
                     *           "example.com"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlantSettings"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    savePlantSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keep_unacknowledged": false
                 *     }
                 */
                "application/json": {
                    keep_unacknowledged?: boolean;
                    notification_mail_domains?: string[];
                };
            };
        };
        responses: {
            /** @description The saved settings */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "keep_unacknowledged": true,
                     *         "keep_unacknowledged_since": "2026-01-31T08:15:02.123Z",
                     *         "notification_mail_domains": [
                     *           "example.com"
                     *         ]
                     *       },
                     *       "message": "The plant's settings are saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PlantSettings"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotificationPolicies: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policies in their order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 2,
                     *           "name": "Critical events in North",
                     *           "match": {
                     *             "area_ids": [
                     *               1
                     *             ],
                     *             "plant_node_ids": [],
                     *             "categories": [],
                     *             "severities": [
                     *               "critical"
                     *             ],
                     *             "template_ids": [],
                     *             "flags": []
                     *           },
                     *           "continue": false,
                     *           "group_by": [
                     *             "plant_node"
                     *           ],
                     *           "group_wait_seconds": 30,
                     *           "group_interval_seconds": 300,
                     *           "steps": [
                     *             {
                     *               "after_minutes": 0,
                     *               "to": [
                     *                 {
                     *                   "kind": "roster",
                     *                   "id": 1
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "after_minutes": 10,
                     *               "to": [
                     *                 {
                     *                   "kind": "team",
                     *                   "id": 2
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "repeat": 1,
                     *           "repeat_interval_minutes": 60,
                     *           "stop_on": [
                     *             "acknowledge"
                     *           ],
                     *           "notify_resolved": true,
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin",
                     *           "is_last": false,
                     *           "recipients": [
                     *             {
                     *               "kind": "roster",
                     *               "id": 1,
                     *               "name": "Utilities"
                     *             },
                     *             {
                     *               "kind": "team",
                     *               "id": 2,
                     *               "name": "Electricians"
                     *             }
                     *           ],
                     *           "missing": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPolicy"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createNotificationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Critical events in North",
                 *       "match": {
                 *         "area_ids": [
                 *           1
                 *         ],
                 *         "plant_node_ids": [],
                 *         "categories": [],
                 *         "severities": [
                 *           "critical"
                 *         ],
                 *         "template_ids": [],
                 *         "flags": []
                 *       },
                 *       "continue": false,
                 *       "group_by": [
                 *         "plant_node"
                 *       ],
                 *       "group_wait_seconds": 30,
                 *       "group_interval_seconds": 300,
                 *       "steps": [
                 *         {
                 *           "after_minutes": 0,
                 *           "to": [
                 *             {
                 *               "kind": "roster",
                 *               "id": 1
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "after_minutes": 10,
                 *           "to": [
                 *             {
                 *               "kind": "team",
                 *               "id": 2
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "repeat": 1,
                 *       "repeat_interval_minutes": 60,
                 *       "stop_on": [
                 *         "acknowledge"
                 *       ],
                 *       "notify_resolved": true
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name: string;
                    /**
                     * @description An empty list matches everything. An event must match each list: by one of its items
                     * @default {}
                     */
                    match?: {
                        /** @default [] */
                        area_ids?: number[];
                        /**
                         * @description The `floc_id` of plant nodes. An event matches in one of the areas or at or below one of the nodes
                         * @default []
                         */
                        plant_node_ids?: string[];
                        /** @default [] */
                        categories?: string[];
                        /** @default [] */
                        severities?: ("info" | "warning" | "error" | "critical")[];
                        /** @default [] */
                        template_ids?: number[];
                        /** @default [] */
                        flags?: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
                    };
                    /**
                     * @description Whether the policies after this one are asked too when this one matches
                     * @default false
                     */
                    continue?: boolean;
                    /**
                     * @description Events that agree in these fields share messages; none: all events of the policy
                     * @default [
                     *       "plant_node"
                     *     ]
                     */
                    group_by?: ("plant_node" | "template" | "category" | "instance")[];
                    /**
                     * @description How long the first message waits for other events of its group; critical events do not wait
                     * @default 30
                     */
                    group_wait_seconds?: number;
                    /**
                     * @description The least time between two messages of a group; critical events do not wait
                     * @default 300
                     */
                    group_interval_seconds?: number;
                    /**
                     * @description Without steps, the fallback contact point is told
                     * @default []
                     */
                    steps?: {
                        /** @description From the event's first commit */
                        after_minutes: number;
                        to: {
                            /** @enum {string} */
                            kind: "user" | "team" | "roster" | "contact_point";
                            id: number;
                        }[];
                    }[];
                    /**
                     * @description How often all steps begin again after the last one
                     * @default 0
                     */
                    repeat?: number;
                    /** @default 240 */
                    repeat_interval_minutes?: number;
                    /**
                     * @description What ends the escalation of an event. A retracted or deleted event always does
                     * @default [
                     *       "acknowledge"
                     *     ]
                     */
                    stop_on?: ("acknowledge" | "close" | "shelve")[];
                    /**
                     * @description Whether those who were told of an event are told when it closes
                     * @default true
                     */
                    notify_resolved?: boolean;
                };
            };
        };
        responses: {
            /** @description The new policy */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Critical events in North",
                     *         "match": {
                     *           "area_ids": [
                     *             1
                     *           ],
                     *           "plant_node_ids": [],
                     *           "categories": [],
                     *           "severities": [
                     *             "critical"
                     *           ],
                     *           "template_ids": [],
                     *           "flags": []
                     *         },
                     *         "continue": false,
                     *         "group_by": [
                     *           "plant_node"
                     *         ],
                     *         "group_wait_seconds": 30,
                     *         "group_interval_seconds": 300,
                     *         "steps": [
                     *           {
                     *             "after_minutes": 0,
                     *             "to": [
                     *               {
                     *                 "kind": "roster",
                     *                 "id": 1
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "after_minutes": 10,
                     *             "to": [
                     *               {
                     *                 "kind": "team",
                     *                 "id": 2
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "repeat": 1,
                     *         "repeat_interval_minutes": 60,
                     *         "stop_on": [
                     *           "acknowledge"
                     *         ],
                     *         "notify_resolved": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin",
                     *         "is_last": false,
                     *         "recipients": [
                     *           {
                     *             "kind": "roster",
                     *             "id": 1,
                     *             "name": "Utilities"
                     *           },
                     *           {
                     *             "kind": "team",
                     *             "id": 2,
                     *             "name": "Electricians"
                     *           }
                     *         ],
                     *         "missing": []
                     *       },
                     *       "message": "Notification policy \"Critical events in North\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPolicy"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reorderNotificationPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy_ids": [
                 *         3,
                 *         2
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description All policies but the last one, in their new order */
                    policy_ids: number[];
                };
            };
        };
        responses: {
            /** @description The policies in their new order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 2,
                     *           "name": "Critical events in North",
                     *           "match": {
                     *             "area_ids": [
                     *               1
                     *             ],
                     *             "plant_node_ids": [],
                     *             "categories": [],
                     *             "severities": [
                     *               "critical"
                     *             ],
                     *             "template_ids": [],
                     *             "flags": []
                     *           },
                     *           "continue": false,
                     *           "group_by": [
                     *             "plant_node"
                     *           ],
                     *           "group_wait_seconds": 30,
                     *           "group_interval_seconds": 300,
                     *           "steps": [
                     *             {
                     *               "after_minutes": 0,
                     *               "to": [
                     *                 {
                     *                   "kind": "roster",
                     *                   "id": 1
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "after_minutes": 10,
                     *               "to": [
                     *                 {
                     *                   "kind": "team",
                     *                   "id": 2
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "repeat": 1,
                     *           "repeat_interval_minutes": 60,
                     *           "stop_on": [
                     *             "acknowledge"
                     *           ],
                     *           "notify_resolved": true,
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin",
                     *           "is_last": false,
                     *           "recipients": [
                     *             {
                     *               "kind": "roster",
                     *               "id": 1,
                     *               "name": "Utilities"
                     *             },
                     *             {
                     *               "kind": "team",
                     *               "id": 2,
                     *               "name": "Electricians"
                     *             }
                     *           ],
                     *           "missing": []
                     *         }
                     *       ],
                     *       "message": "The notification policies are reordered"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPolicy"][];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNotificationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Critical events in North",
                     *         "match": {
                     *           "area_ids": [
                     *             1
                     *           ],
                     *           "plant_node_ids": [],
                     *           "categories": [],
                     *           "severities": [
                     *             "critical"
                     *           ],
                     *           "template_ids": [],
                     *           "flags": []
                     *         },
                     *         "continue": false,
                     *         "group_by": [
                     *           "plant_node"
                     *         ],
                     *         "group_wait_seconds": 30,
                     *         "group_interval_seconds": 300,
                     *         "steps": [
                     *           {
                     *             "after_minutes": 0,
                     *             "to": [
                     *               {
                     *                 "kind": "roster",
                     *                 "id": 1
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "after_minutes": 10,
                     *             "to": [
                     *               {
                     *                 "kind": "team",
                     *                 "id": 2
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "repeat": 1,
                     *         "repeat_interval_minutes": 60,
                     *         "stop_on": [
                     *           "acknowledge"
                     *         ],
                     *         "notify_resolved": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin",
                     *         "is_last": false,
                     *         "recipients": [
                     *           {
                     *             "kind": "roster",
                     *             "id": 1,
                     *             "name": "Utilities"
                     *           },
                     *           {
                     *             "kind": "team",
                     *             "id": 2,
                     *             "name": "Electricians"
                     *           }
                     *         ],
                     *         "missing": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPolicy"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateNotificationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "repeat": 2
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name?: string;
                    /**
                     * @description An empty list matches everything. An event must match each list: by one of its items
                     * @default {}
                     */
                    match?: {
                        /** @default [] */
                        area_ids?: number[];
                        /**
                         * @description The `floc_id` of plant nodes. An event matches in one of the areas or at or below one of the nodes
                         * @default []
                         */
                        plant_node_ids?: string[];
                        /** @default [] */
                        categories?: string[];
                        /** @default [] */
                        severities?: ("info" | "warning" | "error" | "critical")[];
                        /** @default [] */
                        template_ids?: number[];
                        /** @default [] */
                        flags?: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
                    };
                    continue?: boolean;
                    group_by?: ("plant_node" | "template" | "category" | "instance")[];
                    group_wait_seconds?: number;
                    group_interval_seconds?: number;
                    steps?: {
                        /** @description From the event's first commit */
                        after_minutes: number;
                        to: {
                            /** @enum {string} */
                            kind: "user" | "team" | "roster" | "contact_point";
                            id: number;
                        }[];
                    }[];
                    repeat?: number;
                    repeat_interval_minutes?: number;
                    stop_on?: ("acknowledge" | "close" | "shelve")[];
                    notify_resolved?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed policy */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 2,
                     *         "name": "Critical events in North",
                     *         "match": {
                     *           "area_ids": [
                     *             1
                     *           ],
                     *           "plant_node_ids": [],
                     *           "categories": [],
                     *           "severities": [
                     *             "critical"
                     *           ],
                     *           "template_ids": [],
                     *           "flags": []
                     *         },
                     *         "continue": false,
                     *         "group_by": [
                     *           "plant_node"
                     *         ],
                     *         "group_wait_seconds": 30,
                     *         "group_interval_seconds": 300,
                     *         "steps": [
                     *           {
                     *             "after_minutes": 0,
                     *             "to": [
                     *               {
                     *                 "kind": "roster",
                     *                 "id": 1
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "after_minutes": 10,
                     *             "to": [
                     *               {
                     *                 "kind": "team",
                     *                 "id": 2
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "repeat": 1,
                     *         "repeat_interval_minutes": 60,
                     *         "stop_on": [
                     *           "acknowledge"
                     *         ],
                     *         "notify_resolved": true,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin",
                     *         "is_last": false,
                     *         "recipients": [
                     *           {
                     *             "kind": "roster",
                     *             "id": 1,
                     *             "name": "Utilities"
                     *           },
                     *           {
                     *             "kind": "team",
                     *             "id": 2,
                     *             "name": "Electricians"
                     *           }
                     *         ],
                     *         "missing": []
                     *       },
                     *       "message": "Notification policy \"Critical events in North\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPolicy"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteNotificationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Notification policy \"Critical events in North\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewNotificationPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": {
                 *         "severity": "critical",
                 *         "plant_node_floc_id": "NORTH"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description An event, as if it opened at that time */
                    event_id?: number;
                    /** @description Instead of an event that exists */
                    event?: {
                        /**
                         * @default warning
                         * @enum {string}
                         */
                        severity?: "info" | "warning" | "error" | "critical";
                        /** @default health */
                        category?: string;
                        /** @default null */
                        template_id?: number | null;
                        /** @default null */
                        plant_node_floc_id?: string | null;
                        /** @default [] */
                        flags?: ("initial" | "late_detected" | "chattering" | "backfilled" | "retracted")[];
                    };
                    /**
                     * Format: date-time
                     * @description When the event opens; absent: now
                     */
                    at?: string;
                };
            };
        };
        responses: {
            /** @description Who would be told */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "at": "2026-01-31T08:15:02.123Z",
                     *         "policies": [
                     *           {
                     *             "id": 2,
                     *             "name": "Critical events in North"
                     *           }
                     *         ],
                     *         "messages": [
                     *           {
                     *             "at": "2026-01-31T08:15:02.123Z",
                     *             "after_seconds": 0,
                     *             "reason": "opened",
                     *             "policy_id": 2,
                     *             "step": 0,
                     *             "round": 0,
                     *             "is_fallback": false,
                     *             "to": {
                     *               "contact_point_id": 1,
                     *               "contact_point": "Mail",
                     *               "user_id": 2,
                     *               "username": "anna"
                     *             },
                     *             "otherwise": []
                     *           }
                     *         ],
                     *         "is_untold": false,
                     *         "is_cut": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPolicyPreview"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnContactAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How you are reached */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user_id": 2,
                     *         "time_zone": "Europe/Berlin",
                     *         "quiet_hours": [
                     *           {
                     *             "weekdays": [
                     *               6,
                     *               7
                     *             ],
                     *             "from": "22:00",
                     *             "to": "08:00"
                     *           }
                     *         ],
                     *         "addresses": [
                     *           {
                     *             "id": 1,
                     *             "contact_point_id": 2,
                     *             "contact_point": "Mail of the company",
                     *             "address": "anna@example.com",
                     *             "is_allowed": true,
                     *             "confirmed_at": "2026-01-31T08:15:02.123Z",
                     *             "code_sent_at": null
                     *           }
                     *         ],
                     *         "contact_points": [
                     *           {
                     *             "id": 2,
                     *             "name": "Mail of the company",
                     *             "takes": "mail"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactAddresses"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOwnContactAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "time_zone": "Europe/Berlin",
                 *       "order": [
                 *         2,
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description A time zone of the tz database, such as `Europe/Berlin` */
                    time_zone?: string | null;
                    quiet_hours?: {
                        /** @description 1 (Monday) to 7: the days on which the hours begin */
                        weekdays: number[];
                        from: string;
                        /** @description Not after `from`: on the next day */
                        to: string;
                    }[];
                    /** @description The ids of all addresses, in the order in which they are to be tried */
                    order?: number[];
                };
            };
        };
        responses: {
            /** @description How you are reached */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user_id": 2,
                     *         "time_zone": "Europe/Berlin",
                     *         "quiet_hours": [
                     *           {
                     *             "weekdays": [
                     *               6,
                     *               7
                     *             ],
                     *             "from": "22:00",
                     *             "to": "08:00"
                     *           }
                     *         ],
                     *         "addresses": [
                     *           {
                     *             "id": 1,
                     *             "contact_point_id": 2,
                     *             "contact_point": "Mail of the company",
                     *             "address": "anna@example.com",
                     *             "is_allowed": true,
                     *             "confirmed_at": "2026-01-31T08:15:02.123Z",
                     *             "code_sent_at": null
                     *           }
                     *         ],
                     *         "contact_points": [
                     *           {
                     *             "id": 2,
                     *             "name": "Mail of the company",
                     *             "takes": "mail"
                     *           }
                     *         ]
                     *       },
                     *       "message": "How you are reached is saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactAddresses"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addOwnContactAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contact_point_id": 2,
                 *       "address": "anna@example.com"
                 *     }
                 */
                "application/json": {
                    contact_point_id: number;
                    /** @description A mail address, or a telephone number with digits and perhaps a plus */
                    address: string;
                };
            };
        };
        responses: {
            /** @description The new address */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "contact_point_id": 2,
                     *         "contact_point": "Mail of the company",
                     *         "address": "anna@example.com",
                     *         "is_allowed": true,
                     *         "confirmed_at": "2026-01-31T08:15:02.123Z",
                     *         "code_sent_at": null
                     *       },
                     *       "message": "The address counts once it is confirmed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactAddress"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendContactAddressCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                address_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sent */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "A code is sent to the address"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ConnectionFailedOrInternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmContactAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                address_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "012345"
                 *     }
                 */
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description The confirmed address */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "contact_point_id": 2,
                     *         "contact_point": "Mail of the company",
                     *         "address": "anna@example.com",
                     *         "is_allowed": true,
                     *         "confirmed_at": "2026-01-31T08:15:02.123Z",
                     *         "code_sent_at": null
                     *       },
                     *       "message": "The address is confirmed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactAddress"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOwnContactAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                address_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The address is removed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContactAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the user is reached */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user_id": 2,
                     *         "time_zone": "Europe/Berlin",
                     *         "quiet_hours": [
                     *           {
                     *             "weekdays": [
                     *               6,
                     *               7
                     *             ],
                     *             "from": "22:00",
                     *             "to": "08:00"
                     *           }
                     *         ],
                     *         "addresses": [
                     *           {
                     *             "id": 1,
                     *             "contact_point_id": 2,
                     *             "contact_point": "Mail of the company",
                     *             "address": "anna@example.com",
                     *             "is_allowed": true,
                     *             "confirmed_at": "2026-01-31T08:15:02.123Z",
                     *             "code_sent_at": null
                     *           }
                     *         ],
                     *         "contact_points": [
                     *           {
                     *             "id": 2,
                     *             "name": "Mail of the company",
                     *             "takes": "mail"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ContactAddresses"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeContactAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
                /** @example 1 */
                address_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The address is removed"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Electricians",
                     *           "user_ids": [
                     *             2,
                     *             5
                     *           ],
                     *           "members": [
                     *             {
                     *               "user_id": 2,
                     *               "username": "anna",
                     *               "is_active": true
                     *             },
                     *             {
                     *               "user_id": 5,
                     *               "username": "ben",
                     *               "is_active": true
                     *             }
                     *           ],
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Team"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Electricians",
                 *       "user_ids": [
                 *         2,
                 *         5
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name: string;
                    /** @description A user counts once */
                    user_ids: number[];
                };
            };
        };
        responses: {
            /** @description The new team */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Electricians",
                     *         "user_ids": [
                     *           2,
                     *           5
                     *         ],
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "username": "anna",
                     *             "is_active": true
                     *           },
                     *           {
                     *             "user_id": 5,
                     *             "username": "ben",
                     *             "is_active": true
                     *           }
                     *         ],
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Team \"Electricians\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Team"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Electricians",
                     *         "user_ids": [
                     *           2,
                     *           5
                     *         ],
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "username": "anna",
                     *             "is_active": true
                     *           },
                     *           {
                     *             "user_id": 5,
                     *             "username": "ben",
                     *             "is_active": true
                     *           }
                     *         ],
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_ids": [
                 *         2,
                 *         5,
                 *         6
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name?: string;
                    /** @description A user counts once */
                    user_ids?: number[];
                };
            };
        };
        responses: {
            /** @description The changed team */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Electricians",
                     *         "user_ids": [
                     *           2,
                     *           5
                     *         ],
                     *         "members": [
                     *           {
                     *             "user_id": 2,
                     *             "username": "anna",
                     *             "is_active": true
                     *           },
                     *           {
                     *             "user_id": 5,
                     *             "username": "ben",
                     *             "is_active": true
                     *           }
                     *         ],
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Team \"Electricians\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Team"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Team \"Electricians\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRosters: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rosters, with who is on call now */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "name": "Utilities",
                     *           "time_zone": "Europe/Berlin",
                     *           "layers": [
                     *             {
                     *               "name": "Nights",
                     *               "user_ids": [
                     *                 2,
                     *                 5
                     *               ],
                     *               "every": 1,
                     *               "unit": "week",
                     *               "starts_on": "2026-01-05",
                     *               "handover_time": "08:00",
                     *               "hours": [
                     *                 {
                     *                   "weekdays": [
                     *                     1,
                     *                     2,
                     *                     3,
                     *                     4,
                     *                     5
                     *                   ],
                     *                   "from": "22:00",
                     *                   "to": "06:00"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "required_hours": [],
                     *           "on_call": {
                     *             "from": "2026-01-30T21:00:00.000Z",
                     *             "to": "2026-01-31T05:00:00.000Z",
                     *             "kind": "on_call",
                     *             "user_id": 2,
                     *             "username": "anna",
                     *             "presence": "present",
                     *             "layer": 0,
                     *             "override_id": null
                     *           },
                     *           "holes": [
                     *             {
                     *               "from": "2026-01-31T05:00:00.000Z",
                     *               "to": "2026-02-02T21:00:00.000Z",
                     *               "user_id": null,
                     *               "username": null,
                     *               "presence": "present"
                     *             }
                     *           ],
                     *           "hole_count": 1,
                     *           "has_calendar": false,
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Roster"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRoster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Utilities",
                 *       "time_zone": "Europe/Berlin",
                 *       "layers": [
                 *         {
                 *           "name": "Nights",
                 *           "user_ids": [
                 *             2,
                 *             5
                 *           ],
                 *           "every": 1,
                 *           "unit": "week",
                 *           "starts_on": "2026-01-05",
                 *           "handover_time": "08:00",
                 *           "hours": [
                 *             {
                 *               "weekdays": [
                 *                 1,
                 *                 2,
                 *                 3,
                 *                 4,
                 *                 5
                 *               ],
                 *               "from": "22:00",
                 *               "to": "06:00"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "required_hours": []
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name: string;
                    /** @description A time zone of the tz database, such as `Europe/Berlin` */
                    time_zone: string;
                    /**
                     * @description Where two layers cover a time, the later one counts
                     * @default []
                     */
                    layers?: {
                        name: string;
                        /** @description Who takes turns, in this order; a user may stand in it more than once */
                        user_ids: number[];
                        /**
                         * @description Days or weeks of a turn
                         * @default 1
                         */
                        every?: number;
                        /**
                         * @default week
                         * @enum {string}
                         */
                        unit?: "day" | "week";
                        /** @description The day on which the first user's first turn begins */
                        starts_on: string;
                        /**
                         * @description When one user hands over to the next, in the roster's zone. A time that a day lacks because the clock is put forward is when the clock jumps over it; one that it has twice, the first time
                         * @default 08:00
                         */
                        handover_time?: string;
                        /**
                         * @description When the layer counts; empty: always
                         * @default []
                         */
                        hours?: {
                            /** @description 1 (Monday) to 7: the days on which the hours begin */
                            weekdays: number[];
                            from: string;
                            /** @description Not after `from`: on the next day */
                            to: string;
                        }[];
                    }[];
                    /**
                     * @description When somebody must be on call, else there is a hole; empty: always
                     * @default []
                     */
                    required_hours?: {
                        /** @description 1 (Monday) to 7: the days on which the hours begin */
                        weekdays: number[];
                        from: string;
                        /** @description Not after `from`: on the next day */
                        to: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The new roster */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Utilities",
                     *         "time_zone": "Europe/Berlin",
                     *         "layers": [
                     *           {
                     *             "name": "Nights",
                     *             "user_ids": [
                     *               2,
                     *               5
                     *             ],
                     *             "every": 1,
                     *             "unit": "week",
                     *             "starts_on": "2026-01-05",
                     *             "handover_time": "08:00",
                     *             "hours": [
                     *               {
                     *                 "weekdays": [
                     *                   1,
                     *                   2,
                     *                   3,
                     *                   4,
                     *                   5
                     *                 ],
                     *                 "from": "22:00",
                     *                 "to": "06:00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "required_hours": [],
                     *         "on_call": {
                     *           "from": "2026-01-30T21:00:00.000Z",
                     *           "to": "2026-01-31T05:00:00.000Z",
                     *           "kind": "on_call",
                     *           "user_id": 2,
                     *           "username": "anna",
                     *           "presence": "present",
                     *           "layer": 0,
                     *           "override_id": null
                     *         },
                     *         "holes": [
                     *           {
                     *             "from": "2026-01-31T05:00:00.000Z",
                     *             "to": "2026-02-02T21:00:00.000Z",
                     *             "user_id": null,
                     *             "username": null,
                     *             "presence": "present"
                     *           }
                     *         ],
                     *         "hole_count": 1,
                     *         "has_calendar": false,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Roster \"Utilities\" is created"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Roster"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roster */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Utilities",
                     *         "time_zone": "Europe/Berlin",
                     *         "layers": [
                     *           {
                     *             "name": "Nights",
                     *             "user_ids": [
                     *               2,
                     *               5
                     *             ],
                     *             "every": 1,
                     *             "unit": "week",
                     *             "starts_on": "2026-01-05",
                     *             "handover_time": "08:00",
                     *             "hours": [
                     *               {
                     *                 "weekdays": [
                     *                   1,
                     *                   2,
                     *                   3,
                     *                   4,
                     *                   5
                     *                 ],
                     *                 "from": "22:00",
                     *                 "to": "06:00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "required_hours": [],
                     *         "on_call": {
                     *           "from": "2026-01-30T21:00:00.000Z",
                     *           "to": "2026-01-31T05:00:00.000Z",
                     *           "kind": "on_call",
                     *           "user_id": 2,
                     *           "username": "anna",
                     *           "presence": "present",
                     *           "layer": 0,
                     *           "override_id": null
                     *         },
                     *         "holes": [
                     *           {
                     *             "from": "2026-01-31T05:00:00.000Z",
                     *             "to": "2026-02-02T21:00:00.000Z",
                     *             "user_id": null,
                     *             "username": null,
                     *             "presence": "present"
                     *           }
                     *         ],
                     *         "hole_count": 1,
                     *         "has_calendar": false,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Roster"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Utilities"
                 *     }
                 */
                "application/json": {
                    /** @description Unique, whatever its case */
                    name?: string;
                    /** @description A time zone of the tz database, such as `Europe/Berlin` */
                    time_zone?: string;
                    layers?: {
                        name: string;
                        /** @description Who takes turns, in this order; a user may stand in it more than once */
                        user_ids: number[];
                        /**
                         * @description Days or weeks of a turn
                         * @default 1
                         */
                        every?: number;
                        /**
                         * @default week
                         * @enum {string}
                         */
                        unit?: "day" | "week";
                        /** @description The day on which the first user's first turn begins */
                        starts_on: string;
                        /**
                         * @description When one user hands over to the next, in the roster's zone. A time that a day lacks because the clock is put forward is when the clock jumps over it; one that it has twice, the first time
                         * @default 08:00
                         */
                        handover_time?: string;
                        /**
                         * @description When the layer counts; empty: always
                         * @default []
                         */
                        hours?: {
                            /** @description 1 (Monday) to 7: the days on which the hours begin */
                            weekdays: number[];
                            from: string;
                            /** @description Not after `from`: on the next day */
                            to: string;
                        }[];
                    }[];
                    required_hours?: {
                        /** @description 1 (Monday) to 7: the days on which the hours begin */
                        weekdays: number[];
                        from: string;
                        /** @description Not after `from`: on the next day */
                        to: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The changed roster */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Utilities",
                     *         "time_zone": "Europe/Berlin",
                     *         "layers": [
                     *           {
                     *             "name": "Nights",
                     *             "user_ids": [
                     *               2,
                     *               5
                     *             ],
                     *             "every": 1,
                     *             "unit": "week",
                     *             "starts_on": "2026-01-05",
                     *             "handover_time": "08:00",
                     *             "hours": [
                     *               {
                     *                 "weekdays": [
                     *                   1,
                     *                   2,
                     *                   3,
                     *                   4,
                     *                   5
                     *                 ],
                     *                 "from": "22:00",
                     *                 "to": "06:00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "required_hours": [],
                     *         "on_call": {
                     *           "from": "2026-01-30T21:00:00.000Z",
                     *           "to": "2026-01-31T05:00:00.000Z",
                     *           "kind": "on_call",
                     *           "user_id": 2,
                     *           "username": "anna",
                     *           "presence": "present",
                     *           "layer": 0,
                     *           "override_id": null
                     *         },
                     *         "holes": [
                     *           {
                     *             "from": "2026-01-31T05:00:00.000Z",
                     *             "to": "2026-02-02T21:00:00.000Z",
                     *             "user_id": null,
                     *             "username": null,
                     *             "presence": "present"
                     *           }
                     *         ],
                     *         "hole_count": 1,
                     *         "has_calendar": false,
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "admin"
                     *       },
                     *       "message": "Roster \"Utilities\" is updated"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Roster"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Roster \"Utilities\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["ForbiddenOrResourceInUse"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listShifts: {
        parameters: {
            query?: {
                /** @description Default: now */
                from?: string;
                /** @description Exclusive, at most 92 days after `from`; default: 14 days after it */
                to?: string;
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shifts of the span, in the order of time */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "from": "2026-01-30T21:00:00.000Z",
                     *           "to": "2026-01-31T05:00:00.000Z",
                     *           "kind": "on_call",
                     *           "user_id": 2,
                     *           "username": "anna",
                     *           "presence": "present",
                     *           "layer": 0,
                     *           "override_id": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Shift"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRosterOverrides: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overrides that have not ended, by ascending id */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 3,
                     *           "roster_id": 1,
                     *           "user_id": 2,
                     *           "username": "anna",
                     *           "from": "2026-01-31T05:00:00.000Z",
                     *           "to": "2026-01-31T13:00:00.000Z",
                     *           "created_at": "2026-01-31T08:15:02.123Z",
                     *           "created_by": "anna"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RosterOverride"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRosterOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-31T05:00:00Z",
                 *       "to": "2026-01-31T13:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description Absent: the caller. Others need the role engineer */
                    user_id?: number;
                    /**
                     * Format: date-time
                     * @description A time in the past stands for now
                     */
                    from: string;
                    /** Format: date-time */
                    to: string;
                };
            };
        };
        responses: {
            /** @description The new override */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 3,
                     *         "roster_id": 1,
                     *         "user_id": 2,
                     *         "username": "anna",
                     *         "from": "2026-01-31T05:00:00.000Z",
                     *         "to": "2026-01-31T13:00:00.000Z",
                     *         "created_at": "2026-01-31T08:15:02.123Z",
                     *         "created_by": "anna"
                     *       },
                     *       "message": "anna is on call in this time"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RosterOverride"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endRosterOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
                /** @example 3 */
                override_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The override has ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openRosterCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "path": "/files/rosters/1.ics?token=0123456789abcdefghijklmnopqrstuv"
                     *       },
                     *       "message": "This is your address of the calendar; the one before has ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            /** @description The path of the calendar with its token, shown only in this answer */
                            path: string;
                        };
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeRosterCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Your address of the calendar has ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeRosterCalendars: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses of all users have ended */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "2 addresses have ended"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRosterCalendar: {
        parameters: {
            query?: {
                /** @description Of POST /api/rosters/{id}/calendar; without it there is no calendar */
                token?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the roster and `.ics`
                 * @example 1.ics
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roster as iCalendar */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotificationPeople: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All users, for teams, rosters and policies */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 2,
                     *           "username": "anna",
                     *           "display_name": "Anna Keller",
                     *           "is_active": true,
                     *           "is_reachable": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPerson"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSavedViews: {
        parameters: {
            query?: {
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own views and the shared ones */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": 5,
                     *           "name": "Critical events",
                     *           "path": "/events?severity=critical",
                     *           "is_shared": true,
                     *           "is_own": false,
                     *           "created_by": "anna",
                     *           "created_at": "2026-01-31T08:15:02.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SavedView"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Critical events",
                 *       "path": "/events?severity=critical",
                 *       "is_shared": true
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description A page of the console with its filters: `/events?severity=critical` */
                    path: string;
                    /**
                     * @description For everybody; needs the role engineer
                     * @default false
                     */
                    is_shared?: boolean;
                };
            };
        };
        responses: {
            /** @description The new view; a person has at most 50 of their own, and 200 are shared */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 5,
                     *         "name": "Critical events",
                     *         "path": "/events?severity=critical",
                     *         "is_shared": true,
                     *         "is_own": false,
                     *         "created_by": "anna",
                     *         "created_at": "2026-01-31T08:15:02.123Z"
                     *       },
                     *       "message": "View \"Critical events\" is saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SavedView"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 5,
                     *         "name": "Critical events",
                     *         "path": "/events?severity=critical",
                     *         "is_shared": true,
                     *         "is_own": false,
                     *         "created_by": "anna",
                     *         "created_at": "2026-01-31T08:15:02.123Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SavedView"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Critical events"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description A page of the console with its filters: `/events?severity=critical` */
                    path?: string;
                    is_shared?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 5,
                     *         "name": "Critical events",
                     *         "path": "/events?severity=critical",
                     *         "is_shared": true,
                     *         "is_own": false,
                     *         "created_by": "anna",
                     *         "created_at": "2026-01-31T08:15:02.123Z"
                     *       },
                     *       "message": "View \"Critical events\" is saved"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SavedView"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 11 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "View \"Critical events\" is deleted"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only entries of this type: rule_event, template, refusal, … */
                resource_type?: string;
                /** @description Only entries of the resource with this id */
                resource_id?: string;
                /** @description Only entries at or after this time; at most 100,000 entries are searched */
                from?: string;
                /** @description Only entries before this time */
                to?: string;
                /** @description Only entries of this user name, `key:<name>` or `Andon` */
                who?: string;
                /** @description Only entries of this action: created, updated, deployed, … */
                action?: string;
                /** @description people: changes by users and API keys; engine: changes by Andon itself; refusals: refused requests */
                kind?: "people" | "engine" | "refusals";
                /** @description Rows of a page; default with `offset`: 50 */
                limit?: number;
                /** @description Rows before the page; default with `limit`: 0 */
                offset?: number;
                /** @description Number of the page, from 1; instead of `offset` */
                page?: number;
                /** @description Rows of a page, default 50; instead of `limit` */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes and the refused requests, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *           "at": "2026-01-31T08:15:02.123Z",
                     *           "who": "anna",
                     *           "action": "updated",
                     *           "resource_type": "package",
                     *           "resource_id": "1",
                     *           "before": {
                     *             "name": "Utilites"
                     *           },
                     *           "after": {
                     *             "name": "Utilities"
                     *           },
                     *           "address": "192.0.2.7"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditEntry"][];
                        pagination?: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuditHead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed head of the audit log */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "block": 12,
                     *         "entries": 345,
                     *         "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "sealed_at": "2026-01-31T08:15:02.123Z",
                     *         "signature": "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
                     *         "public_key": "0000000000000000000000000000000000000000000000000000000000000000",
                     *         "key_fingerprint": "66687aadf862bd77",
                     *         "unsealed": 0,
                     *         "head": "12:345:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditHead"];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: {
                /** @description A head that was kept elsewhere; the log must contain it */
                head?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whole, or what does not fit */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "is_whole": false,
                     *         "first_block": 3,
                     *         "problems": [
                     *           {
                     *             "block": 3,
                     *             "entry_id": "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
                     *             "problem": "changed"
                     *           }
                     *         ],
                     *         "blocks": 13,
                     *         "entries": 4345,
                     *         "expired": 0,
                     *         "unsealed": 0,
                     *         "head": "12:345:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditVerification"];
                    };
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAuditLog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log as JSON lines */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    openPushChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The socket is open */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProcesses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live members of the cluster. Followers forward requests to the leader */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "b1f4a7d20c93e586",
                     *           "address": "10.0.0.7:41234",
                     *           "partitions": 1,
                     *           "shards": 2,
                     *           "lag_seconds": 1.2,
                     *           "renewed_seconds": 0.4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Process"][];
                    };
                };
            };
            401: components["responses"]["AuthenticationRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ok"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
            };
            403: components["responses"]["ForbiddenUnlimited"];
            500: components["responses"]["InternalErrorUnlimited"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Storage and actors are ready */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ready"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            /** @enum {string} */
                            status: "ready";
                        };
                    };
                };
            };
            403: components["responses"]["ForbiddenUnlimited"];
            500: components["responses"]["InternalErrorUnlimited"];
            503: components["responses"]["UnavailableUnlimited"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics of this process in Prometheus' text format, version 0.0.4 */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE andon_store_healthy gauge
                     *     andon_store_healthy 1
                     */
                    "text/plain": string;
                };
            };
            401: components["responses"]["AuthenticationRequiredText"];
            403: components["responses"]["ForbiddenText"];
            500: components["responses"]["InternalErrorText"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document, without the envelope */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Api-Version": components["headers"]["ApiVersion"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Andon",
                     *         "version": "beta"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveNotification: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "notification.opened",
                 *       "timestamp": "2026-01-31T08:15:05.000Z",
                 *       "data": {
                 *         "key": "12/opened/3/0/0/user:4/1",
                 *         "event_key": "12",
                 *         "reason": "opened",
                 *         "severity": "critical",
                 *         "status": "firing",
                 *         "title": "Pump 3, Line 1: pressure too high",
                 *         "text": "Pressure above 8 bar since 08:15.",
                 *         "link": "https://andon.example.org/events/12",
                 *         "events": [
                 *           {
                 *             "id": 12,
                 *             "severity": "critical",
                 *             "is_active": true,
                 *             "start_time": "2026-01-31T08:15:02.123Z",
                 *             "end_time": null,
                 *             "template_instance": "Pump 3",
                 *             "category": "health",
                 *             "rule_id": "pressure",
                 *             "plant_node_floc_id": "NORTH-L1-P3",
                 *             "acknowledged_at": null,
                 *             "acknowledged_by": null,
                 *             "revision": 3,
                 *             "flags": [],
                 *             "display_name": "Pressure too high",
                 *             "event_description": "Pressure above 8 bar",
                 *             "location": "North/Line 1/Pump 3",
                 *             "link": "https://andon.example.org/events/12"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Notification"];
            };
        };
        responses: {
            /** @description It is sent again, as after 425, 429 and 5XX; `Retry-After` is obeyed */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is taken */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
