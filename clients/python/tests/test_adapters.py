"""Tests of the base of framework adapters."""

import asyncio
import gc
import unittest
import warnings

from quarry_client.adapters import Clients


class ClientsOfLoopsTest(unittest.TestCase):
    def test_clients_of_loops_that_have_ended_are_let_go(self) -> None:
        """Open connections hold their loop: weak references to loops kept every one of them."""
        clients = Clients(None, None, None, None)

        async def call() -> int:
            await clients.asynchronous().send(lambda client: client.collections.list())
            return sum(loop.is_closed() for loop in clients._by_loop)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # They can't be closed any more.
            for _ in range(3):
                self.assertEqual(asyncio.run(call()), 0)
            clients._by_loop.clear()
            gc.collect()


if __name__ == "__main__":
    unittest.main()
