import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Session } from '../session/session.ts'
import type { Subscriber } from './live.ts'
import { watchStreams } from './watch.ts'

const session = (sid: string): Session => ({
  sid,
  userId: sid,
  account: sid,
  fullName: sid,
  clientId: 'PP_SYS',
  permissions: new Set(['old']),
  scope: { kind: 'ALL' },
  unit: null,
  partnerId: null,
})
const subscriber = (userId: string): Subscriber => ({ userId, permissions: new Set(['old']), publish: () => undefined, end: () => undefined })

it('reads the rights of a new stream, and those of the others only when somebody says that they changed', async () => {
  const read: string[] = []
  let rightsChanged = () => {}
  const onRights = (look: () => void) => {
    rightsChanged = look
    return () => undefined
  }
  const live = { onRights } as unknown as Parameters<typeof watchStreams>[0]['live']
  const watch = watchStreams({ live, log: pino({ level: 'silent' }) }, async (sessions, permissions) => {
    if (permissions) read.push(...sessions.map(({ sid }) => sid))
    return sessions.map((one) => (permissions ? new Set(['new']) : one.permissions))
  })
  const readSoFar = (...sids: string[]) => expect.poll(() => read, { timeout: 60_000 }).toEqual(sids)
  try {
    const first = subscriber('1')
    watch.add(first, session('1'))
    await readSoFar('1')
    expect(first.permissions).toEqual(new Set(['new']))
    watch.add(subscriber('2'), session('2'))
    await readSoFar('1', '2')
    rightsChanged()
    await readSoFar('1', '2', '1', '2')
  } finally {
    watch.close()
  }
})
