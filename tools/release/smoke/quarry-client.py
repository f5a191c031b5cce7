"""A text goes in, and a passage that cites it comes out, of a service of the given version: quarry-client.py <version>."""

import sys
import uuid

from quarry_client import Client

TEXT = "Herons stand still in shallow water."

with Client() as client:
    name = f"smoke_{uuid.uuid4().hex}"
    client.collections.create(name=name)
    document = client.documents.upload(name, ("herons.txt", TEXT.encode()))
    client.documents.wait(name, document.id)
    for mode in ("semantic", "hybrid"):
        [result] = client.queries.query(name, query="herons in water", search_mode=mode, citations=True).results
        assert result.text == TEXT, result
        assert result.citation, result
        assert (result.citation.document_id, result.citation.filename) == (document.id, "herons.txt"), result
    client.collections.delete(name)
    version = client.platform.get_health().version
    assert version == sys.argv[1], version
    print(f"cited {result.citation.filename} of a service {version}")
