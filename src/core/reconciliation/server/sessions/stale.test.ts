/** Lines that a later session has taken over, when our record of them changes afterwards. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BreakWorld, breakWorld } from '../../../../../test/breaks.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { makeStale, STALE } from './collect.ts'
import { lockSession } from './records.ts'
import { dropStale } from './stale.ts'

let world: BreakWorld
beforeAll(async () => {
  world = await breakWorld()
})
afterAll(() => world.it.close())

/** A break that was carried forward, and whose line another session has taken over. */
async function carried() {
  const later = await world.session([])
  const { id, breaks } = await world.session([{ kind: 'MISSING_THEIRS', ours: [{ amount: 500_000 }] }])
  const rows = await world.rows(breaks)
  await world.call(world.desk.breaks.resolve, { rows, resolution: 'CARRY', reason: 'Chờ sao kê ngày sau' })
  await world.db.updateTable('reconciliation.waiting').set({ taken_by_session_id: later.id }).where('session_id', '=', id).execute()
  await sql`
    insert into reconciliation.line (period, session_id, side, no, money, day, amount, reference, status, carried_from, carried_no)
    select s.from_day, s.id, l.side, 1, l.money, l.day, l.amount, l.reference, l.status, l.session_id, l.no
      from reconciliation.session s, reconciliation.line l where s.id = ${later.id} and l.session_id = ${id}`.execute(world.db)
  return { id, breakId: breaks[0] as string }
}

/** Takes our side in again, where this has become of the line. */
const takenInAgain = (id: string, set: string) =>
  world.db.transaction().execute(async (tx) => {
    await makeStale(tx)
    await sql`update reconciliation.line set ${sql.raw(set)} where session_id = ${id}`.execute(tx)
    await sql`insert into ${STALE} values ('O', 1)`.execute(tx)
    await dropStale(tx, await lockSession(tx, id), { by: 'test', at: world.it.runtime.clock.now() })
  })

test.each(['amount = 40000000', 'money = false'])(
  'a line whose money has changed (%s) is not matched anew: the other session counts it as it was',
  async (set) => {
    const { id, breakId } = await carried()
    const refused = await takenInAgain(id, set).catch((error: unknown) => error)
    expect(refused).toMatchObject({ definition: { code: reconciliationErrors.carriedChanged.code } })
    expect(await world.breakNow(breakId)).toMatchObject({ status: 'RESOLVED', resolution: 'CARRY' })
  },
)

test('a line of the same money stays where it is: it never stands in two sessions', async () => {
  const { id, breakId } = await carried()
  await takenInAgain(id, "status = 'REFUNDED'")
  expect(await world.breakNow(breakId)).toMatchObject({ status: 'RESOLVED', resolution: 'CARRY' })
  expect(await world.db.selectFrom('reconciliation.waiting').select('side').where('session_id', '=', id).execute()).toHaveLength(1)
})
