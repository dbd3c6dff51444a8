"""Reads a simulator with the vendor's own library; one JSON object in (first line), one out (last line).

Between the signup's activation and its updates it prints `active` and waits for a line, so that the caller can let
time pass in the simulator.
"""

import json
import sys

from adh_sample_library_preview import (
    ADHClient,
    SdsBoundaryType,
    SdsStream,
    SdsType,
    SdsTypeCode,
    SdsTypeProperty,
)
from adh_sample_library_preview.Signup.CreateSignupInput import CreateSignupInput
from adh_sample_library_preview.Signup.ResourceType import ResourceType
from adh_sample_library_preview.Signup.SignupState import SignupState

PAGE = 50


def all_of(page):
    found, skip = [], 0
    while True:
        items = page(skip)
        found += items
        if len(items) < PAGE:
            return found
        skip += PAGE


def window_pages(streams, asked, count):
    pages, token = [], ""
    while True:
        page = streams.getWindowValuesPaged(
            asked["namespace_id"], asked["stream_id"], asked["start"], asked["end"], count, token
        )
        pages.append(page.Results)
        token = page.ContinuationToken
        if not token:
            return pages


def signup_updates(signups, asked):
    namespace = asked["namespace_id"]
    body = CreateSignupInput("vendor", ResourceType.STREAM, asked["followed"])
    created = signups.createSignup(namespace, body)
    active = signups.getSignupById(namespace, created.Id)
    print("active", flush=True)
    sys.stdin.readline()
    bookmark, updates = active.Bookmark, []
    while True:
        found, bookmark = signups.getUpdates(namespace, created.Id, bookmark)
        if not found:
            break
        updates += [update.toDictionary() for update in found]
    listed = [signup.Id for signup in signups.getSignups(namespace)]
    resources = signups.getSignupResources(namespace, created.Id).toDictionary()
    signups.deleteSignup(namespace, created.Id)
    return {
        "created": created.SignupState.name,
        "active": active.SignupState == SignupState.ACTIVE,
        "listed": created.Id in listed,
        "resources": resources,
        "updates": updates,
        "left": [signup.Id for signup in signups.getSignups(namespace)],
    }


class Tan:
    """An event whose member is spelled otherwise than the type's property, as in the library's own tests."""

    def __init__(self, tan):
        self.tan = tan

    def toJson(self):
        return json.dumps(self.toDictionary())

    def toDictionary(self):
        return {"tan": self.tan}

    @staticmethod
    def fromJson(content):
        return content


def own_stream(client, namespace):
    """What the library's own end-to-end tests do: make a type and a stream, write, read in every way, clean up."""
    streams, name = client.Streams, "Vendor.Tan"
    key = SdsTypeProperty("Tan", True, SdsType("doubleType", SdsTypeCode.Double))
    client.Types.getOrCreateType(namespace, SdsType(name, SdsTypeCode.Object, [key]))
    streams.createOrUpdateStream(namespace, SdsStream(name, name))
    streams.createOrUpdateTags(namespace, name, ["waves"])
    streams.createOrUpdateMetadata(namespace, name, {"Region": "North America"})
    streams.insertValues(namespace, name, [Tan(1), Tan(2)])
    reads = [
        streams.getRangeValues(namespace, name, Tan, 0, 0, 100, False, SdsBoundaryType.Exact),
        streams.getSampledValues(namespace, name, Tan, 0, 3, "Tan", 1),
        streams.getIndexCollectionValues(namespace, name, Tan, [1, 2]),
        streams.getWindowValues(namespace, name, 0, 3, Tan),
        streams.getWindowValuesPaged(namespace, name, 0, 3, 100, value_class=Tan).Results,
    ]
    streams.getRangeValuesInterpolated(namespace, name, Tan, 0, 3, 100)
    streams.getWindowValuesForm(namespace, name, Tan, 0, 3, "tableh")
    streams.getSummaries(namespace, name, None, 0, 3, 10)
    values = [streams.getFirstValue(namespace, name), streams.getLastValue(namespace, name)]
    metadata = streams.getMetadata(namespace, name, "Region")
    streams.deleteStream(namespace, name)
    client.Types.deleteType(namespace, name)
    return {"reads": reads, "values": values, "metadata": metadata}


def main():
    asked = json.loads(sys.stdin.readline())
    client = ADHClient(
        "v1", asked["tenant_id"], asked["base_url"], asked["client_id"], asked["client_secret"], asked["verbose"]
    )
    namespace, stream = asked["namespace_id"], asked["stream_id"]
    streams, assets = client.Streams, client.Assets
    told = {
        "namespace": client.Namespaces.getNamespaceById(namespace).Id,
        "namespaces": [each.Id for each in client.Namespaces.getNamespaces()],
        "streams": [
            [each.Id, each.Name, each.TypeId]
            for each in all_of(lambda skip: streams.getStreams(namespace, "", skip, PAGE))
        ],
        "types": [
            [each.Id, [[p.Id, bool(p.IsKey), p.SdsType.SdsTypeCode.name] for p in each.Properties]]
            for each in all_of(lambda skip: client.Types.getTypes(namespace, skip, PAGE))
        ],
        "stream_type": streams.getStreamType(namespace, stream).Id,
        "resolved": streams.getResolvedStream(namespace, stream).Type.Id,
        "tags": streams.getTags(namespace, stream),
        "metadata": streams.getMetadata(namespace, stream, ""),
        "first": streams.getFirstValue(namespace, stream),
        "last": streams.getLastValue(namespace, stream),
        "window": streams.getWindowValues(namespace, stream, asked["start"], asked["end"]),
        "pages": window_pages(streams, asked, 7),
        "range": streams.getRangeValues(namespace, stream, None, asked["start"], 0, 5, False, SdsBoundaryType.Exact),
        "assets": [
            [each.Id, [reference.StreamId for reference in each.StreamReferences]]
            for each in all_of(lambda skip: assets.getAssets(namespace, "", skip, PAGE))
        ],
        "resolved_asset": assets.getResolvedAsset(namespace, asked["asset_id"]).Id,
        "asset_last": assets.getAssetLastData(namespace, asked["asset_id"]).Results,
        "own": own_stream(client, namespace),
        "signup": signup_updates(client.Signups, asked),
    }
    print(json.dumps(told))


main()
