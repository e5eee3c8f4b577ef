import { z } from 'zod'
import { defineQuery, SIGNED_IN } from './contract.ts'

/**
 * Something that open screens follow. An event says no more than that it has changed; what has changed, everybody asks for himself, within
 * his own scope.
 */
export interface LiveTopic {
  /** 'payments.transactions' */
  name: string
  /** Whom it concerns: sessions with this permission; everybody signed in when left out. */
  permission?: string
  /** Announces that somebody's rights have changed: open streams are checked again before anything that needs a permission is sent. */
  rights?: true
}

/** Jobs have begun, moved on or ended, somewhere. */
export const jobsTopic: LiveTopic = { name: 'platform.jobs' }

/** What a browser gets: a topic has changed; `null`: anything may have changed (after a gap), ask again for what is on the screen. */
export const LiveMessage = z.object({ topic: z.string().nullable() })

/** The stream of events of one browser, as server-sent events; read with fetch, which carries the access token. */
export const liveEvents = defineQuery({
  path: '/live/v1/events',
  permission: SIGNED_IN,
  summary: { vi: 'Luồng sự kiện: những gì vừa thay đổi', en: 'Server-sent events: what has changed' },
  input: {},
  output: LiveMessage,
})
