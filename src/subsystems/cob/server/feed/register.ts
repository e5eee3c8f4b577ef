import { type GatewayCaller, signedCalls, takeLines } from '#core/payments/server/public.ts'
import type { PublicContext, Registrar } from '#platform/server/module.ts'
import { EventLine, eventsBatch, FEED_BYTES, ItemLine, itemsBatch } from '../../contract/feed.ts'
import type { FeedCall } from './group.ts'
import { takeEvents } from './take-events.ts'
import { takeItems } from './take-items.ts'

/** The calls by which clients of the gateway tell of items. */
export function registerFeed(on: Registrar): void {
  const options = { ...signedCalls, body: 'ndjson', bodyLimit: FEED_BYTES } as const
  on.open(
    itemsBatch,
    ({ lines }, ctx, caller) => takeLines({ ctx, line: ItemLine, about: ({ code }) => code, store: (group) => takeItems(callOf(ctx, caller), group) }, lines),
    options,
  )
  on.open(
    eventsBatch,
    ({ lines }, ctx, caller) => takeLines({ ctx, line: EventLine, about: ({ item }) => item, store: (group) => takeEvents(callOf(ctx, caller), group) }, lines),
    options,
  )
}

const callOf = ({ runtime, language }: PublicContext, caller: GatewayCaller): FeedCall => ({ runtime, caller, language })
