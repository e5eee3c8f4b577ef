import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePeriod } from '#core/ledger/server/public.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, collected, eventLine, feedEvents, feedItems, heldBy, itemLine } from '../../../../../test/cob.ts'
import { cobParameters } from '../../contract/parameters.ts'

let test: TestApp
let world: CobWorld
beforeAll(async () => {
  test = await testApp()
  world = await cobWorld(test)
  await test.runtime.db.transaction().execute((tx) => syncParameters(tx, cobParameters))
})
afterAll(() => test?.close())

const items = async (lines: readonly object[], channel = world.feeder) =>
  (await feedItems(test, channel, lines)).results.map(({ status, code }) => code ?? status)
const events = async (lines: readonly object[], channel = world.feeder) =>
  (await feedEvents(test, channel, lines)).results.map(({ status, code }) => code ?? status)
const found = (code: string) => test.runtime.db.selectFrom('cob.item').selectAll().where('code', '=', code).executeTakeFirst()
const itemCount = async () => Number((await test.runtime.pool.query('select count(*) from cob.item')).rows[0].count)
const ago = (minutes: number) => isoLocal(new Date(Date.now() - minutes * 60_000))
/** What is booked of an item: the kinds of its journals with their entries. */
const journals = async (code: string) => {
  const { rows } = await sql<{ line: string }>`
    select j.kind || ' ' || string_agg(e.side || ' ' || a.code || ' ' || e.amount, ', ' order by e.line) as line
      from cob.item i join ledger.journal j on j.source_type = 'cob.item' and j.source_id = i.id::text join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
     where i.code = ${code} group by j.id, j.kind order by j.id`.execute(test.runtime.db)
  return rows.map(({ line }) => line)
}
const positions = async (code: string) => {
  const { rows } = await sql<{ line: string }>`
    select p.kind || ' ' || c.code || ' ' || p.amount as line from cob.item i join cob.position p on p.item_id = i.id join cob.courier c on c.id = p.courier_id
     where i.code = ${code} order by p.id`.execute(test.runtime.db)
  return rows.map(({ line }) => line)
}
const balanced = async () => {
  for (const courier of [world.hanoi, world.hcm]) {
    const { account, positions: sum } = await heldBy(test.runtime, courier)
    expect(account).toBe(sum)
  }
}

describe('items', () => {
  it('are taken in once: told again they are repeated, with other facts refused', async () => {
    const line = itemLine()
    expect(await items([line, line, { ...line, codAmount: '350000.00' }, { ...line, codAmount: '1000' }])).toEqual([
      'created',
      'repeated',
      'repeated',
      'COB-004',
    ])
    expect(
      await items([
        { ...line, acceptedAt: new Date(line.acceptedAt).toISOString() },
        { ...line, receiver: { name: 'Ai khác' } },
      ]),
    ).toEqual(['repeated', 'COB-004'])
    expect(await items([line], world.other)).toEqual(['COB-006'])
    expect(await found(line.code)).toMatchObject({
      delivery_state: 'ACCEPTED',
      money_state: 'NONE',
      cod_amount: '350000.00',
      events: 1,
      partner_id: world.feeder.partnerId,
    })
  })

  it('are refused line by line, each for its own reason, and the others taken in', async () => {
    const before = await itemCount()
    const good = itemLine({ keyAccount: 'KHL-01' })
    const { results, created, refused } = await feedItems(test, world.feeder, [
      itemLine({ code: 'EE123456789VN' }),
      itemLine({ deliveryUnit: '999999' }),
      itemLine({ acceptedUnit: '999999' }),
      itemLine({ keyAccount: 'NOBODY' }),
      itemLine({ codAmount: '50000001' }),
      itemLine({ codAmount: '1000.5' }),
      itemLine({ codAmount: '-1' }),
      itemLine({ acceptedAt: isoLocal(new Date(Date.now() + 3_600_000)) }),
      itemLine({ colour: 'red' }),
      good,
      itemLine({ codAmount: '50000000' }),
    ])
    expect({ created, refused }).toEqual({ created: 2, refused: 9 })
    expect(results.map(({ code, errors }) => [code, errors?.map(({ field }) => field).join()])).toEqual([
      ['VAL-001', 'code'],
      ['COB-001', 'deliveryUnit'],
      ['COB-001', 'acceptedUnit'],
      ['COB-003', 'keyAccount'],
      ['COB-007', 'codAmount'],
      ['VAL-001', 'codAmount'],
      ['VAL-001', 'codAmount'],
      ['COB-010', 'acceptedAt'],
      ['VAL-001', 'colour'],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(await itemCount()).toBe(before + 2)
    expect(await found(good.code)).toMatchObject({ key_account_id: world.keyAccount.id, office_unit_id: world.hanoi.unitId })
  })

  it('of a key account that takes none are refused; what was taken before is repeated', async () => {
    const { db } = test.runtime
    const status = (to: string) => db.updateTable('cob.key_account').set({ status: to }).where('id', '=', world.keyAccount.id).execute()
    const line = itemLine({ keyAccount: 'KHL-01' })
    expect(await items([line])).toEqual(['created'])
    await status('SUSPENDED')
    expect(await items([itemLine({ keyAccount: 'KHL-01' }), line])).toEqual(['COB-003', 'repeated'])
    await status('ACTIVE')
  })
})

describe('events', () => {
  it('are refused line by line, each for its own reason', async () => {
    const line = itemLine()
    await items([line])
    const told = eventLine({ item: line.code, kind: 'OUT_FOR_DELIVERY', courier: 'BT-HN', unit: '010101' })
    expect(await events([told])).toEqual(['created'])
    const { results } = await feedEvents(test, world.feeder, [
      told,
      { ...told, courier: 'BT-HCM' },
      eventLine({ item: line.code, courier: 'NOBODY' }),
      eventLine({ item: line.code, kind: 'ARRIVED', unit: '999999' }),
      eventLine({ item: 'EE123456789VN' }),
      { ...eventLine({ item: line.code }), kind: 'ACCEPTED' },
      eventLine({ item: line.code, amount: '0' }),
      eventLine({ item: line.code, at: isoLocal(new Date(Date.now() + 3_600_000)) }),
      eventLine({ item: line.code, kind: 'DELIVERED', amount: '1000' }),
    ])
    expect(results.map(({ status, code, errors }) => [code ?? status, errors?.map(({ field }) => field).join()])).toEqual([
      ['repeated', undefined],
      ['COB-005', undefined],
      ['COB-002', 'courier'],
      ['COB-001', 'unit'],
      ['VAL-001', 'item'],
      ['VAL-001', 'kind'],
      ['VAL-001', 'amount'],
      ['COB-010', 'at'],
      ['VAL-001', 'amount'],
    ])
    expect(await events([eventLine({ item: line.code, kind: 'ARRIVED' })], world.other)).toEqual(['COB-006'])
    expect(await found(line.code)).toMatchObject({ delivery_state: 'OUT_FOR_DELIVERY', courier_id: world.hanoi.id, events: 2, money_state: 'NONE' })
  })

  it('told by a state code are those of its kind, also when one is told again by name; that a sender was paid is not taken from others', async () => {
    const line = itemLine()
    await items([line])
    const told = [
      eventLine({ item: line.code, kind: 'ARRIVED', unit: '010101', at: ago(9) }),
      eventLine({ item: line.code, kind: 'FAILED_DELIVERY', at: ago(8) }),
      eventLine({ item: line.code, kind: 'DELIVERED', at: ago(7) }),
      eventLine({ item: line.code, at: ago(6) }),
    ]
    const coded = [
      { ...told[0], kind: '70' },
      { ...told[1], kind: 91 },
      { ...told[2], kind: '100' },
      { ...told[3], kind: 110 },
    ]
    expect(await events(coded)).toEqual(['created', 'created', 'created', 'created'])
    expect(await events(told)).toEqual(['repeated', 'repeated', 'repeated', 'repeated'])
    expect(await events([...told, { ...told[2], kind: '170' }])).toEqual(['repeated', 'repeated', 'repeated', 'repeated', 'COB-005'])
    const known = { delivery_state: 'DELIVERED', money_state: 'COLLECTED', collected_amount: '350000.00', attempts: 1, events: 5, marks: [] }
    expect(await found(line.code)).toMatchObject(known)
    for (const kind of ['120', 120]) {
      const { results } = await feedEvents(test, world.feeder, [{ ...eventLine({ item: line.code }), kind }])
      expect(results).toMatchObject([{ status: 'refused', code: 'COB-017', errors: [{ field: 'kind', code: 'COB-017' }] }])
    }
    expect(
      await events([
        { ...eventLine({ item: line.code }), kind: '20' },
        { ...eventLine({ item: line.code }), kind: ['100'] },
      ]),
    ).toEqual(['VAL-001', 'VAL-001'])
    expect(await found(line.code)).toMatchObject(known)
  })

  it('of two lines with one reference the first counts, though it repeats nothing', async () => {
    const line = itemLine()
    await items([line])
    const first = eventLine({ item: line.code, kind: 'ARRIVED', reference: 'Z-LAST' })
    expect(await events([first, first, { ...first, kind: 'DEPARTED' }])).toEqual(['created', 'repeated', 'COB-005'])
    expect(await found(line.code)).toMatchObject({ delivery_state: 'AT_OFFICE' })
  })

  it('that come before the acceptance of their item are kept and booked with it', async () => {
    const line = itemLine({ keyAccount: 'KHL-01' })
    expect(await events([eventLine({ item: line.code }), eventLine({ item: line.code, kind: 'DELIVERED' })])).toEqual(['created', 'created'])
    expect(await found(line.code)).toBeUndefined()
    expect(await items([line])).toEqual(['created'])
    expect(await found(line.code)).toMatchObject({ delivery_state: 'DELIVERED', money_state: 'COLLECTED', collected_amount: '350000.00', events: 3, marks: [] })
    expect(await journals(line.code)).toEqual(['COD_COLLECTED D 11311.COD.BT-HN 350000.00, C 33883.COD.KHL-01 350000.00'])
    await balanced()
  })

  it('that were told by another partner before an item was accepted are none of it', async () => {
    const line = itemLine()
    expect(await events([eventLine({ item: line.code })], world.other)).toEqual(['created'])
    expect(await items([line])).toEqual(['created'])
    expect(await found(line.code)).toMatchObject({ money_state: 'NONE', events: 1 })
  })

  it('that come at the same time as their item find it, whichever is first', async () => {
    const lines = Array.from({ length: 40 }, () => itemLine())
    const told = lines.map(({ code }) => eventLine({ item: code }))
    await Promise.all(lines.map((line, at) => Promise.all([items([line]), events([told[at] as object])])))
    for (const { code } of lines) expect(await found(code)).toMatchObject({ money_state: 'COLLECTED', events: 2 })
    await balanced()
  })
})

describe('money', () => {
  it('is a collection of its own, owed to the sender and held by the postman', async () => {
    const line = itemLine()
    await items([line])
    await events([eventLine({ item: line.code, kind: 'DELIVERED' })])
    expect(await found(line.code)).toMatchObject({ delivery_state: 'DELIVERED', money_state: 'NONE', marks: ['DELIVERED_NOT_COLLECTED'] })
    expect(await journals(line.code)).toEqual([])
    const before = await heldBy(test.runtime, world.hanoi)
    const taken = eventLine({ item: line.code })
    expect(await events([taken])).toEqual(['created'])
    expect(await events([taken])).toEqual(['repeated'])
    expect(await journals(line.code)).toEqual(['COD_COLLECTED D 11311.COD.BT-HN 350000.00, C 3388.COD 350000.00'])
    expect(await found(line.code)).toMatchObject({ money_state: 'COLLECTED', courier_id: world.hanoi.id, marks: [] })
    expect(Number((await heldBy(test.runtime, world.hanoi)).account) - Number(before.account)).toBe(350_000)
    await balanced()
  })

  it('is put right when another collection turns out to be the first, while nothing is handed in', async () => {
    const line = itemLine()
    await items([line])
    await events([eventLine({ item: line.code, at: ago(10), amount: '300000' })])
    await events([eventLine({ item: line.code, at: ago(20), courier: 'BT-HCM' })])
    expect(await positions(line.code)).toEqual(['COLLECT BT-HN 300000.00', 'ADJUST BT-HN -300000.00', 'COLLECT BT-HCM 350000.00'])
    expect(await journals(line.code)).toEqual([
      'COD_COLLECTED D 11311.COD.BT-HN 300000.00, C 3388.COD 300000.00',
      'COD_ADJUSTED C 11311.COD.BT-HN 300000.00, D 3388.COD 300000.00',
      'COD_COLLECTED D 11311.COD.BT-HCM 350000.00, C 3388.COD 350000.00',
    ])
    expect(await found(line.code)).toMatchObject({
      ...{ collected_amount: '350000.00', courier_id: world.hcm.id, money_state: 'COLLECTED' },
      marks: ['COLLECTED_NOT_DELIVERED', 'COLLECTED_TWICE'],
    })
    await balanced()
  })

  it('stays as it is booked when some of it is handed in, or is about to be: the item is marked', async () => {
    const { db } = test.runtime
    const [claimed, partial] = (await collected(test, world, [{ at: new Date(Date.now() - 600_000) }, { at: new Date(Date.now() - 600_000) }])) as [Made, Made]
    await db.insertInto('cob.claim').values({ item_id: claimed.id, paper: 'HI-1', at: new Date() }).execute()
    await db.updateTable('cob.item').set({ handed_in_amount: '100000', money_state: 'PARTIAL' }).where('id', '=', partial.id).execute()
    for (const { code } of [claimed, partial]) await events([eventLine({ item: code, at: ago(20), courier: 'BT-HCM', amount: '340000' })])
    for (const { code } of [claimed, partial]) {
      expect(await positions(code)).toEqual(['COLLECT BT-HN 350000.00'])
      expect(await found(code)).toMatchObject({ collected_amount: '350000.00', courier_id: world.hanoi.id, marks: ['COLLECTED_TWICE', 'OTHER_COLLECTION'] })
    }
    expect((await found(partial.code))?.money_state).toBe('PARTIAL')
    // Once it is free again the next event puts it right.
    await db.deleteFrom('cob.claim').where('item_id', '=', claimed.id).execute()
    await events([eventLine({ item: claimed.code, kind: 'ARRIVED', at: ago(30) })])
    expect(await positions(claimed.code)).toEqual(['COLLECT BT-HN 350000.00', 'ADJUST BT-HN -350000.00', 'COLLECT BT-HCM 340000.00'])
    await balanced()
  })

  it('of an item that came back without any is not waited for; a late collection counts all the same', async () => {
    const lines = [itemLine(), itemLine()] as const
    await items(lines)
    await events([eventLine({ item: lines[0].code, kind: 'RETURNED', at: ago(5) }), eventLine({ item: lines[1].code, kind: 'CANCELLED', at: ago(5) })])
    for (const { code } of lines) expect((await found(code))?.money_state).toBe('WAIVED')
    await events([eventLine({ item: lines[0].code, at: ago(10) })])
    expect(await found(lines[0].code)).toMatchObject({ delivery_state: 'RETURNED', money_state: 'COLLECTED' })
  })

  it('that is handed in whole is payable with the delivery, unless the item is held, and no longer when it comes back', async () => {
    const { db } = test.runtime
    const handedIn = { handed_in_amount: '350000', handed_in_at: new Date(), money_state: 'HANDED_IN' }
    const made = (await collected(test, world, [{ delivered: false }, { delivered: false }])) as [Made, Made]
    const [free, held] = made
    await db
      .updateTable('cob.item')
      .set(handedIn)
      .where(
        'id',
        'in',
        made.map(({ id }) => id),
      )
      .execute()
    await db.updateTable('cob.item').set({ hold_reason: 'X' }).where('id', '=', held.id).execute()
    for (const { code } of made) await events([eventLine({ item: code, kind: 'DELIVERED' })])
    expect([(await found(free.code))?.money_state, (await found(held.code))?.money_state]).toEqual(['PAYABLE', 'HANDED_IN'])
    await events([eventLine({ item: free.code, kind: 'RETURNED' })])
    expect(await found(free.code)).toMatchObject({ money_state: 'HANDED_IN', marks: ['DELIVERED_AND_RETURNED'] })
  })

  it('is due on the next day on which post offices are open', async () => {
    const saturday = new Date('2026-11-21T10:00:00+07:00')
    const [one, two] = (await collected(test, world, [{ at: saturday }, { at: new Date('2026-11-22T10:00:00+07:00') }])) as [Made, Made]
    expect([(await found(one.code))?.due_on, (await found(two.code))?.due_on]).toEqual(['2026-11-23', '2026-11-23'])
  })

  it('of a day that is closed counts for the first open one', async () => {
    const day = addDays(localDate(new Date()), -3)
    const unitId = (await test.runtime.db.selectFrom('organisation.unit').select('id').where('level', '=', 'HEAD_OFFICE').executeTakeFirstOrThrow()).id
    await test.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'COD', unitId, granularity: 'DAY', date: day, at: new Date() }))
    const [one] = (await collected(test, world, [{ at: new Date(`${day}T10:00:00+07:00`) }])) as [Made]
    const { rows } = await sql<{ day: string }>`select p.business_date as day from cob.position p where p.item_id = ${one.id}`.execute(test.runtime.db)
    expect(rows).toEqual([{ day: addDays(day, 1) }])
  })

  it('that the ledger does not take is refused with its line, and the others are taken in', async () => {
    const { db } = test.runtime
    const lines = [itemLine(), itemLine()] as const
    await items(lines)
    const account = (status: string) => sql`update ledger.account set status = ${status} where id = ${world.hcm.accountId}`.execute(db)
    await account('LOCKED')
    const told = [eventLine({ item: lines[0].code, courier: 'BT-HCM' }), eventLine({ item: lines[1].code })]
    expect(await events(told)).toEqual(['COB-011', 'created'])
    expect([(await found(lines[0].code))?.money_state, (await found(lines[1].code))?.money_state]).toEqual(['NONE', 'COLLECTED'])
    await account('ACTIVE')
    expect(await events(told)).toEqual(['created', 'repeated'])
    await balanced()
  })
})

it('of a suspended partner begin nothing: no new item, none handed out; what has happened is taken in', async () => {
  const [line, later] = [itemLine(), itemLine()]
  await items([line])
  const status = (to: string) => sql`update organisation.partner set status = ${to} where id = ${world.other.partnerId}`.execute(test.runtime.db)
  const own = itemLine()
  await items([own], world.other)
  await status('LOCKED')
  // What is known of a partner may be a second old.
  await expect.poll(() => items([itemLine()], world.other), { timeout: 10_000 }).toEqual(['GTW-009'])
  expect(await items([own, later], world.other)).toEqual(['repeated', 'GTW-009'])
  const out = eventLine({ item: own.code, kind: 'OUT_FOR_DELIVERY', courier: 'BT-HN' })
  expect(await events([out, eventLine({ item: own.code })], world.other)).toEqual(['GTW-009', 'created'])
  await status('ACTIVE')
})

interface Made {
  code: string
  id: string
}

it('many lines go through in groups, with the numbers that they have in the body', async () => {
  const lines = Array.from({ length: 2_500 }, () => itemLine())
  const bad = { ...lines[1_234], codAmount: '1' }
  expect(await feedItems(test, world.feeder, [...lines, bad])).toMatchObject({ created: 2_500, refused: 1 })
  const told = lines.flatMap(({ code }) => [eventLine({ item: code, kind: 'DELIVERED', courier: 'BT-HN' }), eventLine({ item: code })])
  // Both halves at the same time, and some of it twice.
  const [one, two, three] = await Promise.all(
    [told.slice(0, 2_500), told.slice(2_500), told.slice(1_500, 3_500)].map((some) => feedEvents(test, world.feeder, some)),
  )
  expect([one, two, three].map((reply) => reply?.refused)).toEqual([0, 0, 0])
  expect((one?.created ?? 0) + (two?.created ?? 0) + (three?.created ?? 0)).toBe(5_000)
  expect(two?.results[0]?.line).toBe(1)
  const { rows } = await sql<{
    n: string
  }>`select count(*) as n from cob.item where code = any(${lines.map(({ code }) => code)}) and money_state = 'COLLECTED' and events = 3`.execute(
    test.runtime.db,
  )
  expect(rows[0]?.n).toBe('2500')
  await balanced()
})
