"""Lists that come page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from ._errors import QuarryError
from ._model import Model
from ._request import Call, Omit

AnswerT = TypeVar("AnswerT", bound=Model)
ItemT = TypeVar("ItemT", bound=Model)


class _PageBase(Generic[AnswerT, ItemT]):
    def __init__(self, call: Call, answer: AnswerT) -> None:
        self._call = call
        self.answer = answer
        """The whole answer: beside the items for example how many there are in all."""

    @property
    def items(self) -> list[ItemT]:
        return list(getattr(self.answer, self._call.method.items))

    def has_next_page(self) -> bool:
        return self._next_call() is not None

    def _next_call(self) -> Call | None:
        cursor = getattr(self.answer, "next_cursor", None)
        if cursor is not None:
            return self._moved({"cursor": cursor, "offset": Omit()})
        given_cursor = self._call.query.get("cursor")
        # Some lists give cursors for some orders only; the last page of a walk by cursors has none.
        if self._call.method.paging == "cursor" or isinstance(given_cursor, str):
            return None
        given = self._call.query.get("offset")
        offset = (given if isinstance(given, int) else 0) + len(self.items)
        return self._moved({"offset": offset}) if self.items and offset < getattr(self.answer, "total") else None

    def _following_call(self) -> Call:
        call = self._next_call()
        if call is None:
            raise QuarryError("there is no next page")
        return call

    def _moved(self, place: dict[str, Any]) -> Call:
        if self._call.body is not None:
            return replace(self._call, body={**self._call.body, **place})
        return replace(self._call, query={**self._call.query, **place})


class Page(_PageBase[AnswerT, ItemT]):
    """The first page; iterating goes over the items of it and all that follow."""

    def __init__(self, call: Call, answer: AnswerT, read: Callable[[Call], AnswerT]) -> None:
        super().__init__(call, answer)
        self._read = read

    def get_next_page(self) -> Page[AnswerT, ItemT]:
        call = self._following_call()
        return Page(call, self._read(call), self._read)

    def pages(self) -> Iterator[Page[AnswerT, ItemT]]:
        page = self
        yield page
        while page.has_next_page():
            page = page.get_next_page()
            yield page

    def __iter__(self) -> Iterator[ItemT]:
        for page in self.pages():
            yield from page.items


class AsyncPage(_PageBase[AnswerT, ItemT]):
    """One page; iterating goes over the items of it and all that follow."""

    def __init__(self, call: Call, answer: AnswerT, read: Callable[[Call], Awaitable[AnswerT]]) -> None:
        super().__init__(call, answer)
        self._read = read

    async def get_next_page(self) -> AsyncPage[AnswerT, ItemT]:
        call = self._following_call()
        return AsyncPage(call, await self._read(call), self._read)

    async def pages(self) -> AsyncIterator[AsyncPage[AnswerT, ItemT]]:
        page = self
        yield page
        while page.has_next_page():
            page = await page.get_next_page()
            yield page

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        async for page in self.pages():
            for item in page.items:
                yield item


class AsyncPager(Generic[AnswerT, ItemT]):
    """`await` gives the first page; `async for` goes over the items of all."""

    def __init__(self, call: Call, read: Callable[[Call], Awaitable[AnswerT]]) -> None:
        self._call = call
        self._read = read

    def __await__(self) -> Generator[Any, None, AsyncPage[AnswerT, ItemT]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        async for item in await self._first():
            yield item

    async def _first(self) -> AsyncPage[AnswerT, ItemT]:
        return AsyncPage(self._call, await self._read(self._call), self._read)
