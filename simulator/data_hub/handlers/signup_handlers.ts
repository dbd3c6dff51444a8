import { isoFromMs, TICKS_PER_MS } from "../../../domain/shared/time.ts";
import { type BookmarkIssuer, type FeedMark, readBookmark, writeBookmark } from "../bookmark.ts";
import { KEPT_MS } from "../change_log.ts";
import {
  activationState,
  checkSignupLimits,
  isFollowable,
  refusedResources,
  spelling,
  withheldStreams,
} from "../faults/signup_faults.ts";
import { partError } from "../faults/part_errors.ts";
import { feedPage, type FeedSource } from "../feed_page.ts";
import { feedPlan } from "../feed_plan.ts";
import {
  type Answer,
  answer,
  answerText,
  badRequest,
  conflict,
  NO_CONTENT,
  notFound,
  ServiceError,
} from "../http/answers.ts";
import { bodyJson } from "../http/body.ts";
import { asObject, textMember, textsMember } from "../http/json_input.ts";
import { type Route, route } from "../http/router.ts";
import type { JsonObject } from "../sds_types.ts";
import { expireUnused, MAX_RESOURCES, MAX_SIGNUPS, resourcesFromStart, type Signup } from "../signups.ts";
import { type Call, visibleAt } from "../world.ts";
import { NS } from "./paths.ts";

const SIGNUP = `${NS}/Signups/{id}`;

export const signupRoutes: Route<Call>[] = [
  route("GET", `${NS}/Signups`, listSignups),
  route("POST", `${NS}/Signups`, createSignup),
  route(
    "GET",
    SIGNUP,
    (call, { id }) => answer(200, signupJson(call, activated(call, findSignup(call, id)))),
  ),
  route("PUT", SIGNUP, (call, { id }) => renameSignup(call, id)),
  route("DELETE", SIGNUP, (call, { id }) => {
    call.world.signups.delete(findSignup(call, id).id);
    return NO_CONTENT;
  }),
  route("GET", `${SIGNUP}/Owner`, (call, { id }) => answer(200, findSignup(call, id) && ownerJson(call))),
  route("GET", `${SIGNUP}/Resources`, (call, { id }) => listResources(call, id)),
  route("POST", `${SIGNUP}/Resources`, (call, { id }) => changeResources(call, id)),
  route("GET", `${SIGNUP}/Updates`, (call, { id }) => readUpdates(call, id)),
];

function findSignup(call: Call, id: string): Signup {
  const signup = call.world.signups.get(id.toLowerCase());
  if (signup === undefined) throw notFound("Signup", id);
  expireUnused(signup, call.nowMs);
  if (signup.state !== "Expired") signup.lastQueriedMs = call.nowMs;
  return signup;
}

/** A signup becomes active when it is read; its feed starts then. */
function activated(call: Call, signup: Signup): Signup {
  if (signup.state !== "Activating") return signup;
  signup.state = activationState(call);
  if (signup.state !== "Active") return signup;
  signup.start = { at: visibleAt(call.world, call.nowMs).to, seq: call.world.changes.newest };
  return signup;
}

function ownerJson(call: Call): JsonObject {
  const { clientId, tenantId } = call.world.identity;
  return { type: "Client", objectId: clientId, tenantId };
}

function signupJson(call: Call, signup: Signup): JsonObject {
  return {
    id: signup.id,
    name: signup.name,
    owner: ownerJson(call),
    communityId: null,
    type: "Stream",
    createdDate: isoFromMs(signup.createdMs),
    modifiedDate: isoFromMs(signup.modifiedMs),
    signupState: signup.state,
    bookmark: signup.state === "Active" && signup.start !== null ? usableBookmark(call, signup.start) : "",
  };
}

/** The start of the feed, or the oldest position still kept, so that an issued bookmark is always valid. */
function usableBookmark(call: Call, start: FeedMark): string {
  const oldest = oldestKept(call) + 60_000 * TICKS_PER_MS;
  if (start.at >= oldest) return markText(call, start);
  return markText(call, { at: oldest, seq: seqBefore(call, oldest) });
}

/** The newest write before a position in the feed, of those in the log. */
function seqBefore(call: Call, at: number): number {
  const { changes } = call.world;
  const oldestKnown = changes.oldest;
  const later = (changes.since(oldestKnown - 1) ?? []).find((change) => change.madeAt >= at);
  return later === undefined ? changes.newest : later.seq - 1;
}

function markText(call: Call, mark: FeedMark): string {
  return writeBookmark(issuerOf(call), mark);
}

function issuerOf({ world }: Call): BookmarkIssuer {
  return { seed: world.seed, run: world.run, epoch: world.bookmarkEpoch };
}

function oldestKept(call: Call): number {
  return visibleAt(call.world, call.nowMs).to - KEPT_MS * TICKS_PER_MS;
}

function listSignups(call: Call): Answer {
  const skip = call.query.integer("skip", { min: 0, max: 1e9, default: 0 });
  const count = call.query.integer("count", { min: 0, max: 1000, default: 100 });
  const all = [...call.world.signups.values()];
  for (const signup of all) expireUnused(signup, call.nowMs);
  const signups = all.slice(skip, skip + count).map((signup) => signupJson(call, signup));
  return answer(200, { signups }, { "Total-Count": String(all.length) });
}

async function createSignup(call: Call): Promise<Answer> {
  const body = asObject(await bodyJson(call.request));
  const ids = textsMember(body, "ResourceIds");
  const kind = textMember(body, "ResourceType");
  if (kind?.toLowerCase() !== "stream") throw badRequest("The ResourceType must be Stream.");
  if (ids.length === 0) throw badRequest("A signup requires ResourceIds.");
  if (ids.length > MAX_RESOURCES) throw badRequest("A signup cannot contain so many streams.");
  checkSignupLimits(call, { resources: ids.length, signups: call.world.signups.size + 1 });
  refusedResources(call, ids);
  if (call.world.signups.size >= MAX_SIGNUPS) throw conflict(`There are ${MAX_SIGNUPS} signups already.`);
  const signup: Signup = {
    id: call.world.randomId(),
    name: textMember(body, "Name") ?? "",
    createdMs: call.nowMs,
    modifiedMs: call.nowMs,
    lastQueriedMs: call.nowMs,
    state: "Activating",
    start: null,
    resources: resourcesFromStart(ids),
    plan: null,
    planStamp: "",
  };
  call.world.signups.set(signup.id, signup);
  return answer(202, signupJson(call, signup));
}

async function renameSignup(call: Call, id: string): Promise<Answer> {
  const name = textMember(asObject(await bodyJson(call.request)), "Name");
  if (name === undefined) throw badRequest("A signup requires a Name.");
  const signup = findSignup(call, id);
  signup.name = name;
  signup.modifiedMs = call.nowMs;
  return answer(200, signupJson(call, signup));
}

function listResources(call: Call, id: string): Answer {
  const skip = call.query.integer("skip", { min: 0, max: 1e9, default: 0 });
  const count = call.query.integer("count", { min: 0, max: 10_000, default: 100 });
  const wanted = call.query.text("resourceFilter")?.toLowerCase() ?? "all";
  const all = [...findSignup(call, id).resources.values()].map((resource) => ({
    resourceId: resource.id,
    isAccessible: isAccessible(call, resource.id),
  }));
  const found = all.filter(({ isAccessible }) =>
    wanted === "all" || isAccessible === (wanted === "accessible")
  );
  return answer(200, { resources: found.slice(skip, skip + count) }, { "Total-Count": String(found.length) });
}

function isAccessible(call: Call, id: string): boolean {
  const stream = call.world.catalog.find(id);
  return stream !== undefined && isFollowable(call, stream);
}

/** 202, or 207 when a stream to be removed was not found or one was refused. Added streams are fed from now on. */
async function changeResources(call: Call, id: string): Promise<Answer> {
  const body = asObject(await bodyJson(call.request));
  const signup = findSignup(call, id);
  if (signup.state !== "Active") throw conflict("The signup is not active.", { SignupId: id });
  const add = textsMember(body, "ResourcesToAdd");
  const remove = textsMember(body, "ResourcesToRemove");
  if (signup.resources.size + add.length > MAX_RESOURCES) {
    throw badRequest("A signup cannot contain so many streams.");
  }
  checkSignupLimits(call, { resources: signup.resources.size + add.length, signups: 0 });
  const failed = [
    ...refusedResources(call, add),
    ...add.filter((each) => partError(call, each) !== undefined),
  ];
  const since = visibleAt(call.world, call.nowMs).to;
  for (const each of add) {
    if (failed.includes(each)) continue;
    if (signup.resources.has(each.toLowerCase())) continue;
    signup.resources.set(each.toLowerCase(), { id: each, since, sinceSeq: call.world.changes.newest });
  }
  const invalid = remove.filter((each) => !signup.resources.delete(each.toLowerCase()));
  signup.plan = null;
  signup.modifiedMs = call.nowMs;
  if (invalid.length > 0 || failed.length > 0) {
    return answer(207, { invalidResourcesToRemove: invalid, failedResourceIds: [...new Set(failed)] });
  }
  return { status: 202, body: null };
}

function readUpdates(call: Call, id: string): Answer {
  const signup = findSignup(call, id);
  if (signup.state !== "Active") {
    throw badRequest(`The signup is ${signup.state.toLowerCase()}.`, { SignupId: id });
  }
  const mark = markOf(call);
  const source = feedSource(call, signup);
  const page = feedPage(source, { mark, visibleTo: visibleAt(call.world, call.nowMs).to });
  if (page === undefined) throw badBookmark("expired");
  return answerText(`{"data":[${page.items.join(",")}],"bookmark":"${markText(call, page.next)}"}`);
}

function markOf(call: Call): FeedMark {
  const mark = readBookmark(issuerOf(call), call.query.text("bookmark") ?? "");
  if (mark === undefined) throw badBookmark("not valid");
  if (mark.at < oldestKept(call)) throw badBookmark("expired");
  return mark;
}

function badBookmark(problem: string): ServiceError {
  return badRequest(`The bookmark is ${problem}.`);
}

function feedSource(call: Call, signup: Signup): FeedSource {
  const { world } = call;
  const stamp = world.faults.stamp(call.nowMs);
  if (signup.plan === null || signup.planStamp !== stamp) {
    signup.plan = feedPlan(signup.resources.values(), { ...world, isWithheld: withheldStreams(call) });
    signup.planStamp = stamp;
  }
  return {
    plan: signup.plan,
    resources: signup.resources,
    load: world.load,
    overlay: world.overlay,
    changes: world.changes,
    verbose: call.verbose,
    spell: spelling(call),
    typeOf(streamId) {
      const stream = world.catalog.find(streamId);
      return stream === undefined ? undefined : stream.computed?.type ?? world.catalog.type(stream.typeId);
    },
  };
}
