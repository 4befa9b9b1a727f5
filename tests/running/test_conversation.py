"""Talking with a real kernel: what is asked in quick succession is answered."""

import asyncio
import random

from junobench_lab.running.conversation import Conversation
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.workspace import Workspace

ROUNDS = 150
PATIENCE = 8.0
"""Seconds in which a kernel with nothing to do has answered; a reply that is missing counts as over after ten."""


def test_no_reply_gets_lost_where_requests_and_replies_cross(copies: None):
    chance = random.Random(11)

    async def session() -> None:
        workspace = Workspace("harbour-fees")
        kernel = await LocalEnvironment().launch(workspace)
        conversation = Conversation(kernel.client)
        try:
            await asyncio.wait({conversation.ask_info().done}, timeout=60)
            for _ in range(ROUNDS):
                asked = []
                for _ in range(4):
                    asked.append(conversation.evaluate({}))
                    # About as long as an answer takes.
                    await asyncio.sleep(chance.uniform(0, 0.004))
                await asyncio.wait({exchange.done for exchange in asked}, timeout=PATIENCE)
                assert all(exchange.reply is not None for exchange in asked)
        finally:
            await conversation.close()
            await kernel.close()
            await workspace.remove()

    asyncio.run(session())
